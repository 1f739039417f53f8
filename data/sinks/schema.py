"""What the columns of a row hold, in plain terms that every sink can translate into its own types.

A sink is given the schema and never infers it from the rows: the first row may be a failure whose columns are empty.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Scalar(StrEnum):
    """One value. The names are those of JSON Schema, except ``ANY``: a string, an integer or a number."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a closed list of strings."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """Any number of values of one type, or exactly ``length`` of them."""

    items: "Type"
    length: int | None = None


@dataclass(frozen=True, slots=True)
class MapOf:
    """Values of one type by names that differ from row to row."""

    values: "Type"


@dataclass(frozen=True, slots=True)
class Struct:
    """Values of several types by names that are the same in every row, in this order."""

    fields: Mapping[str, "Type"]


@dataclass(frozen=True, slots=True)
class Nullable:
    """A value of a type, or None."""

    type: "Type"


Type = Scalar | Choice | ListOf | MapOf | Struct | Nullable
Schema = Struct
"""The columns of a row, by name."""


def describe(kind: Type) -> str:
    """A type in words, such as ``list of 4 integers, or null``."""
    match kind:
        case Nullable(inner):
            return f"{describe(inner)}, or null"
        case ListOf(items, length):
            return f"list of {length or ''} {describe(items)}s".replace("  ", " ")
        case MapOf(values):
            return f"map of names to {describe(values)}"
        case Struct():
            return "object"
        case Choice():
            return "name"
        case Scalar.ANY:
            return "string, integer or number"
        case Scalar():
            return str(kind)


def columns(schema: Struct, prefix: str = "") -> Mapping[str, Type]:
    """Every field of a schema and of the objects in it.

    ``blocks[].text`` is the text of each of the blocks, ``fields.*.text`` that of each of the fields by name.
    """
    found: dict[str, Type] = {}
    for name, kind in schema.fields.items():
        found[prefix + name] = kind
        inner, dots = _inner(kind)
        if isinstance(inner, Struct):
            found |= columns(inner, prefix + name + dots)
    return found


def _inner(kind: Type) -> tuple[Type, str]:
    """What a list or a map holds, or the type itself, and what stands between its name and the name of a field."""
    match kind:
        case Nullable(inner):
            return _inner(inner) if not isinstance(inner, Struct) else (inner, ".")
        case ListOf(items):
            return items, "[]."
        case MapOf(values):
            return values.type if isinstance(values, Nullable) else values, ".*."
    return kind, "."
