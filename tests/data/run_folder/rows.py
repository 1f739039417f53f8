"""Rows as a command would write them, and folders that hold them."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from iawce.data.errors import PageError, Status
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.sink import Existing, Row
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema


def make_row(number: int) -> Row:
    """Every fifth one is a failure."""
    ref = f"page {number}"
    if number % 5 == 4:
        return Extraction.failed(ref, PageError("timeout/render", "too slow")).to_dict()
    return Extraction(ref=ref, status=Status.SUCCESS, text=f"Zeile {number} äöü\n" * number, type="article").to_dict()


def make_rows(count: int) -> list[Row]:
    return [make_row(number) for number in range(count)]


def open_run(folder: Path, existing: Existing = Existing.REFUSE, **wanted: Any) -> RunFolder:
    sink = open_sink(folder, row_schema(), existing, partial(RunFolder, **wanted))
    assert isinstance(sink, RunFolder)
    return sink


def write_run(folder: Path, rows: Iterable[Row], existing: Existing = Existing.REFUSE, **wanted: Any) -> None:
    with open_run(folder, existing, **wanted) as run:
        for row in rows:
            run.write(row)
        run.complete()


def read_run(folder: Path) -> list[Row]:
    return list(read_rows(folder, row_schema()))
