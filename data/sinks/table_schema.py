"""What the columns of a table hold, for programs that read its file: a description in Table Schema.

Source: Table Schema (Frictionless Data), https://specs.frictionlessdata.io/table-schema. Beside its own properties, a
field has ``filled``, the share of the rows with a value, and, where other columns give one for all rows, the
``currency`` of its amounts and their ``unit``.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from iawce.data.sinks.json_text import json_text
from iawce.data.sinks.schema import Cell
from iawce.data.sinks.sink import KEY, Row

SUFFIX = ".schema.json"
"""Of the file beside the table."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?", re.I | re.A)
"""A number; digits after a zero are an identifier."""


@dataclass(slots=True)
class _Column:
    kinds: set[str] = field(default_factory=set)
    filled: int = 0
    only: set[str] = field(default_factory=set)
    """Its values, as long as there is one; two of them, if there are more."""


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
    if not isinstance(cell, str) or _NUMBER.fullmatch(cell):
        return "number"
    try:
        return "date" if date.fromisoformat(cell).isoformat() == cell else "string"
    except ValueError:
        return "string"


def may_replace(path: Path) -> bool:
    """Whether a file is absent, or such a description; another file of this name stays."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return True
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "fields" in found
