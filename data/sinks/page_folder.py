"""A folder with a file for each page, and an index of all rows."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.output_file import check_file, holds_bytes, make_folder, replacing, sole_writer
from iawce.data.sinks.page_text import NO_CONTENT, TextFormat
from iawce.data.sinks.schema import TEXT, Schema
from iawce.data.sinks.sink import DAMAGED, Row, Sink

INDEX = "index.jsonl"
"""The rows of all pages, also of those that failed, each with the name of its ``file``, which may be empty."""
ADDRESS_START = re.compile(r"\w+://(?:[^/@]*@)?")
NAME_BYTES = 100
"""Most bytes of the readable part of a name: some file systems take 143 in all."""


class PageFolder(Sink):
    """Writes a page's file before its row, so that a row never names a missing file."""

    title, note = "a folder of pages", "a file a page, and the rows in index.jsonl"
    can_resume = True

    def __init__(self, target: str, schema: Schema, text_format: TextFormat) -> None:
        super().__init__(target, schema)
        self._folder, self._format = Path(target), text_format
        self._index = JsonLines(str(self._folder / INDEX), {**schema, "file": TEXT})

    def read(self) -> Iterator[Row]:
        """The rows of the index."""
        return self._index.read()

    def _claim(self) -> None:
        make_folder(self._folder, self.target, self._held)
        check_file(self._folder / INDEX)
        self._held.enter_context(sole_writer(self._folder / INDEX))

    def _holds_rows(self) -> bool:
        return holds_bytes(self._folder / INDEX)

    def _repair(self) -> None:
        self._index._repair()

    def _open(self, *, append: bool) -> None:
        if not append and self._holds_rows():
            for path in files_of(self._folder)[1:]:
                path.unlink(missing_ok=True)
        self._index._start(append=append)

    def _put(self, row: Row) -> None:
        """Write a page's file, completely or not at all, and its row."""
        name = "" if row["status"] in NO_CONTENT else file_name(row["ref"], row["id"]) + self._format.suffix
        if name:
            with replacing(self._folder / name) as scratch:
                scratch.write_text(self._format.write(row), encoding="utf-8", newline="")
        self._index.write(row | {"file": name})

    def _end(self) -> None:
        self._index.close()


def files_of(folder: Path) -> list[Path]:
    """The index of a folder, if there is one, and the files that were made for its rows."""
    index, names = folder / INDEX, dict[str, None]()
    if not holds_bytes(index):
        return []
    for line in index.read_bytes().splitlines():
        with suppress(*DAMAGED):  # a killed process may have left an incomplete row
            row = json.loads(line)
            name = Path(row["file"])  # other files do not belong to the output
            if name.stem.endswith(row["id"] or "\0") and "\0" not in name.name:
                names[name.name] = None
    return [index, *(folder / name for name in names)]


def file_name(ref: str, row_id: str) -> str:
    """A readable, unique name for a page: it ends in the row's id.

    It is in lower case, without separators, dots at the start and characters that some file systems forbid.
    """
    readable = ADDRESS_START.sub("", ref) if ADDRESS_START.match(ref) else Path(ref).stem
    plain = re.sub(r"[^\w.]+", "-", unquote(readable).lower()).strip("-.")
    cut = plain.encode()[:NAME_BYTES].decode(errors="ignore").rstrip("-.")
    return f"{cut}-{row_id}" if cut else row_id
