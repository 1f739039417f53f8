"""Requests whose callers have gone away are dropped, unless they are in progress."""

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send


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
