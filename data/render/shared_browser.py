"""The only Chromium of a renderer: started when needed, and again after a crash."""

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from typing import Any

from playwright.async_api import Browser, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.limits import Limits
from iawce.data.network.settings import NetworkSettings
from iawce.data.network.user_agent import browser_agent
from iawce.data.render.chromium import launch
from iawce.data.render.memory_watch import MemoryWatch

CLOSE_TIMEOUT = 5.0
"""Seconds for a tab, a context or the browser to close."""
OWN = 250_000_000
"""Bytes that a browser uses for itself, besides its pages."""
PART = 4
"""If many pages are rendered at once, the share of the limit that each may use on average."""


class SharedBrowser:
    """A browser whose pages may not use more memory than ``limits.browser_memory``.

    Args:
        limits: for the process of a page, and for the whole browser.
        workers: pages that are rendered at the same time; more than four may use more together.
        arguments: for Chromium.
    """

    def __init__(self, limits: Limits, workers: int, arguments: Sequence[str] = ()) -> None:
        self._each = limits.browser_memory
        self._together = OWN + max(self._each, workers * self._each // PART)
        self._arguments = arguments
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._watch: MemoryWatch | None = None
        self._lock = asyncio.Lock()

    async def running(self) -> Browser:
        """The browser, which is started if it does not run.

        Raises:
            EnvironmentMissing: Chromium is missing or does not start.
        """
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
            number = await _main_process(browser)
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


async def _main_process(browser: Browser) -> int:
    session = await browser.new_browser_cdp_session()
    processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    await session.detach()
    return next(int(process["id"]) for process in processes if process["type"] == "browser")


async def close_in_time(closing: Coroutine[Any, Any, None]) -> bool:
    """Whether something has closed in time, with success or not."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            with contextlib.suppress(PlaywrightError):
                await closing
    except TimeoutError:
        return False
    return True
