"""Counts every answered request, and adds the headers that keep browsers from guessing."""

import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from iawce.serve.metrics import Metrics

HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
NO_ANSWER = 499
"""Status for requests whose callers closed the connection."""


class Observed:
    """Counts requests under the pattern of their path.

    Args:
        app: the application.
        metrics: which count them.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), NO_ANSWER

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception:
            status = 500
            raise
        finally:
            path = getattr(scope.get("route"), "path", "unknown")
            self._metrics.count_request(path, status, time.perf_counter() - started)
