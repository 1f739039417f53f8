"""A page in a window in which a person clicks: as it was recorded, without scripts and navigation.

The page is still hostile. Its scripts, frames, forms and requests are off; a saved page has the style sheets and
pictures beside it, a live one those that it may fetch through the connections of rendering (``page_network.py``), and
every other address is refused. Our own scripts run in an isolated world.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import Route, async_playwright

from iawce.data.network.page_network import open_network
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.render.chromium import launch
from iawce.data.render.isolated_world import World
from iawce.data.render.tab_requests import GivenHtml, proxy_settings

POLICY = (
    "default-src 'none'; style-src * 'unsafe-inline'; img-src * data:; font-src * data:; base-uri *; form-action 'none'"
)
"""Content security policy: a page that is only viewed needs no more."""
LOOKED_AT = frozenset({"stylesheet", "image", "font"})
PATIENCE = 60.0
"""Seconds that a page without scripts may take for an answer."""


@dataclass(frozen=True, slots=True)
class StillPage:
    """A page in a window: its tab, and the isolated world of our scripts."""

    tab: Tab
    world: World


@asynccontextmanager
async def show_still(page: Page, html: str, *, headless: bool = False) -> AsyncIterator[StillPage]:
    """Open a window with the markup of a live or saved page; it is closed with the context.

    Raises EnvironmentMissing: there is no browser or screen; PageError: a live page that may not be reached.
    """
    end, settings = asyncio.get_running_loop().time() + PATIENCE, NetworkSettings()
    async with async_playwright() as playwright, open_network(page, settings, Robots(settings), end) as way:
        browser = await launch(playwright, headless=headless)
        try:
            proxy = proxy_settings(way)
            context = await browser.new_context(service_workers="block", accept_downloads=False, proxy=proxy)
            tab = await context.new_page()
            context.on("page", lambda popup: popup.close())
            await _StillHtml(html, scripts=False, saved=None if page.is_live else page).listen(tab)
            session = await tab.context.new_cdp_session(tab)
            await session.send("Page.enable")
            await tab.goto(page.url, wait_until="domcontentloaded")
            yield StillPage(tab, World(session, lambda _: PATIENCE))
        finally:
            await browser.close()


class _StillHtml(GivenHtml):
    """Answers the requests of the tab: the page once, its style sheets and pictures, and nothing else."""

    policy = POLICY

    async def answer(self, route: Route) -> None:
        request = route.request
        with suppress(PlaywrightError):  # the window was closed meanwhile
            if request.is_navigation_request():
                await (route.fulfill(status=204) if request.frame.parent_frame else self.answer_page(route))
            elif request.resource_type in LOOKED_AT:
                await super().answer(route)
            else:
                await route.abort("blockedbyclient")
