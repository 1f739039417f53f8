"""The types of answers in the service's description (OpenAPI), made from the rows themselves."""

import json
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from iawce.extract.output.row_schema import row_json_schema
from iawce.serve.jobs import Job
from iawce.serve.problems import MEDIA, PROBLEM

_REFUSALS = {
    400: "the request is no JSON",
    401: "no known token",
    403: "a web page calls this machine, or the page's address is not public",
    404: "there is no such job of this caller",
    408: "the request came too slowly",
    413: "too long",
    415: "another media type is needed",
    422: "the request cannot be understood, or the page has no content",
    429: "too many requests in a minute, or too many pages that are not done",
    500: "a defect in the service",
    502: "the page cannot be fetched",
    503: "too many requests wait, or the service cannot take this one now",
    504: "not done in time",
}
_ALWAYS = (408, 413, 500, 503)
_TO_CALLERS = (401, 403, 429)
_TO_ORDERS = (400, 422)
_OF_PAGES = (502, 504)
_BY_NAME = (404, 422)
_TEXT = {"type": "string"}
_ROW = {"$ref": "#/components/schemas/Row"}
_JOB = {"$ref": "#/components/schemas/Job"}
PICTURE = {
    "requestBody": {
        "required": True,
        "content": {
            f"image/{kind}": {"schema": {"type": "string", "format": "binary"}} for kind in ("png", "jpeg", "webp")
        },
    }
}


def _answers(status: int, meaning: str, schema: dict[str, Any], *others: int) -> dict[int | str, dict[str, Any]]:
    media = "application/json" if schema != _TEXT else "application/x-ndjson"
    given: dict[int | str, dict[str, Any]] = {status: {"description": meaning, "content": {media: {"schema": schema}}}}
    return given | _refusals(*_TO_CALLERS, *others)


def _refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    problem = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": _REFUSALS[status], "content": problem} for status in sorted({*_ALWAYS, *statuses})}


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


ROW = _answers(200, "the row of the page", _ROW, *_TO_ORDERS, *_OF_PAGES)
PICTURE_ROW = _answers(200, "the row of the screenshot", _ROW, 415, 422, *_OF_PAGES)
TABLE = _answers(200, "the table", {"$ref": "#/components/schemas/Table"}, *_TO_ORDERS, *_OF_PAGES)
NEW_JOB = _answers(202, "the job", _JOB, *_TO_ORDERS)
JOB = _answers(200, "the job", _JOB, *_BY_NAME)
JOBS = _answers(200, "the jobs", _array(_JOB))
ROWS = _answers(200, "a row in each line", _TEXT, *_BY_NAME)
HEALTH = _refusals()
FIGURES = _refusals(*_TO_CALLERS)
FIGURES[200] = {"description": "the figures", "content": {"text/plain": {"schema": _TEXT}}}
SCHEMAS: dict[str, Any] = {
    "Problem": PROBLEM,
    **msgspec.json.schema_components([Job])[1],
    "Table": {
        "type": "object",
        "required": ["source", "list_confidence", "columns", "rows", "warnings"],
        "properties": {
            "source": {"type": "string"},
            "list_confidence": {"type": ["number", "null"]},
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
        rows = json.dumps(row_json_schema()["$defs"]).replace("#/$defs/", "#/components/schemas/")
        schemas |= json.loads(rows) | SCHEMAS
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        app.openapi_schema = found
    return app.openapi_schema
