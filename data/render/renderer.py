"""One Chromium that turns pages into snapshots."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, CDPSession, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from iawce.data.errors import PageError
from iawce.data.network.address import without_credentials
from iawce.data.network.page_network import PageNetwork, open_network
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.render.chromium import launch
from iawce.data.render.given_html import GivenHtml
from iawce.data.render.settings import RenderSettings
from iawce.data.render.site_headers import BOUND_COOKIES, SiteHeaders
from iawce.data.render.visit import Visit
from iawce.data.render.way_out import way_out
from iawce.data.render.whole_text import Seen, render_whole
from iawce.data.snapshot import Snapshot

CLOSE_TIMEOUT = 5.0


class Renderer:
    """Renders pages, each in a context of its own that is closed whatever happens.

    Use as an async context manager; ``render`` may be called many times at once. A page that hangs or crashes costs
    only itself; a browser that dies is started again.
    """

    def __init__(
        self,
        settings: RenderSettings = RenderSettings(),  # noqa: B008 - frozen
        network: NetworkSettings = NetworkSettings(),  # noqa: B008 - frozen
    ) -> None:
        self.settings, self.network = settings, network
        self._robots = Robots(network)
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self._running_browser()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser:
            await _give_up_after(CLOSE_TIMEOUT, self._browser.close())
        if self._playwright:
            await _give_up_after(CLOSE_TIMEOUT, self._playwright.stop())
        self._browser = self._playwright = None

    async def render(self, page: Page) -> Snapshot:
        """Open a live page, or lay out saved HTML without network.

        Raises:
            PageError: the page cannot be fetched, is no page, hangs or crashes.
            EnvironmentMissing: Chromium is missing or does not start.
        """
        if page.error:
            raise PageError(page.error, page.message)
        end = asyncio.get_running_loop().time() + self.settings.deadline
        async with open_network(page, self.network, self._robots, end) as network:
            visit = partial(self._visit, page, network, time.perf_counter())
            try:
                async with asyncio.timeout_at(end):
                    return await render_whole(page, self.settings, visit)
            except TimeoutError as error:
                raise PageError("timeout/page", f"not done within {self.settings.deadline:g} s") from error
            except PlaywrightError as error:
                raise PageError("crash/browser", str(error).splitlines()[0]) from error
            except PageError as error:
                raise network.explain(error) from error

    async def _visit(self, page: Page, network: PageNetwork, started: float, url: str, given: GivenHtml | None) -> Seen:
        """One visit in a context of its own; the page's own address if none is given."""
        context = await self._new_context(network)
        try:
            tab = await context.new_page()
            context.on("page", _close_popup)
            session: CDPSession = await context.new_cdp_session(tab)
            if network.site:
                await SiteHeaders(session, network.site).start()
            visit = Visit(tab, session, self.settings, started, given)
            try:
                seen = await visit.run(url or (network.site.address.href if network.site else page.url))
                return Seen(visit.source, self._snapshot(page, network, visit, seen), visit.is_left)
            except PageError as error:
                return Seen(visit.source, error)
        finally:
            await self._close(context)

    def _snapshot(self, page: Page, network: PageNetwork, visit: Visit, seen: dict[str, Any]) -> Snapshot:
        assert self._browser  # noqa: S101 - a context came from it
        return Snapshot(
            ref=page.ref,
            url=page.url,
            viewport=self.settings.viewport,
            renderer=f"Chromium {self._browser.version}",
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            warnings=(*visit.warnings, *map(str, network.warnings)),
            **seen | {"final_url": without_credentials(seen["final_url"])},
        )

    async def _new_context(self, network: PageNetwork) -> BrowserContext:
        browser = await self._running_browser()
        width, height = self.settings.viewport
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            service_workers="block",
            accept_downloads=False,
            reduced_motion="reduce",
            user_agent=self.network.user_agent or None,
            proxy=way_out(network),
        )
        context.set_default_timeout(self.settings.deadline * 1000)
        return context

    async def _running_browser(self) -> Browser:
        async with self._lock:
            if self._playwright is None:
                self._playwright = await async_playwright().start()
            if self._browser is None or not self._browser.is_connected():
                self._browser = await launch(self._playwright, [BOUND_COOKIES] if self.network.cookies else [])
            return self._browser

    async def _close(self, context: BrowserContext) -> None:
        """A context that does not close holds a process that will not end: then the browser goes too."""
        if not await _give_up_after(CLOSE_TIMEOUT, context.close()) and self._browser:
            await _give_up_after(CLOSE_TIMEOUT, self._browser.close())
            self._browser = None


async def _close_popup(popup: Tab) -> None:
    await _give_up_after(CLOSE_TIMEOUT, popup.close())


async def _give_up_after(seconds: float, work: Coroutine[Any, Any, None]) -> bool:
    """Whether ``work`` ended in time, well or not."""
    try:
        async with asyncio.timeout(seconds):
            with contextlib.suppress(PlaywrightError):
                await work
    except TimeoutError:
        return False
    return True
