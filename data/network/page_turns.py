"""Decides when each page of a run is opened: in its host's turn, when a place is free, and again if that may help.

All commands that open addresses use it, with a browser or without.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from iawce.data.errors import PageError
from iawce.data.network.host_turns import Host, HostTurns
from iawce.data.network.politeness import Politeness
from iawce.data.network.robots import Robots
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.page import Page
from iawce.data.snapshot import Snapshot

Opened = TypeVar("Opened", Page, Snapshot)
Open = Callable[[Page], Awaitable[Opened]]


class PageTurns:
    """The turns of all pages of a run. For one event loop.

    Args:
        politeness: limits of requests to hosts.
        robots: rules of the sites; unknown ones are requested first, in a separate turn.
        places: pages that are open at the same time, of all hosts.
    """

    def __init__(self, politeness: Politeness, robots: Robots, places: int) -> None:
        self._politeness, self._robots = politeness, robots
        self._hosts, self._places = HostTurns(politeness), asyncio.Semaphore(places)

    async def take(self, work: Open[Opened], page: Page) -> Opened:
        """Open a page; a page that arrived at a later attempt has the warning ``retried``.

        Raises:
            PageError: why it could not be opened, the last time.
        """
        if not page.is_live or page.error:
            async with self._places:
                return await work(page)
        tries = 0
        while True:
            try:
                return _marked(await self._open(work, page), tries)
            except PageError as error:
                tries += 1
                pause = self._politeness.pause_before(tries, error)
                if pause is None:
                    raise
            await asyncio.sleep(pause)

    async def sitemaps(self, page: Page) -> list[str]:
        """The sitemaps that the robots.txt of a live page's site names.

        Raises:
            PageError: it cannot be asked.
        """
        async with self._hosts.turn(page.url) as host:
            await self._learn(host, page)
        return self._robots.sitemaps(page.url)

    async def _learn(self, host: Host, page: Page) -> None:
        if not self._robots.are_known(page):
            wish = await self._in_place(host, self._robots.learn, page)
            host.delay = max(host.delay, wish)

    async def _open(self, work: Open[Opened], page: Page) -> Opened:
        async with self._hosts.turn(page.url) as host:
            await self._learn(host, page)
            return await self._in_place(host, work, page)

    async def _in_place(self, host: Host, work: "Callable[[Page], Awaitable[_Any]]", page: Page) -> "_Any":
        """Run it when its host has a turn and a place is free; waiting for a host takes no place."""
        while True:
            await host.ready()
            async with self._places:
                if host.begin():
                    try:
                        return await work(page)
                    finally:
                        host.end()


_Any = TypeVar("_Any")


def _marked(opened: Opened, tries: int) -> Opened:
    if not tries:
        return opened
    mark = PageWarning(WarningKind.RETRIED, str(tries))
    if isinstance(opened, Page):
        return replace(opened, warnings=(*opened.warnings, mark))
    return replace(opened, warnings=(*opened.warnings, str(mark)))
