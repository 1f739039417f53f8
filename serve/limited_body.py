"""Requests that are too long or too slow end before anything reads them."""

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
