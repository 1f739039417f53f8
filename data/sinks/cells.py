"""Rows as cells of a flat table: scalars are separate columns, everything nested is JSON text."""

import json
from datetime import date
from typing import Any

from msgspec.inspect import BoolType, DateType, EnumType, FloatType, IntType, StrType, Type, UnionType

from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.schema import unless_null

Cell = str | int | float | bool | None


def is_text(kind: Type) -> bool:
    """Whether a column has plain text, without JSON."""
    return isinstance(unless_null(kind)[0], StrType | EnumType | DateType | UnionType)


def to_cell(value: Any) -> Cell:
    """A value in the form of a table cell."""
    if isinstance(value, str):
        return plain_text(value)
    return value if value is None or isinstance(value, int | float) else json_text(value)


def from_cell(kind: Type, cell: Cell | date) -> Any:
    """The original of a value by ``to_cell``; a database may have stored booleans as numbers, and dates as dates."""
    if isinstance(cell, date):
        return cell.isoformat()
    if cell is None or is_text(kind):
        return cell
    if isinstance(inner := unless_null(kind)[0], BoolType | IntType | FloatType):
        return bool(cell) if isinstance(inner, BoolType) else cell
    return json.loads(str(cell))
