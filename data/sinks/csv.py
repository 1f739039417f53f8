"""Comma-separated values (RFC 4180, UTF-8) with a line of names.

Source: OWASP, CSV Injection: a cell that begins with ``=``, ``+``, ``-``, ``@`` (of full width, too), a tab or a line
break gets an apostrophe before it. Deviations: plain numbers stay as they are, and text that begins with apostrophes
before such a character gets one more, so that reading restores the original.

What the columns of a table hold is described beside its file in Table Schema (Frictionless Data),
https://specs.frictionlessdata.io/table-schema. Beside its own properties, a field has ``filled``, the share of the rows
with a value, and, where other columns give one for all rows, the ``currency`` of its amounts and their ``unit``.
"""

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from msgspec.inspect import Type

from iawce.data.sinks.output_file import holds_bytes, repairing, replacing
from iawce.data.sinks.schema import DATE, UNTYPED, Cell, Schema, is_text, json_text, plain_text, type_of, unless_null
from iawce.data.sinks.sink import KEY, SINKS, FileSink, Row

SUFFIX = ".schema.json"  # Of the file beside the table
_FIGURE = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?", re.I | re.A)
"""A number; digits after a zero are an identifier."""
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.I | re.A)
LINE_END = "\r\n"


@dataclass(slots=True)
class _Column:
    kinds: set[str] = field(default_factory=set)
    filled: int = 0
    only: set[str] = field(default_factory=set)  # Its values, as long as there is one; two of them, if there are more


class TableSchema:
    """The description of the rows that pass through it."""

    def __init__(self) -> None:
        self._rows, self._columns = 0, dict[str, _Column]()

    def read(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The same rows, each described on its way."""
        for row in rows:
            self._rows += 1
            for name, cell in row.items():
                column = self._columns.setdefault(name, _Column())
                if cell not in (None, ""):
                    column.filled += 1
                    column.kinds.add(_kind(cell))
                    if len(column.only) < 2:
                        column.only.add(str(cell))
            yield row

    def text(self) -> str:
        """The description, as JSON."""
        fields = [self._field(name, column) for name, column in self._columns.items()]
        return json_text({"fields": fields, "primaryKey": KEY, "missingValues": [""]}) + "\n"

    def _field(self, name: str, column: _Column) -> dict[str, str | float]:
        is_typed = len(column.kinds) == 1 and name != KEY
        found: dict[str, str | float] = {"name": name, "type": next(iter(column.kinds)) if is_typed else "string"}
        if found["type"] == "number":
            currency = self._said(f"{name}_currency") or (name.endswith("price") and self._said("price_currency"))
            unit = name == "unit_price" and self._said("unit")
            found |= {what: said for what, said in (("currency", currency), ("unit", unit)) if said}
        return found | {"filled": round(column.filled / self._rows, 3)}

    def _said(self, name: str) -> str:
        """The only value of a column; empty if it has several, or none."""
        only = self._columns[name].only if name in self._columns else set[str]()
        return next(iter(only)) if len(only) == 1 else ""


def _kind(cell: Cell) -> str:
    """The type of a cell, also of one that was read from a file."""
    if not isinstance(cell, str) or _FIGURE.fullmatch(cell):
        return "number"
    return "date" if type_of(cell) == DATE else "string"


def may_replace(path: Path) -> bool:
    """Whether a file is absent, or such a description; another file of this name stays."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return True
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "fields" in found


def inert(text: str) -> str:
    """A text as a cell that no program runs as a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def as_written(cell: str) -> str:
    """The original of a cell by ``inert``."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


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
        with self._path.open(encoding="utf-8", newline="") as file, long_cells():
            lines = csv.reader(file, strict=True)
            names = list(map(as_written, next(lines, [])))
            if len(set(names)) < len(names):
                raise ValueError("two columns have the same name")
            yield names, lines

    def _repair(self) -> None:
        """Cut off an incomplete last line, whose last cell may contain line breaks."""
        with repairing(self._path) as file, long_cells():
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

    with suppress(csv.Error):  # the text ends within a cell
        for _ in csv.reader(texts(), strict=True):
            whole = read if line.endswith(LINE_END.encode()) else whole
    return whole


@contextmanager
def long_cells(most: int = sys.maxsize) -> Iterator[None]:
    """Raise the reader's limit of characters, which belongs to the whole process, as a cell may hold a whole page."""
    limit = csv.field_size_limit(most)
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
