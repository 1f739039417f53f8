"""The document that a tab shows: its response, its bytes as they arrive, and why a navigation failed."""

import asyncio
import base64
import contextlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.dom.read import encode_again
from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.client import next_address
from iawce.data.network.response import check_response

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

    ``stop`` is called with the reason to give the page up at once, as for more than ``max_body`` bytes of a document,
    or ten times as many of all that the page loads.

    Attributes:
        last: the last answer to a navigation, also of a failed one.
        address: the last requested address, redirects included; empty without one.
        shown: the answer with the document that the tab shows.
        number: how many documents the tab has gone through.
        broken: is set when the document breaks off.
    """

    def __init__(self, session: CDPSession, frame: str, max_body: int, stop: Stop) -> None:
        self._session, self._frame, self._max_body, self._stop = session, frame, max_body, stop
        self.address = self._request = self._loader = self._begun = ""
        self.number = self._addresses = self._body = self._page = 0
        self._is_replaced = False
        self.last: ServerAnswer | None = None
        self.shown: ServerAnswer | None = None
        self._answered, self.broken = asyncio.Event(), asyncio.Event()
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

        ``charset``: label of the encoding that the browser assumes; ``seconds``: that they get to come.
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
            self._note(event["statusCode"], event["headers"])

    def _see_answer(self, event: dict[str, Any]) -> None:
        if event["requestId"] == self._request:
            answer = self._note(event["response"]["status"], event["response"]["headers"])
            length = answer.headers.get("content-length", "")
            if length.isdecimal() and int(length[:18]) > self._max_body and answer.status < ERROR:
                self._stop_large_body()

    def _note(self, status: int, headers: dict[str, str]) -> ServerAnswer:
        self.last = ServerAnswer(status, {name.lower(): value for name, value in headers.items()})
        self._answered.set()
        return self.last

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


_ERRORS = {
    "ERR_CONNECTION_REFUSED": ("refused", "the connection was refused"),
    "ERR_CONNECTION_RESET": ("reset", "the connection was broken off"),
    "ERR_CONNECTION_CLOSED": ("closed", "the connection was closed"),
    "ERR_EMPTY_RESPONSE": ("empty_response", "the server sent nothing"),
    "ERR_NAME_NOT_RESOLVED": ("dns", "the host is not known"),
    "ERR_TOO_MANY_REDIRECTS": ("too_many_redirects", "too many redirects"),
    "ERR_TIMED_OUT": ("timeout", "the connection took too long"),
    "ERR_CONNECTION_TIMED_OUT": ("timeout", "the connection took too long"),
    "ERR_CONTENT_DECODING_FAILED": ("encoding", "the answer cannot be unpacked"),
    "ERR_INVALID_URL": ("invalid_url", "this is no address"),
    "ERR_UNSAFE_PORT": ("unsafe_port", "browsers open no web page at this port"),
    "ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION": ("invalid_redirect", "the redirect has several addresses"),
    "ERR_INVALID_RESPONSE": ("invalid_response", "the answer is no valid HTTP"),
    "ERR_INVALID_HTTP_RESPONSE": ("invalid_response", "the answer is no valid HTTP"),
}
"""Codes of Chromium, with the detail of the reason and what is said."""
_DOWNLOAD = "Download is starting"


def explain(message: str, answer: ServerAnswer | None, address: str) -> PageError:
    """The error of a failed ``goto``, by its message, the last answer and the last requested address, if any."""
    try:
        if answer:
            check_response(*answer)
            next_address(answer.status, [answer.headers.get("location", "").encode()], address)
        if address:
            WebAddress.parse(address)
    except PageError as error:
        return error
    return fetch_error(message)


def fetch_error(message: str) -> PageError:
    """The error for the message of a failed navigation."""
    if _DOWNLOAD in message:
        return PageError("not_html/download", "the page is a file to save")
    match = re.search(r"net::(ERR_\w+)", message)
    code = match.group(1) if match else ""
    if code == "ERR_INVALID_AUTH_CREDENTIALS":
        return PageError("http_error/401", "the server asks for a name and a password", http_status=401)
    if code == "ERR_UNEXPECTED_PROXY_AUTH":
        return PageError("http_error/407", "the server asks for credentials as only a proxy may", http_status=407)
    if code in ("ERR_UNSAFE_REDIRECT", "ERR_UNKNOWN_URL_SCHEME"):
        return PageError("blocked/scheme", "only http and https are opened")
    said = (code or message.splitlines()[0]).strip()
    if code.startswith(("ERR_CERT", "ERR_SSL")):
        return PageError("fetch_error/tls", f"no secure connection: {said}")
    if "invalid url" in message.lower():
        code = "ERR_INVALID_URL"
    detail, words = _ERRORS.get(code, (code.removeprefix("ERR_").lower() or "unknown", said))
    return PageError(f"fetch_error/{detail}", words)
