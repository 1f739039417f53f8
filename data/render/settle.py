"""Waits until a page shows its complete content."""

import asyncio
import json
import math
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.async_api import CDPSession

from iawce.data.errors import PageError, UsageError
from iawce.data.render.isolated_world import ELEMENTS, HAS, LACK, SCROLL, STATE, World
from iawce.data.render.settings import RenderSettings

KINDS = frozenset({"Fetch", "XHR", "Script", "Stylesheet", "Document"})
"""Requests that may load text. Pictures and fonts are seen in the page; streams, sockets and pings never end."""
STREAMS = frozenset({"text/event-stream", "multipart/x-mixed-replace"})
POLLS = 2  # Answers of one address without effect, after which its further requests are ignored
SILENCE = 1.5  # Seconds after which an address that has not answered is silent
STILL_LOADING, STILL_CHANGING = "still_loading", "still_changing"
POLL = 0.1
REQUEST = 3.0  # Seconds that a page with text waits for one request; a longer one is held open on purpose
LATE = 4.5  # Seconds without change for a page that still lacks a part of its text, which a timer may write
LATEST = 8.0  # The same for a page that shows almost no text
VIEW = 0.03  # Seconds for which each part of a page is shown
SEEN = 0.1
"""Seconds, after it was drawn, in which a page that was quiet begins to change, if what was shown is new to it."""
SHARE = 0.7  # Share of the deadline after which a page is taken as it is


class _Request(NamedTuple):
    address: str
    since: float
    whole_address: str


class OpenRequests:
    """The open requests of one tab; the session must have ``Network`` enabled.

    A page that requests the same address repeatedly and never changes is polling: its requests do not count until it
    changes. ``answered`` is the time of the last answer to a request that counts, by ``clock``.
    """

    def __init__(self, session: CDPSession, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._open: dict[str, _Request] = {}
        self._fruitless: Counter[str] = Counter()
        self._given_up: set[str] = set()
        self.answered = -float("inf")
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.responseReceived", self._begin_stream)
        session.on("Network.loadingFinished", self._end)
        session.on("Network.loadingFailed", self._end)

    def any(self, longest: float) -> bool:
        """Whether a request that counts is open for no longer than ``longest`` seconds."""
        now = self._clock()
        return any(self._counts(one) and now - one.since <= longest for one in self._open.values())

    @property
    def silent(self) -> frozenset[str]:
        """Addresses without an answer for a while, and ignored ones."""
        waiting = {one.whole_address for one in self._open.values() if self._is_silent(one)}
        return frozenset(waiting | self._given_up)

    def page_changed(self) -> None:
        """Report that the page has changed."""
        self._fruitless.clear()

    def _is_silent(self, request: _Request) -> bool:
        return self._clock() - request.since >= SILENCE

    def _counts(self, request: _Request) -> bool:
        return self._fruitless[request.address] < POLLS

    def _begin(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"].partition("?")[0]
        if event.get("type") in KINDS and address.startswith("http"):
            request = event["request"]
            self._open[event["requestId"]] = _Request(f"{request['method']} {address}", self._clock(), request["url"])

    def _begin_stream(self, event: dict[str, Any]) -> None:
        if event["response"].get("mimeType") in STREAMS:
            self._open.pop(event["requestId"], None)

    def _end(self, event: dict[str, Any]) -> None:
        request = self._open.pop(event["requestId"], None)
        if request and event.get("canceled") and self._is_silent(request):
            self._given_up.add(request.whole_address)
        if request and self._counts(request):
            self._fruitless[request.address] += 1
            self.answered = self._clock()


class Settling:
    """Waits for one page.

    A page is settled when nothing has moved for a while, its requests are answered, each part was shown once and no
    visible part announces more text. A page that nothing can move, without scripts and frames, need not be quiet.
    ``scrolls`` counts how often it was scrolled through.
    """

    def __init__(self, world: World, requests: OpenRequests, settings: RenderSettings, *, scripts: bool) -> None:
        self._world, self._requests, self._settings, self._scripts = world, requests, settings, scripts
        self._shape, self._since, self._lack = "", 0.0, ""
        self._height, self._shown = 0, settings.viewport[1]
        self._quiet = settings.quiet
        self.scrolls = 0

    async def wait(self, latest: float) -> str:
        """The reason why the page is not settled, empty if it is: ``still_loading`` or ``still_changing``.

        It is given up at ``latest`` (``time.perf_counter``). Raises PageError: ``too_large/elements`` or
        ``unstable/navigation``; UsageError: ``wait_for`` is not a CSS selector.
        """
        elements = await self._world.evaluate(ELEMENTS) or 0
        if elements > self._settings.max_elements:
            raise PageError("too_large/elements", f"the page has {elements} elements")
        started = time.perf_counter()
        while True:
            is_busy = await self._look()
            is_missing = await self._is_missing()
            quiet = time.perf_counter() - self._since
            if quiet >= self._quiet and not is_busy:
                if self._shown < min(self._height, self._settings.max_height * self._settings.scrolls):
                    await self._scroll()
                    continue
                self._lack = await self._find_lack()
                late = LATEST if self._lack.endswith("few") else LATE
                if not is_missing and (not self._lack or quiet >= late):
                    return STILL_LOADING if self._lack.startswith("placeholder") else ""
            if time.perf_counter() >= min(latest, started + await self._patience(started, is_missing)):
                if is_missing or self._lack.startswith("placeholder") or self._requests.any(math.inf):
                    return STILL_LOADING
                return STILL_CHANGING if is_busy or quiet < self._quiet else ""
            await asyncio.sleep(POLL)

    async def _look(self) -> bool:
        """Whether the page is loading; notes when it last changed."""
        state: dict[str, Any] = await self._world.evaluate(STATE)
        is_new = state["shape"] != self._shape
        if is_new:
            self._shape = state["shape"]
            self._requests.page_changed()
        self._height = state["height"]
        self._quiet = self._settings.quiet if state["moves"] and self._scripts else 0.0
        is_busy = not state["ready"] or state["loading"]
        is_busy = is_busy or self._requests.any(math.inf if self._lack else REQUEST)
        self._since = time.perf_counter() if is_new or is_busy else max(self._since, self._requests.answered)
        if not state["drawn"] and self._world.has_scripts:
            self._give_time()
        return is_busy

    async def _is_missing(self) -> bool:
        """Whether the element for which the caller waits is missing."""
        if not self._settings.wait_for:
            return False
        found = await self._world.evaluate(f"{HAS}({json.dumps(self._settings.wait_for)})")
        if found is None:
            raise UsageError(f"{self._settings.wait_for!r} is no CSS selector")
        return not found

    async def _find_lack(self) -> str:
        may_grow = self._scripts and self._world.has_scripts
        return str(await self._world.evaluate(LACK) or "") if may_grow else ""

    async def _patience(self, started: float, is_missing: bool) -> float:
        """Seconds after which the page is recorded as it is."""
        if is_missing:
            return math.inf
        settings = self._settings
        if time.perf_counter() - started >= settings.settle_timeout:
            self._lack = await self._find_lack()
        return max(settings.bare_timeout, settings.settle_timeout) if self._lack else settings.settle_timeout

    async def _scroll(self) -> None:
        """Scroll to every part that was not shown yet, for content that loads when visible."""
        limit, step = self._settings.max_height * self._settings.scrolls, self._settings.viewport[1]
        end, top = limit, self._shown
        while top < end:
            end = min(limit, await self._world.evaluate(f"{SCROLL}({top})"))
            await asyncio.sleep(VIEW)
            top += step
        await self._world.evaluate(f"{SCROLL}(0)")
        self._shown = end
        self.scrolls += 1
        self._give_time()

    def _give_time(self) -> None:
        """Let what was shown last have its effect."""
        self._since = max(self._since, time.perf_counter() - self._quiet + min(SEEN, self._quiet))
