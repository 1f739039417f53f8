"""Assembles the service, and runs it on a socket; closes connections whose callers neither send nor read."""

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import AsyncIterator
from types import FrameType

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from iawce import __version__
from iawce.data.errors import UsageError
from iawce.data.render.chromium import can_sandbox
from iawce.extract.pipeline.extractor import Extractor
from iawce.serve.auth import Admission, Callers
from iawce.serve.jobs import JobRunner, JobStore
from iawce.serve.metrics import Metrics, MetricsMiddleware
from iawce.serve.openapi import describe
from iawce.serve.page_service import PageService
from iawce.serve.problems import add_problem_handlers
from iawce.serve.request_limits import LimitedBody
from iawce.serve.routes import Service, front_page, health, jobs, pages
from iawce.serve.settings import QUIET, ServeSettings

DESCRIPTION = "Looks at web pages, decides what kind of page each is, and extracts its content."
HEAD = 10.0  # Seconds in which the head of a request must arrive
STALL = 60.0  # Seconds in which a caller must read some of an answer
log = logging.getLogger(__name__)
LEAVE = 20  # Seconds that requests get to end when the service is to stop
MAX_CONNECTIONS = 2_000
BACKLOG = 1_024
MAX_HEAD = 64 << 10  # Bytes of the head of a request


def make_app(extractor: Extractor, settings: ServeSettings) -> FastAPI:
    """The service as an ASGI application, with an extractor that it closes when it ends.

    The extractor has its own processes, and network settings that allow only addresses open to callers. ``UsageError``
    if the file of jobs cannot be used.
    """
    work, store = PageService(extractor, settings), JobStore(settings.jobs, settings.jobs_size)
    service = Service(settings, work, store, Callers(settings), Metrics(work), JobRunner(store, work, settings))
    app = FastAPI(
        title="I-AWCE", version=__version__, description=DESCRIPTION, lifespan=_lifespan, docs_url=None, redoc_url=None
    )
    app.state.service = service
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # as FastAPI says to extend it
    add_problem_handlers(app)
    for routes in (pages, jobs, health, front_page):
        app.include_router(routes)
    app.add_middleware(LimitedBody, most=settings.max_body, seconds=settings.body_timeout)  # the innermost
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


class PromptProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with limits of time for the caller."""

    _heading: asyncio.TimerHandle | None = None
    _stalling: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the head of a request; answers are buffered as little as possible."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Read on; the first bytes of a further request begin its time."""
        if self._heading is None and self.conn.their_state is h11.IDLE:
            self._await_head()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop("_heading")

    def pause_writing(self) -> None:
        """The caller does not read the answer."""
        super().pause_writing()
        self._stalling = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        """The caller reads again."""
        self._stop("_stalling")
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop("_heading")
        self._stop("_stalling")
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._heading = self.loop.call_later(HEAD, self.transport.abort)

    def _stop(self, name: str) -> None:
        if waiting := getattr(self, name):
            waiting.cancel()
            setattr(self, name, None)


class _Server(uvicorn.Server):
    """Notifies the service at once that it must stop, so that no caller waits for rows meanwhile."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """At SIGINT or SIGTERM."""
        self._service.is_stopping = True
        super().handle_exit(sig, frame)


def run_service(extractor: Extractor, settings: ServeSettings) -> None:
    """Serve until SIGINT or SIGTERM; requests in progress end first.

    ``UsageError`` if the port is not available, or the file of jobs cannot be used.
    """
    if not extractor.network.fetch and not can_sandbox():
        log.warning("Chromium runs without its sandbox, since this is root: run the service as another user")
    server = make_server(make_app(extractor, settings), settings)
    try:
        opened = server.config.bind_socket()
    except SystemExit as error:
        raise UsageError(f"{settings.host}:{settings.port} is not available to listen on") from error
    opened.listen(BACKLOG)
    host, port = opened.getsockname()[:2]
    sys.stderr.write(f"http://{f'[{host}]' if ':' in host else host}:{port}\n")
    try:
        server.run([opened])
    finally:
        opened.close()


def make_server(app: FastAPI, settings: ServeSettings) -> uvicorn.Server:
    """A server for an application, with its limits, on a given socket."""
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=PromptProtocol,
        limit_concurrency=MAX_CONNECTIONS,
        h11_max_incomplete_event_size=MAX_HEAD,
        timeout_graceful_shutdown=LEAVE,
        **QUIET,
    )
    return _Server(config, app.state.service)
