"""Types and values in the form of pyarrow."""

import json
from typing import Any

from msgspec.inspect import (
    BoolType,
    CollectionType,
    DataclassType,
    DictType,
    FloatType,
    IntType,
    TupleType,
    Type,
    UnionType,
)

from iawce.data.extras import needing
from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, fields_of, unless_null


def pyarrow() -> Any:
    """The library, with ``parquet``. Raises EnvironmentMissing: it is not installed."""
    with needing("parquet", "Parquet"):
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    return pyarrow


def arrow_column(name: str, kind: Type) -> Any:
    """A column; its metadata express the rest of its type."""
    arrow = pyarrow()
    return arrow.field(name, _arrow_type(kind), metadata={"type": "date"} if kind == DATE else None)


def column_type(column: Any) -> Type:
    """The type of a column of a growing table."""
    if (column.metadata or {}).get(b"type") == b"date":
        return DATE
    return NUMBER if column.type == pyarrow().float64() else TEXT


def _arrow_type(kind: Type) -> Any:
    arrow = pyarrow()
    match unless_null(kind)[0]:
        case CollectionType(items):
            return arrow.list_(_arrow_type(items))
        case TupleType(items):
            return arrow.list_(_arrow_type(items[0]))
        case DictType(_, values):
            return arrow.map_(arrow.string(), _arrow_type(values))
        case DataclassType() as fields:
            return arrow.struct([(name, _arrow_type(field)) for name, field in fields_of(fields).items()])
        case IntType():
            return arrow.int64()
        case FloatType():
            return arrow.float64()
        case BoolType():
            return arrow.bool_()
    return arrow.string()


def to_arrow(kind: Type, value: Any) -> Any:
    """A value in the form of pyarrow: maps as pairs, values of several types as JSON, text that is valid UTF-8."""
    match unless_null(kind)[0]:
        case _ if value is None:
            return None
        case CollectionType(items):
            return [to_arrow(items, item) for item in value]
        case DictType(_, values):
            return [(plain_text(name), to_arrow(values, item)) for name, item in value.items()]
        case DataclassType() as fields:
            return {name: to_arrow(field, value[name]) for name, field in fields_of(fields).items()}
        case UnionType():
            return json_text(value)
    return plain_text(value) if isinstance(value, str) else value


def from_arrow(kind: Type, value: Any) -> Any:
    """The original of a value by ``to_arrow``."""
    match unless_null(kind)[0]:
        case _ if value is None:
            return None
        case CollectionType(items):
            return [from_arrow(items, item) for item in value]
        case DictType(_, values):
            return {name: from_arrow(values, item) for name, item in value}
        case DataclassType() as fields:
            return {name: from_arrow(field, value[name]) for name, field in fields_of(fields).items()}
        case UnionType():
            return json.loads(value)
    return value
