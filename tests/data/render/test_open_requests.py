"""The requests for which rendering waits, from events of the DevTools protocol."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from playwright.async_api import CDPSession

from iawce.data.render.settle import OpenRequests


class Session:
    """Replaces a session of the protocol; it emits the events that it is given."""

    def __init__(self) -> None:
        self.listeners: dict[str, Callable[[dict[str, Any]], None]] = {}
        self.now = 0.0

    def on(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self.listeners[event] = listener

    def begin(self, number: str, url: str = "http://a.test/data", kind: str = "Fetch") -> None:
        request = {"url": url, "method": "GET"}
        self.listeners["Network.requestWillBeSent"]({"requestId": number, "type": kind, "request": request})

    def end(self, number: str, how: str = "Network.loadingFinished") -> None:
        self.listeners[how]({"requestId": number})


@pytest.fixture
def session() -> Session:
    return Session()


@pytest.fixture
def requests(session: Session) -> OpenRequests:
    return OpenRequests(cast("CDPSession", session), lambda: session.now)


@pytest.mark.parametrize("how", ["Network.loadingFinished", "Network.loadingFailed"])
def test_a_request_is_open_until_it_is_answered(session: Session, requests: OpenRequests, how: str) -> None:
    session.begin("1")
    session.now = 2.0
    assert requests.any(longest=3.0)
    session.end("1", how)
    assert not requests.any(longest=3.0)
    assert requests.answered == 2.0


def test_a_request_held_open_does_not_count_for_ever(session: Session, requests: OpenRequests) -> None:
    session.begin("1")
    session.now = 4.0
    assert not requests.any(longest=3.0)
    assert requests.any(longest=5.0)


@pytest.mark.parametrize("kind", ["Image", "Media", "Font", "EventSource", "WebSocket", "Ping", "Manifest", "Other"])
def test_requests_without_text_or_without_end_do_not_count(session: Session, requests: OpenRequests, kind: str) -> None:
    session.begin("1", kind=kind)
    assert not requests.any(longest=3.0)


def test_a_stream_does_not_count(session: Session, requests: OpenRequests) -> None:
    session.begin("1")
    session.listeners["Network.responseReceived"]({"requestId": "1", "response": {"mimeType": "text/event-stream"}})
    assert not requests.any(longest=3.0)


def test_polling_does_not_count_until_the_page_changes(session: Session, requests: OpenRequests) -> None:
    for number in ("1", "2"):
        session.begin(number, f"http://a.test/poll?{number}")
        assert requests.any(longest=3.0)
        session.now += 1.0
        session.end(number)
    session.begin("3", "http://a.test/poll?3")
    assert not requests.any(longest=3.0)
    session.end("3")
    assert requests.answered == 2.0
    session.begin("4", "http://a.test/poll?4")
    requests.page_changed()
    assert requests.any(longest=3.0)
