"""The JSON Schema of a row."""

from typing import Any

from iawce.data.sinks.schema import Choice, ListOf, MapOf, Nullable, Scalar, Struct, Type

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(kind: Type) -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a type; every field of an object is required, and no other is allowed."""
    match kind:
        case Nullable(inner):
            return {"anyOf": [json_schema(inner), {"type": "null"}]}
        case ListOf(items, length):
            exact = {"minItems": length, "maxItems": length} if length is not None else {}
            return {"type": "array", "items": json_schema(items)} | exact
        case MapOf(values):
            return {"type": "object", "additionalProperties": json_schema(values)}
        case Struct(fields):
            properties = {name: json_schema(field) for name, field in fields.items()}
            return {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            }
        case Choice(names):
            return {"enum": list(names)}
        case Scalar.ANY:
            return {"type": [Scalar.STRING.value, Scalar.INTEGER.value, Scalar.NUMBER.value]}
        case Scalar():
            return {"type": kind.value}
