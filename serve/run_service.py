"""Runs the service on a socket, and closes connections whose callers neither send nor read."""

import asyncio
import logging
import socket
import sys
from types import FrameType

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from iawce.data.errors import UsageError
from iawce.data.render.chromium import can_sandbox
from iawce.extract.pipeline.extractor import Extractor
from iawce.serve.app import make_app
from iawce.serve.service import Service
from iawce.serve.settings import ServeSettings

HEAD = 10.0
"""Seconds in which the head of a request must arrive."""
STALL = 60.0
"""Seconds in which a caller must read some of an answer."""


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


log = logging.getLogger(__name__)
LEAVE = 20
"""Seconds that requests get to end when the service is to stop."""
MAX_CONNECTIONS = 2_000
BACKLOG = 1_024
MAX_HEAD = 64 << 10
"""Bytes of the head of a request."""


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
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MAX_CONNECTIONS,
        h11_max_incomplete_event_size=MAX_HEAD,
        timeout_graceful_shutdown=LEAVE,
        proxy_headers=False,
    )
    return _Server(config, app.state.service)
