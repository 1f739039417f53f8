"""Each host's pages take turns, for every command: a few at a time, each some seconds after the one before."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from ipaddress import ip_address
from typing import TypeVar

from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.network.address import WebAddress
from iawce.data.network.egress_filter import is_literal, is_loopback_name
from iawce.data.network.robots import Robots
from iawce.data.network.settings import MAX_WAIT, Politeness, is_busy, is_closed
from iawce.data.page import Page
from iawce.data.snapshot import Snapshot

PER_HOST, DELAY = 1, 1.0  # Pages of a host at the same time, and seconds between two of them, by default
ANY = 1_000  # Pages of one host at the same time without a limit
MAX_HOSTS = 10_000  # Most unused hosts that are remembered
Result = TypeVar("Result")
Opened = TypeVar("Opened", Page, Snapshot)
Open = Callable[[Page], Awaitable[Opened]]


class Host:
    """One host; ``delay`` is from the end of a page to the next, and between beginnings; ``users`` are open or wait."""

    def __init__(self, places: int, delay: float) -> None:
        self.places, self.delay, self.users = asyncio.Semaphore(places), delay, 0
        self._next, self._wish = 0.0, PageError("http_error/429")

    async def ready(self) -> None:
        """Wait until a page may begin. Raises PageError: the server refuses requests for a long time."""
        while (wait := self._next - _now()) > 0:
            if is_closed(self._wish) and wait > MAX_WAIT:
                wish = self._wish
                raise PageError(wish.reason, wish.message, http_status=wish.http_status, retry_after=wait)
            await asyncio.sleep(wait)

    def begin(self) -> bool:
        """Begin a page now; False if another one has just begun, so that this one must wait."""
        if self._next > _now():
            return False
        self._next, self._wish = _now() + self.delay, PageError("http_error/429")
        return True

    def end(self) -> None:
        """Report that a page has arrived or failed; only then is it certain that the server has begun it."""
        self._next = max(self._next, _now() + self.delay)

    def put_off(self, seconds: float, error: PageError) -> None:
        """The server is busy: no request is sent before these seconds are over."""
        self._next, self._wish = max(self._next, _now() + seconds), error

    @property
    def is_idle(self) -> bool:
        """Whether it can be forgotten without loss."""
        return not self.users and self._next <= _now()


def host_of_turn(url: str) -> tuple[str, bool]:
    """The name of the host of an address, empty if it will not be opened; whether it is this machine.

    All ports of another host count as one host; on this machine, each port counts separately.
    """
    try:
        address = WebAddress.parse(url)
    except PageError:
        return "", False
    is_own = is_loopback_name(address.host) or (is_literal(address.host) and ip_address(address.host).is_loopback)
    return (address.origin if is_own else address.host), is_own


def places_of(politeness: Politeness, *, is_own: bool) -> int:
    """Pages of a host that may be open at the same time: this machine has a limit only on request."""
    return politeness.per_host or (ANY if is_own else PER_HOST)


def _now() -> float:
    return asyncio.get_running_loop().time()


class PageScheduler:
    """Turns of a run's pages, ``places`` open at once, rules of unknown sites first; for one event loop."""

    def __init__(self, politeness: Politeness, robots: Robots, places: int) -> None:
        self._politeness, self._robots = politeness, robots
        self._hosts, self._places = dict[str, Host](), asyncio.Semaphore(places)

    async def take(self, work: Open[Opened], page: Page) -> Opened:
        """Open a page, if need be again, with the warning ``retried``. Raises PageError: of the last attempt."""
        if not page.is_live or page.error:
            async with self._places:
                return await work(page)
        tries = 0
        while True:
            try:
                async with self._turn(page.url) as host:
                    await self._learn(host, page)
                    opened = await self._in_place(host, work, page)
                return _marked(opened, tries)
            except PageError as error:
                tries += 1
                pause = self._politeness.pause_before(tries, error)
                if pause is None or _now() + pause > page.last_try:
                    raise
            await asyncio.sleep(pause)

    async def sitemaps(self, page: Page) -> list[str]:
        """The sitemaps that the robots.txt of a live page's site names. Raises PageError: it cannot be asked."""
        async with self._turn(page.url) as host:
            await self._learn(host, page)
        return self._robots.sitemaps(page.url)

    @asynccontextmanager
    async def _turn(self, url: str) -> AsyncIterator[Host]:
        """One of the places of the host, whose ``ready`` and ``begin`` control the start."""
        name, is_own = host_of_turn(url)
        host = self._hosts.get(name)
        if host is None:
            if len(self._hosts) >= MAX_HOSTS:
                self._hosts = {name: host for name, host in self._hosts.items() if not host.is_idle}
            delay = self._politeness.delay if self._politeness.delay is not None else (0.0 if is_own else DELAY)
            host = self._hosts[name] = Host(places_of(self._politeness, is_own=is_own), delay)
        host.users += 1
        try:
            async with host.places:
                yield host
        except PageError as error:
            if is_busy(error):
                host.put_off(error.retry_after or 0.0, error)
            raise
        finally:
            host.users -= 1

    async def _learn(self, host: Host, page: Page) -> None:
        if not self._robots.are_known(page):
            wish = await self._in_place(host, self._robots.learn, page)
            host.delay = max(host.delay, wish)

    async def _in_place(self, host: Host, work: Callable[[Page], Awaitable[Result]], page: Page) -> Result:
        """Run it when its host has a turn and a place is free; waiting for a host takes no place."""
        while True:
            await host.ready()
            async with self._places:
                if host.begin():
                    try:
                        return await work(page)
                    finally:
                        host.end()


def _marked(opened: Opened, tries: int) -> Opened:
    if not tries:
        return opened
    mark = PageWarning(WarningKind.RETRIED, str(tries))
    if isinstance(opened, Page):
        return replace(opened, warnings=(*opened.warnings, mark))
    return replace(opened, warnings=(*opened.warnings, str(mark)))
