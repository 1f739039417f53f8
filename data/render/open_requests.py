"""The unanswered requests of a page for data and scripts."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.async_api import CDPSession

KINDS = frozenset({"Fetch", "XHR", "Script", "Stylesheet", "Document"})
"""Requests that may load text. Pictures and fonts are seen in the page; streams, sockets and pings never end."""
STREAMS = frozenset({"text/event-stream", "multipart/x-mixed-replace"})
POLLS = 2
"""Answers of one address without effect, after which its further requests are ignored."""


SILENCE = 1.5
"""Seconds after which an address that has not answered is silent."""


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
