"""Comma-separated values (RFC 4180, UTF-8) with a line of names.

Source: OWASP, CSV Injection: a cell that begins with ``=``, ``+``, ``-``, ``@`` (of full width, too), a tab or a line
break gets an apostrophe before it. Deviations: plain numbers stay as they are, and text that begins with apostrophes
before such a character gets one more, so that reading restores the original.
"""

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from msgspec.inspect import Type

from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.output_file import holds_bytes, repairing, replacing
from iawce.data.sinks.schema import UNTYPED, Schema, is_text, unless_null
from iawce.data.sinks.sink import SINKS, FileSink, Row
from iawce.data.sinks.table_schema import SUFFIX, TableSchema, may_replace

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.I | re.A)


def inert(text: str) -> str:
    """A text as a cell that no program runs as a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def as_written(cell: str) -> str:
    """The original of a cell by ``inert``."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


LINE_END = "\r\n"


@SINKS.register(".csv")
class Csv(FileSink):
    """A line of names, then one line per row; other values than text are written as JSON. Formulas are inert."""

    title = "CSV"
    note = "text, formulas inert, all else as JSON; cannot distinguish null from an empty text; columns have no types"
    is_typed = False

    def read(self) -> Iterator[Row]:
        """The rows of a file; an empty cell is None where a column may be null."""
        with self._lines() as (names, lines):
            for cells in filter(None, lines):
                if len(cells) != len(names):
                    raise ValueError("a row has more or fewer cells than there are columns")
                found = dict(zip(names, cells, strict=True))
                yield {name: _value(kind, found[name]) for name, kind in self.schema.items()}

    def _write_file(self, path: Path, rows: Iterable[Row]) -> None:
        """Write all rows of a table that grows, and the description of its columns beside it."""
        described = TableSchema()
        super()._write_file(path, described.read(rows))
        described_by = Path(f"{self.target}{SUFFIX}")
        if may_replace(described_by):
            with replacing(described_by) as beside:
                beside.write_text(described.text(), encoding="utf-8")

    def _columns(self) -> Schema:
        with self._lines() as (names, _):
            return dict.fromkeys(names, UNTYPED)

    @contextmanager
    def _lines(self) -> Iterator[tuple[list[str], Iterator[list[str]]]]:
        """Names and lines of cells."""
        with self._path.open(encoding="utf-8", newline="") as file, cells_of_any_length():
            lines = csv.reader(file, strict=True)
            names = list(map(as_written, next(lines, [])))
            if len(set(names)) < len(names):
                raise ValueError("two columns have the same name")
            yield names, lines

    def _repair(self) -> None:
        """Cut off an incomplete last line, whose last cell may contain line breaks."""
        with repairing(self._path) as file, cells_of_any_length():
            file.truncate(_whole_length(file, _line(map(inert, self.schema)).encode()))

    def _open(self, *, append: bool) -> None:
        super()._open(append=append)
        self._names = "" if append and holds_bytes(self._path) else _line(map(inert, self.schema))

    def _put(self, row: Row) -> None:
        """Write one line of cells, the first time with the line of names."""
        cells = _line(_text(kind, row[name]) for name, kind in self.schema.items())
        self._file.write((self._names + cells).encode())
        self._names = ""


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator=LINE_END).writerow(cells)
    return line.getvalue()


def _whole_length(file: IO[bytes], names: bytes) -> int:
    """Bytes of the complete rows. Raises ValueError: the file has other columns."""
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
    """Lift the reader's limit, which belongs to the whole process, as a page's text may be of any length."""
    limit = csv.field_size_limit(sys.maxsize)
    try:
        yield
    except csv.Error as error:
        raise ValueError(str(error)) from error
    finally:
        csv.field_size_limit(limit)


def _text(kind: Type, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return inert(plain_text(value))
    return f"{value:.15g}" if kind == UNTYPED else json_text(value)


def _value(kind: Type, text: str) -> Any:
    if not text and unless_null(kind)[1]:
        return None
    return as_written(text) if is_text(kind) else json.loads(text)
