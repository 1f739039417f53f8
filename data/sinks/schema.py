"""The types of a row's columns, those of ``msgspec.inspect``, and values in a form that every sink can store.

The types are given, never inferred: the first row may be a failure without values.
"""

import json
import math
from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec import inspect as kinds
from msgspec.inspect import Type, multi_type_info, type_info

LINE_ENDS = "\x85\u2028\u2029"  # Characters allowed in JSON, but at which many readers break a line
Schema = Mapping[str, Type]  # The columns of a row, by name
TEXT, NUMBER, DATE = kinds.StrType(), kinds.FloatType(), kinds.DateType()
"""Types of the columns of a growing table. Dates are ISO 8601 texts."""
UNTYPED = type_info(str | float | None)  # A column of a growing table in a format whose columns have no types
Cell = str | int | float | bool | None


def json_text(value: Any) -> str:
    """JSON on one line for any reader; infinity and NaN become null, lone surrogates question marks."""
    try:
        text = plain_text(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except ValueError:
        text = plain_text(json.dumps(_finite(value), ensure_ascii=False))
    for character in LINE_ENDS if not text.isascii() else "":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain_text(text: str) -> str:
    """``text`` with a question mark for each lone surrogate, which UTF-8 cannot encode."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text


def schema_of(hints: Mapping[str, Any]) -> Schema:
    """The columns that hold values of these type hints; dataclasses and lists may be nested in them."""
    return dict(zip(hints, multi_type_info(hints.values()), strict=True))


def unless_null(kind: Type) -> tuple[Type, bool]:
    """The type of a value that is not None, and whether it may be None. Several types remain a union."""
    if not isinstance(kind, kinds.UnionType) or not kind.includes_none:
        return kind, False
    rest = tuple(each for each in kind.types if not isinstance(each, kinds.NoneType))
    return rest[0] if len(rest) == 1 else kinds.UnionType(rest), True


def fields_of(kind: kinds.DataclassType) -> Schema:
    """The fields of an object."""
    return {field.name: field.type for field in kind.fields}


def is_text(kind: Type) -> bool:
    """Whether a column has plain text, without JSON."""
    return isinstance(unless_null(kind)[0], kinds.StrType | kinds.EnumType | kinds.DateType | kinds.UnionType)


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
    if isinstance(inner := unless_null(kind)[0], kinds.BoolType | kinds.IntType | kinds.FloatType):
        return bool(cell) if isinstance(inner, kinds.BoolType) else cell
    return json.loads(str(cell))


def type_of(value: Cell) -> Type:
    """The type of a value; an existing date in ISO 8601 is a date: ``2024-05-01``."""
    if not isinstance(value, str):
        return NUMBER
    try:
        return DATE if date.fromisoformat(value).isoformat() == value else TEXT
    except ValueError:
        return TEXT
