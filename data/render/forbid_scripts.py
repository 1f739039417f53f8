"""Keeps the scripts of a page from running, without a change to the server's answer."""

import asyncio
import base64
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

NO_SCRIPTS = "script-src 'none'; worker-src 'none'"
"""Content security policy of a page whose scripts are off. Parts for browsers without scripts stay unseen."""
_OF_TRANSFER = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class ForbidScripts:
    """Adds the policy to each complete document of one tab, frames too, from ``start`` on.

    The policy has an effect only in a replaced answer; a browser ignores it in one that is passed on.

    Args:
        session: of the tab, for this purpose alone.
    """

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin."""
        self._session.on("Fetch.requestPaused", self._see)
        documents = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}
        await self._session.send("Fetch.enable", {"patterns": [documents]})

    def _see(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._send_on(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_on(self, event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        try:
            body = await self._session.send("Fetch.getResponseBody", request)
            headers = [one for one in event["responseHeaders"] if one["name"].lower() not in _OF_TRANSFER]
            policy = {"name": "Content-Security-Policy", "value": NO_SCRIPTS}
            content = body["body"] if body["base64Encoded"] else base64.b64encode(body["body"].encode()).decode()
            answer = {"responseCode": event["responseStatusCode"], "responseHeaders": [*headers, policy]}
            await self._session.send("Fetch.fulfillRequest", {**request, **answer, "body": content})
        except (PlaywrightError, KeyError):  # a redirect or no answer at all; or the page has gone
            with suppress(PlaywrightError):
                await self._session.send("Fetch.continueRequest", request)
