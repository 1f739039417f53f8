"""One Chromium that turns pages into snapshots."""

import asyncio
import contextlib
import time
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, CDPSession
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from iawce.data.errors import PageError
from iawce.data.limits import Limits
from iawce.data.network.address import without_credentials
from iawce.data.network.page_network import PageNetwork, open_network
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.render.given_html import GivenHtml
from iawce.data.render.settings import RenderSettings
from iawce.data.render.shared_browser import SharedBrowser, close_in_time
from iawce.data.render.site_headers import BOUND_COOKIES, SiteHeaders
from iawce.data.render.visit import Visit
from iawce.data.render.way_out import way_out
from iawce.data.render.whole_text import RESERVE, Draw, Seen, render_whole
from iawce.data.snapshot import Snapshot

TRIES = 2
"""Crashes of the browser, by this page or others, after which a page is given up."""


class Renderer:
    """Renders pages, each in its own context, which is always closed.

    Use as an async context manager; ``render`` may be called many times at once. A page that hangs, crashes or takes
    too much memory costs only itself; a crashed browser is started again, and its pages are rendered once more.

    Args:
        settings: how to render.
        network: how pages are reached.
        limits: of a page; of these, memory.
        workers: pages that are rendered at the same time.
        robots: the rules of the sites, if known already.
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

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._browser.close()

    def with_screenshots(self, scale: float) -> "Renderer":
        """The same browser, which takes screenshots, with ``scale`` pixels for each CSS px."""
        other = copy(self)
        other.settings = replace(self.settings, screenshot_scale=scale)
        return other

    async def render(self, page: Page) -> Snapshot:
        """Open a live page, or lay out saved HTML without network.

        Raises:
            PageError: the page cannot be fetched, is not a page, hangs or crashes.
            EnvironmentMissing: Chromium is missing or does not start.
        """
        if page.error:
            raise PageError(page.error, page.message)
        end = asyncio.get_running_loop().time() + self.settings.deadline
        async with open_network(page, self.network, self._robots, end) as network:
            visit = partial(self._visit, page, network, time.perf_counter())
            try:
                async with asyncio.timeout_at(end):
                    return await self._render(page, visit)
            except TimeoutError as error:
                raise PageError("timeout/page", f"not done within {self.settings.deadline:g} s") from error
            except PlaywrightError as error:
                raise PageError("crash/browser", str(error).splitlines()[0]) from error
            except PageError as error:
                raise network.explain(error) from error

    async def _render(self, page: Page, visit: Draw) -> Snapshot:
        latest = time.perf_counter() + self.settings.deadline - RESERVE
        for _ in range(TRIES - 1):
            with contextlib.suppress(PlaywrightError):
                return await render_whole(page, self.settings, visit, latest)
        return await render_whole(page, self.settings, visit, latest)

    async def _visit(self, page: Page, network: PageNetwork, started: float, url: str, given: GivenHtml | None) -> Seen:
        """One visit in its own context; the page's own address if none is given."""
        browser = await self._browser.running()
        context = await self._new_context(browser, network)
        try:
            tab = await context.new_page()
            context.on("page", _close_popup)
            session: CDPSession = await context.new_cdp_session(tab)
            if network.site:
                await SiteHeaders(session, network.site).start()
            visit = Visit(tab, session, self.settings, started, crash=self._browser.crash, given=given)
            try:
                seen = await visit.run(url or (network.site.address.href if network.site else page.url))
                seen |= {"renderer": f"Chromium {browser.version}"}
                outcome: Snapshot | PageError = self._snapshot(page, network, visit, seen)
            except PageError as error:
                if not await self._browser.answers(browser):  # the actual reason, whatever the error
                    raise PlaywrightError("the browser died") from error
                outcome = error
            return Seen(visit.source, outcome, visit.is_left, visit.silent, visit.robots_tag)
        finally:
            await self._close(context)

    def _snapshot(self, page: Page, network: PageNetwork, visit: Visit, seen: dict[str, Any]) -> Snapshot:
        return Snapshot(
            ref=page.ref,
            url=page.url,
            viewport=self.settings.viewport,
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            warnings=(*visit.warnings, *map(str, network.warnings)),
            **seen | {"final_url": without_credentials(seen["final_url"])},
        )

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
                proxy=way_out(network),
            )
        except PlaywrightError:
            await self._browser.answers(browser)  # if not, the next attempt has another one
            raise
        context.set_default_timeout(self.settings.deadline * 1000)
        return context

    async def _close(self, context: BrowserContext) -> None:
        """A context that does not close has a process that does not end: then the browser is ended, too."""
        if not await close_in_time(context.close()):
            await self._browser.end()


async def _close_popup(popup: Tab) -> None:
    await close_in_time(popup.close())
