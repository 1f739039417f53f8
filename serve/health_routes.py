"""Whether the service lives and takes requests, and its figures."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from iawce.serve.metrics import CONTENT_TYPE_LATEST
from iawce.serve.openapi import FIGURES, HEALTH
from iawce.serve.service import Caller, GivenService

routes = APIRouter(tags=["state"])


@routes.get("/healthz", summary="Whether the service is alive", responses=HEALTH)
async def healthz() -> Response:
    """Answers as long as the service runs."""
    return JSONResponse({"status": "ok"})


@routes.get("/readyz", summary="Whether the service accepts requests", responses=HEALTH)
async def readyz(service: GivenService) -> Response:
    """503 until its models are loaded and its processes and browser have handled a page, while it stops, or is full."""
    if not service.is_ready:
        raise HTTPException(503, "not ready")
    return JSONResponse({"status": "ok"})


@routes.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse, responses=FIGURES)
async def metrics(service: GivenService, _: Caller) -> Response:
    """Requests, pages by status and reason, times, and the number of waiting requests."""
    return Response(service.metrics.text(), media_type=CONTENT_TYPE_LATEST)
