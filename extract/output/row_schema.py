"""The schema of a row, made from the type hints of the dataclasses that a row consists of."""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from typing import Any, get_type_hints

import msgspec
from msgspec.inspect import DataclassType, NoneType, UnionType

from iawce.data.errors import UsageError, not_known
from iawce.data.sinks.schema import Schema, fields_of, schema_of, unless_null
from iawce.data.sinks.sink import Row
from iawce.extract.output.extraction import SCHEMA_VERSION, Extraction

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _hints() -> dict[str, Any]:
    """Types of the columns, in the order of ``Extraction.to_dict``."""
    return {"schema_version": int, "id": str} | get_type_hints(Extraction) | {"confidence": float, "markdown": str}


@cache
def row_schema() -> Schema:
    """Columns of a row."""
    return schema_of(_hints())


def row_json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a row, as in ``docs/row.schema.json``.

    Every field of an object is required, and no other is allowed, which msgspec does not state for dataclasses.
    """
    schema = msgspec.json.schema(msgspec.defstruct("Row", _hints().items()))
    for part in schema["$defs"].values():
        part.pop("description", None)  # a docstring, which is about Python
        if "properties" in part:
            part |= {"required": list(part["properties"]), "additionalProperties": False}
            for field in part["properties"].values():
                field.pop("default", None)
    schema["$defs"]["Row"]["properties"]["schema_version"] = {"const": SCHEMA_VERSION}
    return {"$schema": DIALECT, "title": "A row of I-AWCE", "description": "See rows.md."} | schema


def chosen_columns(names: Sequence[str], missing: str = "rows have no column") -> Schema:
    """The columns with these names, such as ``text`` and ``metadata.product.price``.

    Raises UsageError: there is no such column, which is ``missing``, or one is named twice.
    """
    known = dict(row_schema())
    every = list(known)
    for name in every:  # which grows: objects may hold others
        kind, may_lack = unless_null(known[name])
        if isinstance(kind, DataclassType):
            for field, inner in fields_of(kind).items():
                is_own = not may_lack or unless_null(inner)[1]
                known[f"{name}.{field}"] = inner if is_own else UnionType((inner, NoneType()))
                every.append(f"{name}.{field}")
    if unknown := [name for name in names if name not in known]:
        raise not_known(missing, unknown[0], known)
    if len(set(names)) < len(names):
        raise UsageError("a column is named twice")
    return {name: known[name] for name in names}


def with_dotted(row: Row, columns: Iterable[str]) -> Row:
    """The row with those of the columns that are facts of an object; None where it lacks the object."""
    return row | {name: reduce(_fact, name.split("."), row) for name in columns if "." in name}


def _fact(holder: Row | None, name: str) -> Any:
    return holder and holder[name]
