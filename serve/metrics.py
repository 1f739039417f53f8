"""Metrics for Prometheus, and the middleware that counts every answered request."""

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from iawce.extract.output.extraction import Extraction
from iawce.serve.page_service import PageService

SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
NO_ANSWER = 499  # Status for requests whose callers closed the connection


class Metrics:
    """The figures of one service: ``requests`` and their ``seconds`` by the pattern of their path, rows, what waits."""

    def __init__(self, pages: PageService) -> None:
        self.registry = own = CollectorRegistry()
        self.requests = Counter("iawce_requests", "Requests", ["path", "status"], registry=own)
        self._pages = Counter("iawce_pages", "Rows", ["status", "reason"], registry=own)
        self.seconds = Histogram("iawce_request_seconds", "Time to an answer", ["path"], buckets=SECONDS, registry=own)
        Gauge("iawce_waiting", "Pages that wait for a worker", registry=own).set_function(lambda: pages.waiting)
        Gauge("iawce_working", "Pages that are worked at", registry=own).set_function(lambda: pages.working)

    def count_page(self, row: Extraction) -> None:
        """Count a page with a row."""
        self._pages.labels(str(row.status), row.reason.partition("/")[0]).inc()


class MetricsMiddleware:
    """Counts requests under the pattern of their path."""

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
            self._metrics.requests.labels(path, str(status)).inc()
            self._metrics.seconds.labels(path).observe(time.perf_counter() - started)
