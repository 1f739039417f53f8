"""Middleware that ends requests that are too long, too slow, or abandoned by their callers."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from iawce.serve.problems import problem

TOGETHER = 32  # Longest bodies that all requests may have in memory at the same time; further ones are refused
RETRY = {"Retry-After": "5"}


class LimitedBody:
    """Reads the body of a request, of at most ``most`` bytes within ``seconds``, before the application sees it.

    The answer is cancelled when the caller ends the connection.
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
            async with asyncio.timeout(self._seconds):
                is_whole = await self._read(body, scope, receive)
        except TimeoutError:
            await problem(408, "the request did not come in time")(scope, receive, send)
        except HTTPException as error:
            await problem(error.status_code, error.detail, error.headers)(scope, receive, send)
        else:
            if is_whole:
                await self._answer(bytes(body), scope, receive, send)
        finally:
            self._held -= len(body)

    async def _read(self, body: bytearray, scope: Scope, receive: Receive) -> bool:
        """Read the body; whether the caller stayed."""
        too_long = HTTPException(413, f"a request has at most {self._most} bytes")
        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared[:18]) > self._most:
            raise too_long
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            part = message.get("body", b"")
            body += part
            self._held += len(part)
            if len(body) > self._most:
                raise too_long
            if self._held > TOGETHER * self._most:
                raise HTTPException(503, "the requests of all callers take too much memory", RETRY)
            more = message.get("more_body", False)
        return True

    async def _answer(self, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as long as its caller waits."""
        pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def given() -> Message:
            return pending.pop() if pending else await receive()

        answering = asyncio.ensure_future(self._app(scope, given, send))
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
