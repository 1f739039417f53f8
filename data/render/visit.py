"""One page in one tab: navigation, waiting for a stable layout, recording."""

import asyncio
import contextlib
import math
import time
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession, Dialog, Download
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.dom.read import Decoded, read_as, read_live
from iawce.data.errors import PageError, WarningKind
from iawce.data.network.response import check_response
from iawce.data.render.capture import capture
from iawce.data.render.isolated_world import World
from iawce.data.render.main_document import DOCUMENTS, MainDocument, explain
from iawce.data.render.settings import RenderSettings
from iawce.data.render.settle import SHARE, STILL_LOADING, OpenRequests, Settling
from iawce.data.render.tab_requests import GivenHtml


class Interruptions:
    """Watches one tab from now on.

    ``reason``: why the page must be given up, such as ``crash()`` of its process; is set at once. ``is_open``: the page
    has been opened; a download before that is the only answer.
    """

    def __init__(self, tab: Tab, crash: Callable[[], PageError]) -> None:
        self.reason: asyncio.Future[PageError] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.warnings: list[str] = []
        self._tab = tab
        tab.on("dialog", self._dismiss)
        tab.on("crash", lambda _: self.give_up(crash()))
        tab.on("download", self._refuse_download)

    def give_up(self, reason: PageError) -> None:
        """Set the reason; the first one counts."""
        if not self.reason.done():
            self.reason.set_result(reason)

    async def _dismiss(self, dialog: Dialog) -> None:
        if WarningKind.DIALOG_DISMISSED not in self.warnings:
            self.warnings.append(str(WarningKind.DIALOG_DISMISSED))
        with contextlib.suppress(PlaywrightError):
            await dialog.dismiss()

    def _refuse_download(self, _: Download) -> None:
        """A page that also starts a download is still a page."""
        if not self.is_open and self._tab.url == "about:blank":
            self.give_up(PageError("not_html/download", "the page is a file to save"))


HEARSAY = 1.0
"""Seconds to wait for the report of an answer after the navigation has failed."""
BROKEN_OFF = "broken_off"
HANGING = 0.5
"""Share of the deadline after which the scripts of an unresponsive page are ended: a busy machine is slow, too."""
GIVEN_UP = 0.6
"""Share of the deadline after which a live page without an answer is rendered again without scripts."""
GRACE = 3.0
"""Least seconds for an answer."""
BODY = 1.0
"""Seconds for the rest of a body to arrive before the page is recorded as it is."""


class Visit:
    """Renders one page; ``run`` may be called once.

    Args:
        tab, session: a fresh tab and a session of the DevTools protocol with it.
        settings: how to render.
        started: time at which work on the page began, by ``time.perf_counter``.
        crash: says why the process of a page has died.
        given: the answers to the tab, if its requests are intercepted.

    Attributes:
        is_left: the tab has left the server's document, or was about to.
        source: the text of the document as it was sent; None if it is given, or did not arrive completely.
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
        self._interruptions = Interruptions(tab, crash)
        self._started = self._mark = started
        self.is_left, self.robots_tag = False, ""
        self.source: Decoded | None = None
        self.warnings = self._interruptions.warnings
        self.timings: dict[str, float] = {}

    @property
    def silent(self) -> frozenset[str]:
        """Addresses that the page has requested and that have not answered."""
        return self._requests.silent

    async def run(self, url: str) -> dict[str, Any]:
        """Fields of the snapshot that are known from this visit.

        Raises PageError: the page cannot be fetched or rendered; UsageError: the element to wait for is not given by a
        CSS selector.
        """
        work = asyncio.ensure_future(self._run(url))
        try:
            await asyncio.wait((work, self._interruptions.reason), return_when=asyncio.FIRST_COMPLETED)
            if self._interruptions.reason.done():
                raise self._interruptions.reason.result()
            return work.result()
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            self._interruptions.reason.cancel()

    async def _run(self, url: str) -> dict[str, Any]:
        await self._listen()
        gap = await self._open(url)
        if not (gap or self._is_at_hand) and self._document.last:
            check_response(*self._document.last)
        self._interruptions.is_open = True
        self._lap("load")
        settling = Settling(self._world, self._requests, self._settings, scripts=not self._given or self._given.scripts)
        gap = await self._settle(settling, gap)
        self._lap("settle")
        self.is_left = self._document.is_left
        captured, skipped = await capture(self._world, self._settings, self._lap)
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

    async def _open(self, url: str) -> str:
        """Open an address; what the document lacks: nothing, or the rest of it.

        Raises PageError: it cannot be fetched.
        """
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

    async def _listen(self) -> None:
        if self._given:
            await self._given.listen(self._tab)
        await self._session.send("Network.enable")
        await self._session.send("Page.enable")
        await self._session.send("Page.setLifecycleEventsEnabled", {"enabled": True})
        frame = (await self._session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        self._document = MainDocument(self._session, frame, self._settings.max_body, self._interruptions.give_up)

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
        headers = self._document.shown.headers
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
