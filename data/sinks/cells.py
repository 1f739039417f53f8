"""Rows as cells of a flat table: scalars are columns of their own, everything nested is JSON text."""

import json
from typing import Any

from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.schema import Choice, Nullable, Scalar, Type

Cell = str | int | float | bool | None


def inner_type(kind: Type) -> Type:
    """The type of a value that is not None."""
    return kind.type if isinstance(kind, Nullable) else kind


def is_text(kind: Type) -> bool:
    """Whether a column holds text as it is."""
    return kind is Scalar.STRING or isinstance(kind, Choice)


def is_native(kind: Type) -> bool:
    """Whether a column holds a number or a boolean."""
    return isinstance(kind, Scalar) and kind in (Scalar.INTEGER, Scalar.NUMBER, Scalar.BOOLEAN)


def to_cell(kind: Type, value: Any) -> Cell:
    """A value of a type as it stands in a table."""
    kind = inner_type(kind)
    if value is None:
        return None
    if is_text(kind):
        return plain_text(value)
    return value if is_native(kind) else json_text(value)


def from_cell(kind: Type, cell: Cell) -> Any:
    """The value that ``to_cell`` was given; a database may have stored a boolean as a number."""
    kind = inner_type(kind)
    if cell is None or is_text(kind):
        return cell
    if is_native(kind):
        return bool(cell) if kind is Scalar.BOOLEAN else cell
    return json.loads(str(cell))
