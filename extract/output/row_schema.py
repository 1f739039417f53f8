"""The schema of a row, made from the type hints of the dataclasses that a row consists of."""

from functools import cache
from typing import Any, get_type_hints

import msgspec

from iawce.data.sinks.schema import Schema, schema_of
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
