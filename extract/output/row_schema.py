"""The schema of a row, made from the type hints of the dataclasses that a row consists of."""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from iawce.data.sinks.json_schema import DIALECT, json_schema
from iawce.data.sinks.schema import Choice, ListOf, MapOf, Nullable, Scalar, Schema, Struct, Type
from iawce.extract.output.extraction import SCHEMA_VERSION, Extraction

SCALARS: dict[Any, Scalar] = {
    str: Scalar.STRING,
    int: Scalar.INTEGER,
    float: Scalar.NUMBER,
    bool: Scalar.BOOLEAN,
    str | int | float: Scalar.ANY,
}


@cache
def row_schema() -> Schema:
    """Columns of a row in the order of ``Extraction.to_dict``."""
    head: dict[str, Type] = {"schema_version": Scalar.INTEGER, "id": Scalar.STRING}
    tail: dict[str, Type] = {"confidence": Scalar.NUMBER, "markdown": Scalar.STRING}
    return Struct(head | _fields(Extraction) | tail)


def row_json_schema() -> dict[str, Any]:
    """JSON Schema of a row, which ``docs/row.schema.json`` holds."""
    schema = json_schema(row_schema())
    schema["properties"]["schema_version"] = {"const": SCHEMA_VERSION}
    return {"$schema": DIALECT, "title": "A row of I-AWCE", "description": "See rows.md."} | schema


def _fields(model: type[Any]) -> dict[str, Type]:
    hints = get_type_hints(model)
    return {field.name: _type_of(hints[field.name]) for field in fields(model)}


def _type_of(hint: Any) -> Type:
    """The type that a type hint of a dataclass stands for."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in SCALARS:
        return SCALARS[hint]
    if origin in (Union, UnionType) and NoneType in parts:
        return Nullable(_type_of(parts[0]))
    if origin is tuple:
        return ListOf(_type_of(parts[0]), None if parts[1] is Ellipsis else len(parts))
    if origin is dict:
        return MapOf(_type_of(parts[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        return Struct(_fields(hint))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Choice(tuple(map(str, hint)))
    raise TypeError(f"a row cannot hold {hint}")
