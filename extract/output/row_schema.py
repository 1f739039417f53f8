"""The schema of a row, made from the type hints of the dataclasses that a row consists of."""

from collections.abc import Sequence
from functools import cache, reduce
from operator import getitem
from typing import Any, get_type_hints

import msgspec
from msgspec.inspect import DataclassType

from iawce.data.errors import UsageError, not_known
from iawce.data.sinks.schema import Schema, fields_of, schema_of
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


def chosen_columns(names: Sequence[str]) -> Schema:
    """The columns with these names, such as ``text`` and ``metadata.authors``.

    Raises UsageError: there is no such column, or one is named twice.
    """
    known = dict(row_schema())
    for name, kind in row_schema().items():
        if isinstance(kind, DataclassType):
            known |= {f"{name}.{field}": inner for field, inner in fields_of(kind).items()}
    if unknown := [name for name in names if name not in known]:
        raise not_known("rows have no column", unknown[0], known)
    if len(set(names)) < len(names):
        raise UsageError("a column is named twice")
    return {name: known[name] for name in names}


def with_dotted(row: Row, columns: Schema) -> Row:
    """The row with those of the columns that are facts of an object."""
    return row | {name: reduce(getitem, name.split("."), row) for name in columns if "." in name}
