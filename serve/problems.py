"""Errors as problem details (RFC 9457): a status code, a description, and the reason that a row would have."""

import logging
import secrets
import sqlite3
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from iawce.data.errors import EnvironmentMissing, ReasonKind, UsageError
from iawce.data.terminal import one_line
from iawce.extract.output.extraction import Extraction

log = logging.getLogger(__name__)
MEDIA = "application/problem+json"
MAX_DETAIL = 1000  # Characters of what is wrong with a request
STATUS_OF = dict.fromkeys((ReasonKind.CRASH, ReasonKind.FETCH_ERROR, ReasonKind.HTTP_ERROR, ReasonKind.UNSTABLE), 502)
STATUS_OF |= {ReasonKind.BLOCKED: 403, ReasonKind.TOO_LARGE: 413, ReasonKind.INTERNAL: 500, ReasonKind.TIMEOUT: 504}
"""HTTP status of a page that failed, by the kind of its reason; of the others 422."""
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "reason": {"type": "string", "description": "why a page failed, as in a row"},
        "row": {"$ref": "#/components/schemas/Row"},
        "incident": {"type": "string", "description": "identifies a defect in the service's log"},
    },
}
"""JSON Schema of a problem."""


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """An answer that describes an error."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return JSONResponse(body | more, status, dict(headers or {}), media_type=MEDIA)


def failed_page(row: Extraction) -> JSONResponse:
    """The answer for a page that failed, with its row."""
    status = STATUS_OF.get(ReasonKind(row.reason.partition("/")[0]), 422)
    return problem(status, row.message, reason=row.reason, row=row.to_dict())


def add_problem_handlers(app: FastAPI) -> None:
    """Turn every error of an application into a problem; defects are logged under an id that the caller gets."""

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: Any) -> JSONResponse:
        return problem(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(RequestValidationError)
    async def request(request: Request, error: Any) -> JSONResponse:
        is_json = "json" in request.headers.get("content-type", "")
        if not is_json and any(one["loc"] == ("body",) for one in error.errors()):
            return problem(422, "the body is JSON: send it with the header Content-Type: application/json")
        wrong = "; ".join(
            f"{'.'.join(map(str, one['loc']))}: {one['msg'].removeprefix('Value error, ')}"
            for one in error.errors()[:5]
        )
        return problem(422, one_line(wrong)[:MAX_DETAIL])

    @app.exception_handler(UsageError)
    async def usage(_: Request, error: Exception) -> JSONResponse:
        return problem(422, one_line(str(error))[:MAX_DETAIL])

    @app.exception_handler(EnvironmentMissing)
    async def environment(_: Request, error: Exception) -> JSONResponse:
        log.error("%s", error)
        return problem(503, "the service lacks a component that this request needs")

    @app.exception_handler(sqlite3.Error)
    async def jobs(_: Request, error: Exception) -> JSONResponse:
        log.error("the file of jobs: %s", error)
        return problem(503, "jobs cannot be stored or read at the moment", {"Retry-After": "60"})

    @app.exception_handler(Exception)
    async def defect(_: Request, error: Exception) -> JSONResponse:
        incident = secrets.token_hex(8)
        log.error("incident %s", incident, exc_info=error)
        return problem(500, "a defect in the service", incident=incident)
