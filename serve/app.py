"""Assembles the service, with the routes for its health and its metrics."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import APIRouter, FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from iawce import __version__
from iawce.extract.pipeline.extractor import Extractor
from iawce.serve import front_routes, job_routes, page_routes
from iawce.serve.auth import Admission, Callers
from iawce.serve.job_store import JobStore
from iawce.serve.metrics import CONTENT_TYPE_LATEST, Metrics, Observed
from iawce.serve.openapi import FIGURES, HEALTH, describe
from iawce.serve.page_service import PageService
from iawce.serve.problems import add_problem_handlers
from iawce.serve.request_limits import Abandoned, LimitedBody
from iawce.serve.service import Caller, GivenService, Service
from iawce.serve.settings import ServeSettings

DESCRIPTION = "Looks at web pages, decides what kind of page each is, and extracts its content."


def make_app(extractor: Extractor, settings: ServeSettings) -> FastAPI:
    """The service as an ASGI application; it closes the extractor when it ends.

    Args:
        extractor: with its own processes (``process_count``), and network settings that allow only addresses open to
            callers.
        settings: limits of the service.

    Raises:
        UsageError: the file of jobs cannot be used.
    """
    pages = PageService(extractor, settings)
    service = Service(settings, pages, JobStore(settings.jobs, settings.jobs_size), Callers(settings), Metrics(pages))
    app = FastAPI(
        title="I-AWCE", version=__version__, description=DESCRIPTION, lifespan=_lifespan, docs_url=None, redoc_url=None
    )
    app.state.service = service
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # as FastAPI says to extend it
    add_problem_handlers(app)
    for routes in (page_routes.routes, job_routes.routes, state_routes, front_routes.routes):
        app.include_router(routes)
    app.add_middleware(Abandoned)  # the innermost
    app.add_middleware(LimitedBody, most=settings.max_body, seconds=settings.body_timeout)
    app.add_middleware(Admission, callers=service.callers)
    app.add_middleware(Observed, metrics=service.metrics)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    running = [asyncio.create_task(service.runner.run())]
    if service.settings.warm_up:
        running.append(asyncio.create_task(service.warm_up()))
    else:
        service.is_warm = True
    try:
        yield
    finally:
        service.stop()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await asyncio.to_thread(service.pages.close)
        service.store.close()


state_routes = APIRouter(tags=["state"])


@state_routes.get("/healthz", summary="Whether the service is alive", responses=HEALTH)
async def healthz() -> Response:
    """Answers as long as the service runs."""
    return JSONResponse({"status": "ok"})


@state_routes.get("/readyz", summary="Whether the service accepts requests", responses=HEALTH)
async def readyz(service: GivenService) -> Response:
    """503 until its models are loaded and its processes and browser have handled a page, while it stops, or is full."""
    if not service.is_ready:
        raise HTTPException(503, "not ready")
    return JSONResponse({"status": "ok"})


@state_routes.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse, responses=FIGURES)
async def metrics(service: GivenService, _: Caller) -> Response:
    """Requests, pages by status and reason, times, and the number of waiting requests."""
    return Response(service.metrics.text(), media_type=CONTENT_TYPE_LATEST)
