"""One page in one tab: navigation, waiting for a stable layout, recording."""

import asyncio
import contextlib
import math
import time
from typing import Any

from playwright.async_api import CDPSession, Dialog, Download
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.errors import PageError
from iawce.data.html.decode import Decoded, read_as
from iawce.data.html.read import read_live
from iawce.data.network.response import check_response, retry_after
from iawce.data.outcomes import WarningKind
from iawce.data.render.capture import Capture
from iawce.data.render.given_html import GivenHtml
from iawce.data.render.main_document import DOCUMENTS, MainDocument
from iawce.data.render.navigation import explain
from iawce.data.render.open_requests import OpenRequests
from iawce.data.render.settings import RenderSettings
from iawce.data.render.settle import SHARE, STILL_LOADING, Settling
from iawce.data.render.world import World

HANGING = 0.5
"""Share of the deadline after which a page that does not answer loses its scripts: a busy machine is slow, too."""
GIVEN_UP = 0.6
"""Share of the deadline after which a live page that gives none even then is given up, and drawn anew without them."""
GRACE = 3.0
"""Seconds that it has for an answer in any case."""
HEARSAY = 1.0
"""Seconds that the word about an answer gets to come, where the navigation has failed already."""
BROKEN_OFF = "broken_off"
BODY = 1.0
"""Seconds that the rest of a body gets to come before the page is taken as it is."""


class Visit:
    """Renders one page; ``run`` may be called once.

    Args:
        tab, session: a fresh tab and a session of the DevTools protocol with it.
        settings: how to render.
        started: when work on the page began, by ``time.perf_counter``.
        given: what answers the tab, if it is not to go where it likes.

    Attributes:
        is_left: the tab has left what the server sent, or was about to.
        source: the text of the document as it was sent; None if it is given, or did not come whole.
        warnings: what there is to remark.
        timings: seconds by step.
    """

    def __init__(
        self, tab: Tab, session: CDPSession, settings: RenderSettings, started: float, given: GivenHtml | None = None
    ) -> None:
        self._tab, self._session, self._settings, self._given = tab, session, settings, given
        self._world = World(session, self._patience)
        self._requests = OpenRequests(session)
        self._stop: asyncio.Future[PageError] = asyncio.get_running_loop().create_future()
        self._started = self._mark = started
        self._is_open = False
        self.is_left = False
        self.source: Decoded | None = None
        self.warnings: list[str] = []
        self.timings: dict[str, float] = {}

    async def run(self, url: str) -> dict[str, Any]:
        """Fields of the snapshot that are known from this visit.

        Raises:
            PageError: the page cannot be fetched or rendered.
            UsageError: the element to wait for is no CSS selector.
        """
        work = asyncio.ensure_future(self._run(url))
        try:
            await asyncio.wait((work, self._stop), return_when=asyncio.FIRST_COMPLETED)
            if self._stop.done():
                raise self._stop.result()
            return work.result()
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            self._stop.cancel()

    async def _run(self, url: str) -> dict[str, Any]:
        await self._listen()
        gap = await self._go(url)
        self._is_open = True
        self._lap("load")
        settling = Settling(self._world, self._requests, self._settings, scripts=not self._given or self._given.scripts)
        gap = await self._settle(settling, gap)
        self._lap("settle")
        self.is_left = self._document.is_left
        capture = Capture(self._world, self._settings, self._lap)
        captured = await capture.take()
        if not self._world.has_scripts:
            gap = gap or STILL_LOADING
        self._remark_on(gap, capture.skipped, captured["width"])
        status = self._document.shown.status if self._document.shown else 200
        return captured | {
            "status": status,
            "partial": bool(gap),
            "scrolls": settling.scrolls,
            "timings": self.timings,
        }

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
            await self._world.call("Page.stopLoading")  # what hangs keeps the page from being drawn
        return gap

    async def _listen(self) -> None:
        self._tab.on("dialog", self._dismiss)
        self._tab.on("crash", lambda _: self._give_up(PageError("crash/renderer", "the page's process died")))
        self._tab.on("download", self._refuse_download)
        if self._given:
            await self._given.listen(self._tab)
        await self._session.send("Network.enable")
        await self._session.send("Page.enable")
        frame = (await self._session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        self._document = MainDocument(self._session, frame, self._settings.max_body, self._give_up)

    async def _dismiss(self, dialog: Dialog) -> None:
        if "dialog_dismissed" not in self.warnings:
            self.warnings.append("dialog_dismissed")
        with contextlib.suppress(PlaywrightError):
            await dialog.dismiss()

    def _refuse_download(self, _: Download) -> None:
        """A page that also starts a download is still a page."""
        if not self._is_open and self._tab.url == "about:blank":
            self._give_up(PageError("not_html/download", "the page is a file to save"))

    def _give_up(self, reason: PageError) -> None:
        if not self._stop.done():
            self._stop.set_result(reason)

    async def _go(self, url: str) -> str:
        """Open the address; asks a busy server once more. What the document lacks: nothing, or all that is to come."""
        try:
            gap = await self._open(url)
        except PageError:  # of an error without a body a browser makes a failure, and a page of its own
            if self._wanted_wait is None:
                raise
            await self._tab.wait_for_url("chrome-error://**", wait_until="commit")
        if (wait := self._wanted_wait) is not None:
            await asyncio.sleep(wait)
            gap = await self._open(url)
        if not gap and self._document.last and not self._is_at_hand:
            check_response(*self._document.last)
        return gap

    @property
    def _wanted_wait(self) -> float | None:
        """Seconds after which a busy server wants to be asked again; None if it is not, or there is no time."""
        answer = self._document.last
        wait = retry_after(answer.status, answer.headers) if answer else None
        end = self._started + self._settings.deadline / 2
        return wait if wait is not None and time.perf_counter() + wait < end else None

    @property
    def _is_at_hand(self) -> bool:
        return self._given is not None and self._given.html is not None

    async def _open(self, url: str) -> str:
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

    async def _read_source(self) -> str:
        """Refuse content that is only labelled as HTML; show it again where the browser misread its bytes."""
        if self._is_at_hand:
            return ""
        charset = str(await self._world.evaluate("document.characterSet"))
        body = await self._document.body(charset, BODY)
        if body is None or self._document.shown is None or self._document.is_left:
            return ""
        headers = self._document.shown.headers
        self.source = read_live(body, headers.get("content-type", ""), self._settings.max_body)
        self.warnings += map(str, self.source.warnings)
        if read_as(body, charset) != self.source.text:
            self._given = GivenHtml(self.source.text, scripts=True)
            await self._given.listen(self._tab)
            return await self._open(self._tab.url)
        return BROKEN_OFF if _is_cut_short(self.source.text, headers) else ""

    def _patience(self, has_scripts: bool) -> float:
        """Seconds that the page has for an answer."""
        if self._given and not self._given.scripts:
            return math.inf
        share, least = (HANGING, GRACE) if has_scripts else (GIVEN_UP, GRACE / 2)
        return max(least, self._started + share * self._settings.deadline - time.perf_counter())

    def _remark_on(self, gap: str, skipped: list[str], width: int) -> None:
        if not self._world.has_scripts:
            self.warnings.append(WarningKind.SCRIPTS_OFF)
        if gap:
            self.warnings.append(f"partial/{gap}")
        if width > self._settings.max_width:
            self.warnings.append("truncated/width")
        self.warnings += (f"skipped/{what}" for what in skipped)

    def _lap(self, step: str) -> None:
        now = time.perf_counter()
        self.timings[step] = round(now - self._mark, 3)
        self._mark = now


def _is_cut_short(html: str, headers: dict[str, str]) -> bool:
    """Whether packed markup lacks its end: Chromium unpacks what there is of it without a word."""
    return "content-encoding" in headers and "<html" in html[:2000].lower() and "</html" not in html[-2000:].lower()
