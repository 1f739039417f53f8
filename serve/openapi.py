"""What the service's description (OpenAPI) says of answers: the types of rows, made from the rows themselves."""

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from iawce.extract.output.row_schema import row_json_schema
from iawce.serve.problems import MEDIA, PROBLEM

_REFUSALS = {
    "400": "the request is no JSON",
    "401": "no known token",
    "403": "the address is not public, or a web page calls this machine",
    "404": "there is no such thing",
    "408": "the request came too slowly",
    "413": "too long",
    "415": "another media type is needed",
    "422": "the request cannot be understood, or the page has no content",
    "429": "too many requests in a minute",
    "500": "a defect in the service",
    "502": "the page cannot be fetched",
    "503": "too many requests wait",
    "504": "not done in time",
}


def _answers(
    status: str, meaning: str, schema: dict[str, Any], media: str = "application/json"
) -> dict[int | str, dict[str, Any]]:
    problem = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    refusals: dict[int | str, dict[str, Any]] = {
        code: {"description": why, "content": problem} for code, why in _REFUSALS.items()
    }
    return {status: {"description": meaning, "content": {media: {"schema": schema}}}, **refusals}


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_ROW = {"$ref": "#/components/schemas/Row"}
_JOB = {"$ref": "#/components/schemas/Job"}
ROW = _answers("200", "the row of the page", _ROW)
ROWS = _answers("200", "a row in each line", {"type": "string"}, "application/x-ndjson")
TABLE = _answers("200", "the table", {"$ref": "#/components/schemas/Table"})
JOB = _answers("200", "the job", _JOB) | _answers("202", "the job", _JOB)
JOBS = _answers("200", "the jobs", _array(_JOB))
PICTURE = {
    "requestBody": {
        "required": True,
        "content": {
            f"image/{kind}": {"schema": {"type": "string", "format": "binary"}} for kind in ("png", "jpeg", "webp")
        },
    }
}
_NUMBER_OR_NULL = {"type": ["number", "null"]}
SCHEMAS: dict[str, Any] = {
    "Problem": PROBLEM,
    "Job": {
        "type": "object",
        "required": ["id", "state", "pages", "done", "failed", "created", "ended"],
        "properties": {
            "id": {"type": "string"},
            "state": {"enum": ["running", "done", "cancelled"]},
            **{name: {"type": "integer"} for name in ("pages", "done", "failed")},
            "created": {"type": "number", "description": "seconds since 1970"},
            "ended": _NUMBER_OR_NULL,
        },
    },
    "Table": {
        "type": "object",
        "required": ["source", "list_confidence", "columns", "rows", "warnings"],
        "properties": {
            "source": {"type": "string"},
            "list_confidence": _NUMBER_OR_NULL,
            "columns": _array({"type": "string"}),
            "rows": _array({"type": "object"}),
            "warnings": _array({"type": "string"}),
        },
    },
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of an application, with the schemas of its answers."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = found.setdefault("components", {}).setdefault("schemas", {})
        schemas |= _row_schemas() | SCHEMAS
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        app.openapi_schema = found
    return app.openapi_schema


def _row_schemas() -> dict[str, Any]:
    text = json.dumps(row_json_schema()["$defs"])
    return dict(json.loads(text.replace("#/$defs/", "#/components/schemas/")))
