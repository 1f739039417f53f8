"""Comma-separated values (RFC 4180, UTF-8) with a line of names."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from iawce.data.sinks import SINKS
from iawce.data.sinks.cells import Cell, inner_type, is_text, to_cell
from iawce.data.sinks.csv_formulas import as_written, inert
from iawce.data.sinks.json_text import json_text
from iawce.data.sinks.output_file import OutputFile, check_file, holds_bytes, repairing
from iawce.data.sinks.schema import Nullable, Schema, Type
from iawce.data.sinks.sink import Row, Sink

LINE_END = "\r\n"


@SINKS.register(".csv")
class Csv(Sink):
    """A line of names, then a line a row; what is not text is written as JSON. Formulas are inert."""

    title = "CSV"
    note = "text, formulas inert, all else as JSON; cannot tell null from an empty text; columns have no types"
    can_resume = True

    def __init__(self, target: str, schema: Schema) -> None:
        super().__init__(target, schema)
        self._path = Path(target)
        self._names = ""

    def read(self) -> Iterator[Row]:
        """The rows of a file; an empty cell is None where a column may be null."""
        with self._path.open(encoding="utf-8", newline="") as file, cells_of_any_length():
            for cells in csv.DictReader(file, strict=True, restval=""):
                yield {name: _value(kind, cells[name]) for name, kind in self.schema.fields.items()}

    def _check(self) -> None:
        check_file(self._path)

    def _holds_rows(self) -> bool:
        return holds_bytes(self._path)

    def _repair(self) -> None:
        """Cut off a torn last line, whose last cell may hold line breaks."""
        with repairing(self._path) as file, cells_of_any_length():
            file.truncate(_whole_length(file, _line(self.schema.fields).encode()))

    def _open(self, *, append: bool) -> None:
        self._file = OutputFile(self._path, append=append)
        self._names = "" if append and holds_bytes(self._path) else _line(self.schema.fields)

    def _put(self, row: Row) -> None:
        """Write one line of cells, the first time with the line of names."""
        cells = _line(_text(kind, to_cell(kind, row[name])) for name, kind in self.schema.fields.items())
        self._file.write((self._names + cells).encode())
        self._names = ""

    def _end(self) -> None:
        self._file.close()


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator=LINE_END).writerow(cells)
    return line.getvalue()


def _whole_length(file: IO[bytes], names: bytes) -> int:
    """Bytes of the rows that are whole.

    Raises:
        ValueError: the file has other columns.
    """
    line = file.readline()
    if line != names:
        if names.startswith(line):
            return 0
        raise ValueError("its columns are others")
    read = whole = len(line)

    def texts() -> Iterator[str]:
        nonlocal read, line
        for line in file:
            read += len(line)
            yield line.decode("utf-8", "replace")

    try:
        for _ in csv.reader(texts(), strict=True):
            whole = read if line.endswith(LINE_END.encode()) else whole
    except csv.Error:  # the text ends within a cell
        return whole
    return whole


@contextmanager
def cells_of_any_length() -> Iterator[None]:
    """The limit of the reader belongs to the whole process; a page's text may be of any length."""
    limit = csv.field_size_limit(sys.maxsize)
    try:
        yield
    except csv.Error as error:
        raise ValueError(str(error)) from error
    finally:
        csv.field_size_limit(limit)


def _text(kind: Type, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return inert(cell) if is_text(inner_type(kind)) else cell
    return json_text(cell)


def _value(kind: Type, text: str) -> Any:
    if isinstance(kind, Nullable) and not text:
        return None
    return as_written(text) if is_text(inner_type(kind)) else json.loads(text)
