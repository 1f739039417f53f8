"""Middleware that ends requests that are too long, too slow, or abandoned by their callers."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from iawce.serve.problems import problem

TOGETHER = 32
"""Longest bodies that all requests may have in memory at the same time; further ones are refused."""
RETRY = {"Retry-After": "5"}


class _TooLong(Exception):
    """A body has more bytes than allowed."""


class _NoRoom(Exception):
    """The bodies of all requests take too much memory."""


class _Left(Exception):
    """The caller went away."""


class LimitedBody:
    """Reads the body of a request, within its limits, before the application sees the request.

    Args:
        app: the application.
        most: bytes.
        seconds: in which it must arrive.
    """

    def __init__(self, app: ASGIApp, most: int, seconds: float) -> None:
        self._app, self._most, self._seconds = app, most, seconds
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 408, 413 or 503, or pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = bytearray()
        try:
            await self._pass_on(body, scope, receive, send)
        finally:
            self._held -= len(body)

    async def _pass_on(self, body: bytearray, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await self._read(body, scope, receive)
        except TimeoutError:
            await problem(408, "the request did not come in time")(scope, receive, send)
        except _TooLong:
            await problem(413, f"a request has at most {self._most} bytes")(scope, receive, send)
        except _NoRoom:
            await problem(503, "the requests of all callers take too much memory", RETRY)(scope, receive, send)
        except _Left:
            return
        else:
            pending: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

            async def given() -> Message:
                return pending.pop() if pending else await receive()

            await self._app(scope, given, send)

    async def _read(self, body: bytearray, scope: Scope, receive: Receive) -> None:
        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared[:18]) > self._most:
            raise _TooLong
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Left
            part = message.get("body", b"")
            body += part
            self._held += len(part)
            if len(body) > self._most:
                raise _TooLong
            if self._held > TOGETHER * self._most:
                raise _NoRoom
            more = message.get("more_body", False)


class Abandoned:
    """Cancels the answer to a request when its connection ends.

    Args:
        app: the application; it gets the body of the request from its first ``receive``.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as long as its caller waits."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        first = await receive()
        is_read = False

        async def given() -> "dict[str, object] | object":
            nonlocal is_read
            if is_read:
                return await receive()
            is_read = True
            return first

        answering = asyncio.ensure_future(self._app(scope, given, send))  # type: ignore[arg-type]
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not answering.done():
                answering.cancel()
            await asyncio.gather(leaving, answering, return_exceptions=True)
        if not answering.cancelled():
            answering.result()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
