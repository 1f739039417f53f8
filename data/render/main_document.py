"""The document that a tab shows: its response, and its bytes as they arrive."""

import asyncio
import base64
import contextlib
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.dom.read import encode_again
from iawce.data.errors import PageError
from iawce.data.render.navigation import fetch_error

DOCUMENTS = 10
"""Most documents of a tab, not counting redirects, before the page counts as unstable."""
ADDRESSES = 150
"""The same for addresses that a document sets for itself."""
ERROR = 400
"""Lowest HTTP status of an error."""
Stop = Callable[[PageError], None]


class ServerAnswer(NamedTuple):
    """The answer of a server: HTTP status, headers by name in lower case."""

    status: int
    headers: dict[str, str]


class MainDocument:
    """Watches the main frame of one tab; the session must have ``Network``, ``Page`` and its lifecycle events enabled.

    Args:
        session: of the tab.
        frame: identifier of the tab's main frame.
        max_body: bytes of a document above which ``stop`` is called; ten times as many for all that the page loads.
        stop: is called with the reason to give the page up at once.

    Attributes:
        last: the last answer to a navigation, also of a failed one.
        address: the last requested address, redirects included; empty without one.
        shown: the answer with the document that the tab shows.
        number: how many documents the tab has gone through.
        broken: is set when the document breaks off.
    """

    def __init__(self, session: CDPSession, frame: str, max_body: int, stop: Stop) -> None:
        self._session, self._frame, self._max_body, self._stop = session, frame, max_body, stop
        self._request, self._loader, self._body, self._page = "", "", 0, 0
        self._begun, self._is_replaced = "", False
        self.address = ""
        self.number = self._addresses = 0
        self.last: ServerAnswer | None = None
        self._answered = asyncio.Event()
        self.shown: ServerAnswer | None = None
        self.broken = asyncio.Event()
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.responseReceivedExtraInfo", self._see_status)
        session.on("Network.responseReceived", self._see_answer)
        session.on("Network.dataReceived", self._count)
        session.on("Network.loadingFailed", self._fail)
        session.on("Page.lifecycleEvent", self._see_beginning)
        session.on("Page.frameNavigated", self._see_document)
        session.on("Page.navigatedWithinDocument", self._see_address)

    @property
    def is_left(self) -> bool:
        """Whether the tab has left the server's document, or is about to: it shows another one."""
        return self._is_replaced or self._request != self._loader or not self.address.startswith("http")

    async def answer(self, seconds: float) -> ServerAnswer | None:
        """The last answer; None if there is none within ``seconds``."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._answered.wait()
        return self.last

    async def body(self, charset: str, seconds: float) -> bytes | None:
        """The bytes of the document without their transfer encoding; None while they are incomplete.

        Args:
            charset: label of the encoding that the browser assumes.
            seconds: that they get to come.
        """
        try:
            async with asyncio.timeout(seconds):
                answer = await self._session.send("Network.getResponseBody", {"requestId": self._loader})
        except (TimeoutError, PlaywrightError):
            return None
        if answer["base64Encoded"]:
            return base64.b64decode(answer["body"])
        return encode_again(answer["body"], charset)

    def _begin(self, event: dict[str, Any]) -> None:
        if event.get("type") == "Document" and event.get("frameId") == self._frame:
            self._request, self._body, self.last = event["requestId"], 0, None
            self.address = event["request"]["url"]
            self.broken.clear()
            self._answered.clear()

    def _see_status(self, event: dict[str, Any]) -> None:
        """The only event for an answer without content."""
        if event["requestId"] == self._request:
            self._note(ServerAnswer(event["statusCode"], _lowered(event["headers"])))

    def _see_answer(self, event: dict[str, Any]) -> None:
        if event["requestId"] == self._request:
            answer = self._note(ServerAnswer(event["response"]["status"], _lowered(event["response"]["headers"])))
            length = answer.headers.get("content-length", "")
            if length.isdecimal() and int(length[:18]) > self._max_body and answer.status < ERROR:
                self._stop_large_body()

    def _note(self, answer: ServerAnswer) -> ServerAnswer:
        self.last = answer
        self._answered.set()
        return answer

    def _fail(self, event: dict[str, Any]) -> None:
        """Chromium shows the part of a document that arrived before it broke off, without a report."""
        if event["requestId"] != self._request or event.get("canceled") or self.last is None:
            return
        if self.last.status >= ERROR:  # which is more specific, and often has no body
            return
        if not self._body:
            self._stop(fetch_error(event["errorText"]))
        self.broken.set()

    def _count(self, event: dict[str, Any]) -> None:
        self._page += event["dataLength"]
        self._body += event["dataLength"] if event["requestId"] == self._request else 0
        if self._body > self._max_body:
            self._stop_large_body()
        elif self._page > 10 * self._max_body:
            self._stop(PageError("too_large/page", f"the page loads more than {self._page} bytes"))

    def _stop_large_body(self) -> None:
        self._stop(PageError("too_large/body", f"the page has more than the {self._max_body} bytes allowed"))

    def _see_beginning(self, event: dict[str, Any]) -> None:
        """The result of a ``javascript:`` address replaces a document; only this event shows it."""
        if event["name"] == "init" and event["frameId"] == self._frame:
            self._begun, self._is_replaced = event["loaderId"], event["loaderId"] == self._begun

    def _see_document(self, event: dict[str, Any]) -> None:
        if event["frame"]["id"] != self._frame:
            return
        self._loader, self.shown = event["frame"]["loaderId"], self.last
        self.number += 1
        if self.number > DOCUMENTS:
            self._stop(PageError("unstable/navigation", f"the page navigated {self.number} times"))

    def _see_address(self, event: dict[str, Any]) -> None:
        self._addresses += event["frameId"] == self._frame
        if self._addresses > ADDRESSES:
            self._stop(PageError("unstable/history", f"the page changed its address {self._addresses} times"))


def _lowered(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
