"""The time of a page: it passes as fast as its scripts can follow, and stands still while the page is looked at.

Chromium lets the clock of a page jump from one timer to the next (virtual time of the DevTools protocol), so that text
that a timer writes after seconds is there at once. A page is drawn only while its clock is ahead of the machine's.
Workers, sockets and frames of other sites know the time of the machine alone: where there are any, as much of that
passes, too.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from iawce.data.errors import PageError
from iawce.data.render.isolated_world import FRAMES_DRAWN, World

AHEAD = 0.5  # Seconds by which the clock of a page is ahead at least
HELD = 0.1  # Seconds for which requests that nobody waits for, such as a stream, hold up the time of a page
STARVED = 10_000  # Tasks without a timer after which the clock goes on, however many more there are
DRAWING = 1.0  # Seconds for a page to be drawn twice, when it is scrolled
IN_ORDER, AT_ONCE = "pauseIfNetworkFetchesPending", "advance"
"""Whether time stands still while an answer is awaited, so that no timer is over before it that else was after it."""


class PageTime:
    """``now``: seconds of the page, those for which it was waited included; not those that looking at it takes.

    The session must have ``Network`` enabled. ``may_leap``: else its clock is always that of the machine.
    """

    def __init__(self, tab: Tab, session: CDPSession, world: World, *, may_leap: bool = True) -> None:
        self._tab, self._world, self._may_leap = tab, world, may_leap
        self.now = 0.0
        self._is_over, self._has_sockets = asyncio.Event(), False
        self._is_over.set()
        session.on("Emulation.virtualTimeBudgetExpired", lambda _: self._is_over.set())
        session.on("Network.webSocketCreated", lambda _: setattr(self, "_has_sockets", True))

    async def pass_by(self, seconds: float, *, is_elsewhere: bool) -> None:
        """Let time pass, and the page draw itself; ``is_elsewhere``: parts of it know the time of the machine alone."""
        started = time.perf_counter()
        self._world.leaps = self._may_leap
        if self._may_leap:
            await self._let(seconds, IN_ORDER)
            if not await self._is_over_within(min(seconds, HELD)):
                await self._let(seconds, AT_ONCE)
                await self._is_over_within(seconds)
        if is_elsewhere or self._has_sockets or self._tab.workers or not self._may_leap:
            await asyncio.sleep(started + seconds - time.perf_counter())
        self.now += seconds
        await self.draw(seconds)

    async def wait_for(self, waiting: Callable[[], Awaitable[None]], *, in_order: bool) -> None:
        """Wait for something outside of the page; its own time stands still, or passes as that of the machine does."""
        started = time.perf_counter()
        if in_order and self._world.leaps:
            await self._let(HELD, IN_ORDER)  # no answer comes in while no time is left
            await waiting()
        else:
            async with self.running():
                await waiting()
        self.now += time.perf_counter() - started

    async def draw(self, longest: float = DRAWING) -> None:
        """Let the page draw itself twice, so that it knows what is seen, if that takes no longer than this."""
        async with self.running():
            drawing = asyncio.ensure_future(self._world.evaluate(FRAMES_DRAWN))
            await asyncio.wait((drawing,), timeout=longest)
            if drawing.done():
                drawing.result()
            drawing.cancel()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Meanwhile the clock of the page stays ahead."""
        ended = asyncio.Event()
        keeping = asyncio.ensure_future(self._keep_ahead(ended))
        try:
            yield
        except BaseException:
            keeping.cancel()
            raise
        ended.set()
        await keeping  # never cut off between a command and what is known of it

    async def _keep_ahead(self, ended: asyncio.Event) -> None:
        with suppress(PlaywrightError, PageError):  # which others see, too
            while self._world.leaps and not ended.is_set():
                if await self._ahead() < AHEAD / 2:
                    await self._let(HELD, AT_ONCE)
                with suppress(TimeoutError):
                    async with asyncio.timeout(AHEAD / 4):
                        await ended.wait()

    async def _let(self, seconds: float, policy: str) -> None:
        """Let this time pass for the page, and what it is not ahead by; or what is left, since no end is taken back."""
        how: dict[str, Any] = {"policy": policy, "maxVirtualTimeTaskStarvationCount": STARVED}
        if not self._is_over.is_set():
            await self._world.call("Emulation.setVirtualTimePolicy", **how)
            if not self._is_over.is_set():
                return
        budget = 1000 * (seconds + max(0.0, AHEAD - await self._ahead()))  # without one, time would have no end
        self._is_over.clear()
        await self._world.call("Emulation.setVirtualTimePolicy", **how, budget=budget)

    async def _ahead(self) -> float:
        """Seconds by which the page's clock is ahead of the machine's."""
        return float(await self._world.evaluate("Date.now()")) / 1000 - time.time()

    async def _is_over_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_over.wait()
        return self._is_over.is_set()
