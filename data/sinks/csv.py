"""Comma-separated values (RFC 4180, UTF-8) with a line of names."""

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from iawce.data.sinks import SINKS
from iawce.data.sinks.cells import Cell, inner_type, is_text, to_cell
from iawce.data.sinks.json_text import json_text
from iawce.data.sinks.schema import Nullable, Schema, Type
from iawce.data.sinks.sink import Row, Sink, open_text


@SINKS.register(".csv")
class Csv(Sink):
    """A line of names, then a line a row; what is not text is written as JSON."""

    title = "CSV"
    note = "text as it is, all else as JSON; cannot tell null from an empty text; columns have no types"

    def __init__(self, target: str, schema: Schema) -> None:
        self._file, self._schema = open_text(target, newline=""), schema
        self._writer = csv.writer(self._file)
        self._writer.writerow(schema.fields)

    def write(self, row: Row) -> None:
        """Write one line of cells."""
        self._writer.writerow(_text(to_cell(kind, row[name])) for name, kind in self._schema.fields.items())
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @classmethod
    def read(cls, target: str, schema: Schema) -> Iterator[Row]:
        """The rows of a file; an empty cell is None where a column may be null."""
        # The limit of the reader belongs to the whole process; a page's text may be of any length.
        limit = csv.field_size_limit(sys.maxsize)
        try:
            with Path(target).open(encoding="utf-8", newline="") as file:
                for cells in csv.DictReader(file, strict=True, restval=""):
                    yield {name: _value(kind, cells[name]) for name, kind in schema.fields.items()}
        except csv.Error as error:
            raise ValueError(str(error)) from error
        finally:
            csv.field_size_limit(limit)


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else json_text(cell)


def _value(kind: Type, text: str) -> Any:
    if isinstance(kind, Nullable) and not text:
        return None
    return text if is_text(inner_type(kind)) else json.loads(text)
