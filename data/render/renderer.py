"""One Chromium that turns pages into snapshots."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Sequence
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, CDPSession, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.limits import Limits
from iawce.data.network.address import without_credentials
from iawce.data.network.page_network import PageNetwork, open_network
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings, browser_agent
from iawce.data.page import Page
from iawce.data.render.chromium import MemoryWatch, launch
from iawce.data.render.render_whole import RESERVE, Seen, render_whole
from iawce.data.render.settings import RenderSettings
from iawce.data.render.tab_requests import BOUND_COOKIES, GivenHtml, add_site_headers, proxy_settings
from iawce.data.render.visit import Visit
from iawce.data.snapshot import Snapshot

CLOSE_TIMEOUT = 5.0  # Seconds for a tab, a context or the browser to close
OWN = 250_000_000  # Bytes that a browser uses for itself, besides its pages
PART = 4  # If many pages are rendered at once, the share of the limit that each may use on average


class SharedBrowser:
    """A browser whose pages may use ``limits.browser_memory`` at most; more than four ``workers``, more together."""

    def __init__(self, limits: Limits, workers: int, arguments: Sequence[str] = ()) -> None:
        self._each = limits.browser_memory
        self._together = OWN + max(self._each, workers * self._each // PART)
        self._arguments = arguments
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._watch: MemoryWatch | None = None
        self._lock = asyncio.Lock()

    async def running(self) -> Browser:
        """The browser, started if it does not run. Raises EnvironmentMissing: it is missing or does not start."""
        async with self._lock:
            if self._browser is None or not self._browser.is_connected():
                self._stop_watch()
                self._browser, self._watch = await self._start()
            return self._browser

    async def answers(self, browser: Browser) -> bool:
        """Whether a browser still takes commands; if not, the next page starts another.

        Playwright controls it by a separate process. When that has died, the browser counts as connected for ever.
        """
        try:
            session = await browser.new_browser_cdp_session()
            await session.detach()
        except PlaywrightError:
            async with self._lock:
                if self._browser is browser:
                    await self.close()
            return False
        return True

    async def user_agent(self, network: NetworkSettings) -> str | None:
        """The user agent of the browser; None for its own."""
        if not network.contact:
            return network.user_agent or None
        session = await (await self.running()).new_browser_cdp_session()
        own = str((await session.send("Browser.getVersion"))["userAgent"])
        await session.detach()
        return browser_agent(network, own)

    async def _start(self) -> tuple[Browser, MemoryWatch]:
        """Start a browser, and its controlling process unless that runs and can start one."""
        if self._playwright is not None:
            with contextlib.suppress(EnvironmentMissing):
                return await self._launch(self._playwright)
            await close_in_time(self._playwright.stop())
        self._playwright = await async_playwright().start()
        return await self._launch(self._playwright)

    async def _launch(self, playwright: Playwright) -> tuple[Browser, MemoryWatch]:
        """A browser and its watch: neither without the other, even if time is up in between."""
        browser = await launch(playwright, self._arguments)
        try:
            session = await browser.new_browser_cdp_session()
            processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
            await session.detach()
            number = next(int(process["id"]) for process in processes if process["type"] == "browser")
        except BaseException:
            await close_in_time(browser.close())
            raise
        return browser, MemoryWatch(number, self._each, self._together)

    def crash(self) -> PageError:
        """Why the process of a page died."""
        return self._watch.crash() if self._watch else PageError("crash/browser", "the browser was closed")

    async def end(self) -> None:
        """End the browser; it may be started again."""
        self._stop_watch()
        browser, self._browser = self._browser, None  # another page may start the next one meanwhile
        if browser:
            await close_in_time(browser.close())

    async def close(self) -> None:
        """End the browser and its controlling process."""
        await self.end()
        if self._playwright:
            await close_in_time(self._playwright.stop())
        self._playwright = None

    def _stop_watch(self) -> None:
        watch, self._watch = self._watch, None
        if watch:
            watch.stop()


async def close_in_time(closing: Coroutine[Any, Any, None]) -> bool:
    """Whether something has closed in time, with success or not."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            with contextlib.suppress(PlaywrightError):
                await closing
    except TimeoutError:
        return False
    return True


class Renderer:
    """Renders up to ``workers`` pages at the same time, each in its own context, which is always closed.

    Use as an async context manager; ``render`` may be called many times at once. A page that hangs, crashes or takes
    too much memory costs only itself; a crashed browser is started again, and its pages are rendered once more.
    """

    def __init__(
        self,
        settings: RenderSettings = RenderSettings(),  # noqa: B008 - frozen
        network: NetworkSettings = NetworkSettings(),  # noqa: B008 - frozen
        limits: Limits = Limits(),  # noqa: B008 - frozen
        workers: int = 2,
        robots: Robots | None = None,
    ) -> None:
        self.settings, self.network = settings, network
        self._robots = robots or Robots(network)
        self._browser = SharedBrowser(limits, workers, [BOUND_COOKIES] if network.cookies else [])

    async def __aenter__(self) -> Self:
        await self._browser.running()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._browser.close()

    def with_screenshots(self, scale: float) -> "Renderer":
        """The same browser, which takes screenshots, with ``scale`` pixels for each CSS px."""
        other = copy(self)
        other.settings = replace(self.settings, screenshot_scale=scale)
        return other

    async def render(self, page: Page) -> Snapshot:
        """Open a live page, or lay out saved HTML without network.

        Raises PageError: it cannot be fetched, is no page, hangs, crashes; EnvironmentMissing: Chromium does not start.
        """
        if page.error:
            raise PageError(page.error, page.message)
        end = asyncio.get_running_loop().time() + self.settings.deadline
        async with open_network(page, self.network, self._robots, end) as network:
            visit = partial(self._visit, page, network, time.perf_counter())
            latest = time.perf_counter() + self.settings.deadline - RESERVE
            try:
                async with asyncio.timeout_at(end):
                    with contextlib.suppress(PlaywrightError):  # the browser crashed, by this page or another
                        return await render_whole(page, self.settings, visit, latest)
                    return await render_whole(page, self.settings, visit, latest)
            except TimeoutError as error:
                raise PageError("timeout/page", f"not done within {self.settings.deadline:g} s") from error
            except PlaywrightError as error:
                raise PageError("crash/browser", str(error).splitlines()[0]) from error
            except PageError as error:
                raise network.explain(error) from error

    async def _visit(self, page: Page, network: PageNetwork, started: float, url: str, given: GivenHtml | None) -> Seen:
        """One visit in its own context; the page's own address if none is given."""
        browser = await self._browser.running()
        context = await self._new_context(browser, network)
        try:
            tab = await context.new_page()
            context.on("page", _close_popup)
            session: CDPSession = await context.new_cdp_session(tab)
            if network.site:
                await add_site_headers(session, network.site)
            visit = Visit(tab, session, self.settings, started, crash=self._browser.crash, given=given)
            try:
                seen = await visit.run(url or (network.site.address.href if network.site else page.url))
                seen |= {"final_url": without_credentials(seen["final_url"])}
                if not page.is_live:
                    seen["status"] = page.status  # the answer was ours
                if network.gate and seen["final_url"] != page.url:  # a browser follows redirects by itself
                    await self._robots.check(replace(page, url=seen["final_url"]), network.gate)
                outcome: Snapshot | PageError = Snapshot(
                    ref=page.ref,
                    url=page.url,
                    viewport=self.settings.viewport,
                    renderer=f"Chromium {browser.version}",
                    time=datetime.now(UTC).isoformat(timespec="seconds"),
                    warnings=(*visit.warnings, *map(str, network.warnings)),
                    **seen,
                )
            except PageError as error:
                if not await self._browser.answers(browser):  # the actual reason, whatever the error
                    raise PlaywrightError("the browser died") from error
                outcome = error
            return Seen(visit.source, outcome, visit.is_left, visit.silent, visit.robots_tag)
        finally:
            if not await close_in_time(context.close()):  # it has a process that does not end
                await self._browser.end()

    async def _new_context(self, browser: Browser, network: PageNetwork) -> BrowserContext:
        width, height = self.settings.viewport
        try:
            context = await browser.new_context(
                viewport={"width": width, "height": height},
                service_workers="block",
                accept_downloads=False,
                reduced_motion="reduce",
                color_scheme="dark" if self.settings.dark else "light",
                user_agent=await self._browser.user_agent(self.network),
                proxy=proxy_settings(network),
            )
        except PlaywrightError:
            await self._browser.answers(browser)  # if not, the next attempt has another one
            raise
        context.set_default_timeout(self.settings.deadline * 1000)
        return context


async def _close_popup(popup: Tab) -> None:
    await close_in_time(popup.close())
