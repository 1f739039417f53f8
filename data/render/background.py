"""The renderer for callers without an event loop: it runs in a separate thread, many pages at once."""

import asyncio
import logging
import os
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, Self, TypeVar

from iawce.data.closing import Closing
from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.network.fetcher import Fetcher
from iawce.data.network.host_scheduler import PageScheduler
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.render.renderer import Renderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot

log = logging.getLogger(__name__)
_Result = TypeVar("_Result", Page, Snapshot)


class BackgroundRenderer(Closing):
    """Renders, or fetches without a browser, up to ``workers`` pages at once, submitted by any thread of this process.

    Only the browser is controlled from its thread; parsing stays with the caller. ``limits``: of the browser for a
    page. Raises UsageError: a page is submitted in a process that was forked from this one.
    """

    def __init__(
        self,
        settings: RenderSettings,
        workers: int = 2,
        network: NetworkSettings = NetworkSettings(),  # noqa: B008 - frozen
        limits: Limits = Limits(),  # noqa: B008 - frozen
    ) -> None:
        robots = Robots(network)
        self._renderer = Renderer(settings, network, limits, workers, robots)
        self._fetcher = Fetcher(network, settings.deadline, settings.max_body, robots)
        self._turns = PageScheduler(network.politeness, robots, workers)
        self._has_browser = not network.fetch
        self._process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._rendering: set[asyncio.Task[Any]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="renderer", daemon=True)

    def __enter__(self) -> Self:
        return self.start()

    def start(self) -> Self:
        """Start the thread and the browser. Raises EnvironmentMissing: there is no browser, or it does not start."""
        self._thread.start()
        try:
            if self._has_browser:
                asyncio.run_coroutine_threadsafe(self._renderer.__aenter__(), self._loop).result()
        except BaseException:
            self.close()
            raise
        return self

    def submit(self, page: Page, screenshot_scale: float = 0.0) -> Future[Snapshot]:
        """Start rendering, maybe with a screenshot of a scale; the future raises ``PageError`` if that fails."""
        renderer = self._renderer.with_screenshots(screenshot_scale) if screenshot_scale else self._renderer
        return self._begin(renderer.render, page)

    def fetch(self, page: Page) -> Future[Page]:
        """Start fetching by plain HTTP; the future raises ``PageError`` if that fails."""
        return self._begin(self._fetcher.fetch, page)

    def download(self, page: Page) -> Future[Page]:
        """Start fetching a file that may be no page; the future raises ``PageError`` if that fails."""
        return self._begin(self._fetcher.download, page)

    def sitemaps(self, page: Page) -> Future[list[str]]:
        """Start requesting the sitemaps in the robots.txt of a live page; none if robots.txt is not read."""
        return asyncio.run_coroutine_threadsafe(self._turns.sitemaps(page), self._loop)

    def _begin(self, work: Callable[[Page], Awaitable[_Result]], page: Page) -> "Future[_Result]":
        if os.getpid() != self._process:
            raise UsageError("a browser does not survive a fork: make a new Extractor in the child process")
        return asyncio.run_coroutine_threadsafe(self._in_turn(work, page), self._loop)

    def close(self) -> None:
        """End the browser and the thread; may be called twice, and does nothing in a process forked from this one."""
        if self._loop.is_closed() or os.getpid() != self._process:
            return
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        """Stop all rendering in progress. Playwright's own tasks continue: only they can end the browser."""
        self._loop.set_exception_handler(_ended)
        for task in self._rendering:
            task.cancel()
        await asyncio.gather(*self._rendering, return_exceptions=True)
        await self._renderer.__aexit__()

    async def _in_turn(self, work: Callable[[Page], Awaitable[_Result]], page: Page) -> _Result:
        task = asyncio.current_task()
        assert task  # noqa: S101 - a coroutine runs in one
        self._rendering.add(task)
        task.add_done_callback(self._rendering.discard)
        return await self._turns.take(work, page)


def _ended(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Ignore results of tasks that waited for the browser when it ended, perhaps by Ctrl-C."""
    log.debug("at the end: %s", context.get("exception") or context["message"])
