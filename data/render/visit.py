"""One page in one tab: navigation, waiting for a stable layout, recording."""

import asyncio
import base64
import time
from typing import Any

from playwright.async_api import CDPSession, Dialog
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.errors import PageError
from iawce.data.html.read import check_html
from iawce.data.network.response import check_response
from iawce.data.render.flat_tree import STYLES
from iawce.data.render.layout import read_layout
from iawce.data.render.navigation import MainResponses, fetch_error
from iawce.data.render.page_scripts import FREEZE, SCROLL, SERIALISE, STATE, World
from iawce.data.render.settings import RenderSettings

POLL = 0.1
GRACE = 3.0
"""Seconds that a page gets to answer after its time for loading is up."""
ANSWER = 8.0
"""Seconds that a page gets for one answer."""
BODY = 1.0
"""Seconds that the rest of a body gets to come before the page is taken as it is."""


class Visit:
    """Renders one page; ``run`` may be called once."""

    def __init__(
        self, tab: Tab, session: CDPSession, settings: RenderSettings, started: float, *, is_saved: bool
    ) -> None:
        self._tab, self._session, self._settings, self._is_saved = tab, session, settings, is_saved
        self._world = World(session)
        self._responses = MainResponses()
        self._stop: asyncio.Future[PageError] = asyncio.get_running_loop().create_future()
        self._mark = started
        self._received = 0
        self.warnings: list[str] = []
        self.timings: dict[str, float] = {}

    async def run(self, url: str) -> dict[str, Any]:
        """Fields of the snapshot that are known from this visit.

        Raises:
            PageError: the page cannot be fetched or rendered.
        """
        self._listen()
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
        await self._session.send("Network.enable")
        loaded = await self._go(url)
        self._lap("load")
        if not self._is_saved:
            await self._check_body()
        settled = await self._settle() if loaded else False
        self._lap("settle")
        answer_time = ANSWER if loaded else GRACE
        captured = await self._capture(answer_time)
        return captured | {"partial": not settled, "timings": self.timings}

    def _listen(self) -> None:
        self._tab.on("dialog", self._dismiss)
        self._tab.on("crash", lambda _: self._give_up(PageError("crash/renderer", "the page's process died")))
        self._tab.on("response", self._responses.see)
        self._tab.on("download", lambda _: self._give_up(PageError("not_html/download", "the page is a file to save")))
        self._session.on("Network.dataReceived", self._count)

    async def _dismiss(self, dialog: Dialog) -> None:
        if "dialog_dismissed" not in self.warnings:
            self.warnings.append("dialog_dismissed")
        try:
            await dialog.dismiss()
        except PlaywrightError:
            return

    def _count(self, event: dict[str, Any]) -> None:
        self._received += event["dataLength"]
        if self._received > 10 * self._settings.max_body:
            self._give_up(PageError("too_large/page", f"the page loads more than {self._received} bytes"))

    def _give_up(self, reason: PageError) -> None:
        if not self._stop.done():
            self._stop.set_result(reason)

    async def _go(self, url: str) -> bool:
        """Open the address; False if it is still loading when time is up."""
        try:
            response = await self._tab.goto(
                url, wait_until="domcontentloaded", timeout=self._settings.load_timeout * 1000
            )
        except PlaywrightTimeout:
            if self._tab.url == "about:blank":
                raise PageError("timeout/load", f"no answer within {self._settings.load_timeout:g} s") from None
            return False
        except PlaywrightError as error:
            last = self._responses.last
            if last:
                check_response(last.status, last.headers)
            raise fetch_error(str(error)) from error
        if response:
            check_response(response.status, response.headers)
        return True

    async def _check_body(self) -> None:
        """Refuse content that is only labelled as HTML; a body that is still coming is let through."""
        if self._responses.last is None:
            return
        try:
            async with asyncio.timeout(BODY):
                body = await self._responses.last.body()
        except (TimeoutError, PlaywrightError):
            return
        if len(body) > self._settings.max_body:
            raise PageError("too_large/body", f"{len(body)} bytes are more than the {self._settings.max_body} allowed")
        check_html(body)

    async def _settle(self) -> bool:
        """Wait until nothing has moved for a while; show every part once on the way. False if time is up first."""
        end = time.perf_counter() + self._settings.settle_timeout
        shape, since, scrolled = "", time.perf_counter(), False
        while time.perf_counter() < end:
            state = await self._world.evaluate(STATE, ANSWER)
            now = time.perf_counter()
            if state["shape"] != shape or not state["ready"] or state["loading"]:
                shape, since = state["shape"], now
            elif now - since >= self._settings.quiet:
                if scrolled or state["height"] <= self._settings.viewport[1]:
                    return True
                await self._world.evaluate(f"{SCROLL}({self._settings.max_height})", ANSWER)
                scrolled, since = True, time.perf_counter()
            await asyncio.sleep(POLL)
        return False

    async def _capture(self, answer_time: float) -> dict[str, Any]:
        state = await self._world.evaluate(STATE, answer_time)
        if not state["url"].startswith(("http://", "https://")):
            raise PageError("fetch_error/no_page", f"the browser shows {state['url']}")
        await self._world.evaluate(FREEZE, answer_time)
        clip_height = max(1, min(state["height"], self._settings.max_height))
        picture = await self._screenshot(clip_height, answer_time)
        self._lap("screenshot")
        document = await self._world.evaluate(SERIALISE, answer_time)  # numbers the elements for the layout
        self._lap("html")
        if len(document["html"]) > self._settings.max_html:
            raise PageError("too_large/dom", f"the rendered page has {len(document['html'])} characters")
        captured = await self._world.call(
            "DOMSnapshot.captureSnapshot", answer_time, computedStyles=list(STYLES), includePaintOrder=False
        )
        layout = read_layout(captured, document["elements"])
        self._lap("boxes")
        return {
            "final_url": state["url"],
            "status": self._responses.last.status if self._responses.last else 200,
            "html": document["html"],
            **layout._asdict(),
            "width": state["width"],
            "height": state["height"],
            "clip_height": clip_height,
            "truncated": state["height"] > clip_height,
            "screenshot": picture,
            "scale": self._settings.screenshot_scale,
        }

    async def _screenshot(self, clip_height: int, answer_time: float) -> bytes:
        if not self._settings.screenshot_scale:
            return b""
        clip = {"x": 0, "y": 0, "width": self._settings.viewport[0], "height": clip_height}
        answer = await self._world.call(
            "Page.captureScreenshot",
            answer_time,
            format="webp",
            quality=self._settings.quality,
            captureBeyondViewport=True,
            clip=clip | {"scale": self._settings.screenshot_scale},
        )
        return base64.b64decode(answer["data"])

    def _lap(self, step: str) -> None:
        now = time.perf_counter()
        self.timings[step] = round(now - self._mark, 3)
        self._mark = now
