"""One page in one tab: navigation, the document that it shows, waiting for a stable layout, recording."""

import asyncio
import base64
import contextlib
import math
import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.async_api import CDPSession, Dialog, Download
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.dom.read import Decoded, encode_again, read_as, read_live
from iawce.data.errors import PageError, WarningKind
from iawce.data.network.address import WebAddress
from iawce.data.network.client import next_address
from iawce.data.network.response import answered, check_response
from iawce.data.render.isolated_world import FREEZE, STATE, World, script
from iawce.data.render.layout import STYLES, has_closed_trees, read_layout
from iawce.data.render.settings import RenderSettings
from iawce.data.render.settle import SHARE, STILL_LOADING, OpenRequests, Settling
from iawce.data.render.tab_requests import GivenHtml
from iawce.data.snapshot import FRAME_ATTRIBUTE

DOCUMENTS = 10  # Most documents of a tab, not counting redirects, before the page counts as unstable
ADDRESSES = 150  # The same for addresses that a document sets for itself
ERROR = 400  # Lowest HTTP status of an error
Stop = Callable[[PageError], None]
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
HEARSAY = 1.0  # Seconds to wait for the report of an answer after the navigation has failed
BROKEN_OFF = "broken_off"
HANGING = 0.5
"""Share of the deadline after which the scripts of an unresponsive page are ended: a busy machine is slow, too."""
GIVEN_UP = 0.6  # Share of the deadline after which a live page without an answer is rendered again without scripts
GRACE = 3.0  # Least seconds for an answer
BODY = 1.0  # Seconds for the rest of a body to arrive before the page is recorded as it is
SERIALISE = script("serialise").replace("ELEMENT_NUMBER", ELEMENT_ATTRIBUTE).replace("FRAME_MARK", FRAME_ATTRIBUTE)
"""Numbers all elements, and gives their markup: with shadow trees and frames, and what is seen but not in it."""
DRAWING = 5.0  # Seconds for rendering a page without its scripts: one whose head waits for a script never is


class ServerAnswer(NamedTuple):
    """The answer of a server: HTTP status, headers by name in lower case."""

    status: int
    headers: dict[str, str]


class MainDocument:
    """Watches the main frame of one tab; the session must have ``Network``, ``Page`` and its lifecycle events enabled.

    ``stop`` is called with the reason to give the page up at once, as for more than ``max_body`` bytes of a document,
    or ten times as many of all that the page loads.

    ``last``: the last answer to a navigation, also of a failed one. ``address``: the last requested address, redirects
    included; empty without one. ``shown``: the answer with the document that the tab shows. ``number``: how many
    documents the tab has gone through. ``broken``: is set when the document breaks off.
    """

    def __init__(self, session: CDPSession, frame: str, max_body: int, stop: Stop) -> None:
        self._session, self._frame, self._max_body, self._give_up = session, frame, max_body, stop
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
            await asyncio.wait_for(self._answered.wait(), seconds)
        return self.last

    async def body(self, charset: str, seconds: float) -> bytes | None:
        """The unpacked bytes of the document, for which the browser assumes ``charset``; None if they come too late."""
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

    def _stop(self, error: PageError) -> None:
        error.http_status = error.http_status or (self.last.status if self.last else 0)
        self._give_up(error)

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


class Visit:
    """Renders one page; ``run`` may be called once.

    ``tab``, ``session``: fresh ones; ``started``: of the work on the page, ``time.perf_counter``; ``crash``: says why
    its process has died; ``given``: answers to the tab. ``is_left``: the tab has left the server's document, or was
    about to. ``source``: the text as sent; None if given, or incomplete.
    """

    def __init__(
        self,
        tab: Tab,
        session: CDPSession,
        settings: RenderSettings,
        started: float,
        *,
        crash: Callable[[], PageError],
        given: GivenHtml | None = None,
    ) -> None:
        self._tab, self._session, self._settings, self._given = tab, session, settings, given
        self._world = World(session, self._patience)
        self._requests = OpenRequests(session)
        self._started = self._mark = started
        self._reason: asyncio.Future[PageError] = asyncio.get_running_loop().create_future()
        self._is_opened = False
        self.is_left, self.robots_tag = False, ""
        self.source: Decoded | None = None
        self.warnings: list[str] = []
        self.timings: dict[str, float] = {}
        tab.on("dialog", self._dismiss)
        tab.on("crash", lambda _: self._give_up(crash()))
        tab.on("download", self._refuse_download)

    @property
    def silent(self) -> frozenset[str]:
        """Addresses that the page has requested and that have not answered."""
        return self._requests.silent

    async def run(self, url: str) -> dict[str, Any]:
        """Fields of the snapshot that are known from this visit.

        Raises PageError: the page cannot be fetched or rendered; UsageError: ``wait_for`` is not a CSS selector.
        """
        work = asyncio.ensure_future(self._run(url))
        try:
            await asyncio.wait((work, self._reason), return_when=asyncio.FIRST_COMPLETED)
            if self._reason.done():
                raise self._reason.result()
            return work.result()
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            self._reason.cancel()

    def _give_up(self, reason: PageError) -> None:
        """End the visit at once; the first reason counts."""
        if not self._reason.done():
            self._reason.set_result(reason)

    async def _dismiss(self, dialog: Dialog) -> None:
        if WarningKind.DIALOG_DISMISSED not in self.warnings:
            self.warnings.append(str(WarningKind.DIALOG_DISMISSED))
        with contextlib.suppress(PlaywrightError):
            await dialog.dismiss()

    def _refuse_download(self, _: Download) -> None:
        """A page that also starts a download is still a page."""
        if not self._is_opened and self._tab.url == "about:blank":
            self._give_up(PageError("not_html/download", "the page is a file to save"))

    async def _run(self, url: str) -> dict[str, Any]:
        if self._given:
            await self._given.listen(self._tab)
        await self._session.send("Network.enable")
        await self._session.send("Page.enable")
        await self._session.send("Page.setLifecycleEventsEnabled", {"enabled": True})
        frame = (await self._session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        self._document = MainDocument(self._session, frame, self._settings.max_body, self._give_up)
        gap = await self._open(url)
        if not (gap or self._is_at_hand) and self._document.last:
            check_response(*self._document.last)
        self._is_opened = True
        self._lap("load")
        settling = Settling(self._world, self._requests, self._settings, scripts=not self._given or self._given.scripts)
        gap = await self._settle(settling, gap)
        self._lap("settle")
        self.is_left = self._document.is_left
        captured, skipped = await self._capture()
        if not self._world.has_scripts:
            gap = gap or STILL_LOADING
            self.warnings.append(WarningKind.SCRIPTS_OFF)
        if gap:
            self.warnings.append(f"partial/{gap}")
        if captured["width"] > self._settings.max_width:
            self.warnings.append("truncated/width")
        self.warnings += (f"skipped/{what}" for what in skipped)
        status = self._document.shown.status if self._document.shown else 200
        seen = {"status": status, "robots_tag": self.robots_tag, "partial": bool(gap), "scrolls": settling.scrolls}
        return captured | seen | {"timings": self.timings}

    async def _capture(self) -> tuple[dict[str, Any], list[str]]:
        """Fields of the snapshot that are read from the settled page, and its visible parts that are not in the markup.

        Raises PageError: there is no page, or it is too large.
        """
        settings, state = self._settings, await self._world.evaluate(STATE)
        if not state["url"].startswith(("http://", "https://")):
            raise PageError("fetch_error/no_page", f"the browser shows {state['url']}")
        await self._world.evaluate(FREEZE)
        clip_height = max(1, min(state["height"], settings.max_height))
        picture, scale = b"", settings.screenshot_scale
        if scale:
            clip = {"x": 0, "y": 0, "width": settings.viewport[0], "height": clip_height, "scale": scale}
            how = {"format": "webp", "quality": settings.quality, "captureBeyondViewport": True, "clip": clip}
            picture = base64.b64decode((await self._world.call("Page.captureScreenshot", DRAWING, **how))["data"])
        self._lap("screenshot")
        marked: dict[str, Any] | None = await self._world.evaluate(SERIALISE)
        if marked is None:  # no text in Chromium is longer than half a gigabyte
            raise PageError("too_large/dom", "the rendered page cannot be written as text")
        if len(marked["html"]) > settings.max_html:
            raise PageError("too_large/dom", f"the rendered page has {len(marked['html'])} characters")
        self._lap("html")
        drawn = await self._world.call(
            "DOMSnapshot.captureSnapshot", computedStyles=list(STYLES), includePaintOrder=True
        )
        frames = {number: (left, top) for number, left, top in marked["frames"]}
        layout = read_layout(drawn, marked["elements"], frames)
        self._lap("boxes")
        closed = ["closed_shadow_root"] if has_closed_trees(drawn) else []
        fields = {
            "final_url": state["url"],
            "html": marked["html"],
            **layout._asdict(),
            "width": state["width"],
            "height": state["height"],
            "clip_height": clip_height,
            "truncated": state["height"] > clip_height,
            "screenshot": picture,
            "scale": scale,
        }
        return fields, sorted([*marked["skipped"], *closed])

    async def _open(self, url: str) -> str:
        """Open an address; the part that the document lacks, if any. Raises PageError: it cannot be fetched."""
        opening = asyncio.ensure_future(
            self._tab.goto(url, wait_until="domcontentloaded", timeout=self._settings.load_timeout * 1000)
        )
        breaking = asyncio.ensure_future(self._document.broken.wait())
        try:
            await asyncio.wait((opening, breaking), return_when=asyncio.FIRST_COMPLETED)
            if not opening.done():
                return BROKEN_OFF
            opening.result()
        except PlaywrightTimeout:
            if self._tab.url == "about:blank":
                raise PageError("timeout/load", f"no answer within {self._settings.load_timeout:g} s") from None
            if self._document.is_left:  # a page that waits for another answers nothing
                await self._session.send("Page.stopLoading")
            return STILL_LOADING
        except PlaywrightError as error:
            answer = await self._document.answer(HEARSAY)
            raise explain(str(error), answer, self._document.address) from error
        finally:
            opening.cancel()
            breaking.cancel()
            await asyncio.gather(opening, breaking, return_exceptions=True)
        return ""

    async def _settle(self, settling: Settling, gap: str) -> str:
        """Read the document and wait until the page is settled, anew if it goes elsewhere meanwhile."""
        latest = self._started + SHARE * self._settings.deadline
        for _ in range(DOCUMENTS):
            gap = await self._read_source() or gap
            number = self._document.number
            if gap == BROKEN_OFF:
                await self._world.call("Page.stopLoading")
            if gap != STILL_LOADING or not self._world.has_scripts:
                settled = await settling.wait(latest)
                gap = gap or settled
            if self._document.number == number:
                break
        if gap:
            await self._world.call("Page.stopLoading")  # a hanging script keeps the page from being rendered
        return gap

    @property
    def _is_at_hand(self) -> bool:
        return self._given is not None and self._given.html is not None

    async def _read_source(self) -> str:
        """Refuse content that is only labelled as HTML; show it again if the browser misread or dropped parts."""
        if self._is_at_hand:
            return ""
        charset = str(await self._world.evaluate("document.characterSet"))
        if self._document.shown:  # reported by now: the browser answers in order
            self.robots_tag = self._document.shown.headers.get("x-robots-tag", "")
        body = await self._document.body(charset, BODY)
        if body is None or self._document.shown is None or self._document.is_left:
            return ""
        status, headers = self._document.shown
        with answered(status):
            self.source = read_live(body, headers.get("content-type", ""), self._settings.max_body)
        self.warnings += map(str, self.source.warnings)
        if self._document.broken.is_set():  # Chromium stops there, and may not show all that it has read
            await self._show(self.source.text)
            return BROKEN_OFF
        if read_as(body, charset) != self.source.text:
            return await self._show(self.source.text)
        html = self.source.text  # of packed markup without its end, Chromium unpacks the rest without a report
        is_cut = (
            "content-encoding" in headers and "<html" in html[:2000].lower() and "</html" not in html[-2000:].lower()
        )
        return BROKEN_OFF if is_cut else ""

    async def _show(self, html: str) -> str:
        """Show markup in place of the server's; returns what the document lacks."""
        given = self._given
        scripts, refused = (given.scripts, given.refused) if given else (True, frozenset[str]())
        self._given = GivenHtml(html, scripts=scripts, refused=refused)
        await self._given.listen(self._tab)
        return await self._open(self._tab.url)

    def _patience(self, has_scripts: bool) -> float:
        """Seconds for the page to answer."""
        if self._given and not self._given.scripts:
            return math.inf
        share, least = (HANGING, GRACE) if has_scripts else (GIVEN_UP, GRACE / 2)
        return max(least, self._started + share * self._settings.deadline - time.perf_counter())

    def _lap(self, step: str) -> None:
        now = time.perf_counter()
        self.timings[step] = round(now - self._mark, 3)
        self._mark = now
