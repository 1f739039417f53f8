"""Assembles the service."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI

from iawce import __version__
from iawce.extract.pipeline.extractor import Extractor
from iawce.serve.auth import Admission, Callers
from iawce.serve.jobs import JobStore
from iawce.serve.metrics import Metrics, MetricsMiddleware
from iawce.serve.openapi import describe
from iawce.serve.page_service import PageService
from iawce.serve.problems import add_problem_handlers
from iawce.serve.request_limits import Abandoned, LimitedBody
from iawce.serve.routes import front_page, health, jobs, pages
from iawce.serve.service import Service
from iawce.serve.settings import ServeSettings

DESCRIPTION = "Looks at web pages, decides what kind of page each is, and extracts its content."


def make_app(extractor: Extractor, settings: ServeSettings) -> FastAPI:
    """The service as an ASGI application, with an extractor that it closes when it ends.

    The extractor has its own processes, and network settings that allow only addresses open to callers. ``UsageError``
    if the file of jobs cannot be used.
    """
    work = PageService(extractor, settings)
    service = Service(settings, work, JobStore(settings.jobs, settings.jobs_size), Callers(settings), Metrics(work))
    app = FastAPI(
        title="I-AWCE", version=__version__, description=DESCRIPTION, lifespan=_lifespan, docs_url=None, redoc_url=None
    )
    app.state.service = service
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # as FastAPI says to extend it
    add_problem_handlers(app)
    for routes in (pages, jobs, health, front_page):
        app.include_router(routes)
    app.add_middleware(Abandoned)  # the innermost
    app.add_middleware(LimitedBody, most=settings.max_body, seconds=settings.body_timeout)
    app.add_middleware(Admission, callers=service.callers)
    app.add_middleware(MetricsMiddleware, metrics=service.metrics)
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
