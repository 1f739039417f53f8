"""Live pages whose scripts hang or lead away: the text that the server sent is there all the same.

Those that wait for silence, or for what never comes, wait together.
"""

import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from iawce.data.document import Document
from iawce.data.page import Page
from iawce.data.render import renderer as renderer_module
from iawce.data.render import visit
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot
from tests.conftest import Site

pytestmark = pytest.mark.browser
SILENT = socket.create_server(("127.0.0.1", 0))
ELSEWHERE = f"http://127.0.0.1:{SILENT.getsockname()[1]}"
"""Where connections are made, and nothing is ever answered."""
TEXT = "".join(f"<p>Line {number} of the text that the server sent and a reader wants." for number in range(9))
OTHER = "".join(
    f"<p>Paragraph {number}: phrases that nobody sent, and that are longer than all the rest." * 3
    for number in range(9)
)
HANGING = {
    "a style sheet and a script of its own": "<link rel=stylesheet href=/silent><script src=/silent?2></script>",
    "a style sheet and a script": f"<link rel=stylesheet href={ELSEWHERE}/a.css><script src={ELSEWHERE}/a.js></script>",
    "a synchronous request": "<script>r = new XMLHttpRequest(); r.open('GET', '/silent', false); r.send()</script>",
    "a refresh": "<meta http-equiv=refresh content='0;url=/silent'>",
}
LEADING_AWAY = (
    "'about:blank'",
    "'/silent'",
    "'http://127.0.0.1:1/'",
    "URL.createObjectURL(new Blob(['<p>Other'], {type: 'text/html'}))",
)
MORE_LEADING_AWAY = ("'about:srcdoc'", "'about:crash'")
Begun = Mapping[str, tuple[str, str, Future[Snapshot]]]
"""By what a page does, its address and markup, and its snapshot once there is one."""


@contextmanager
def opened(load_timeout: float) -> Iterator[BackgroundRenderer]:
    """Leaves time for a second drawing, of all pages at once on a busy machine."""
    settings = RenderSettings(
        load_timeout=load_timeout, settle_timeout=4.0, bare_timeout=4.0, deadline=30 * load_timeout, screenshot_scale=0
    )
    with pytest.MonkeyPatch.context() as patch, BackgroundRenderer(settings, workers=8) as renderer:
        patch.setattr(visit, "BODY", 1.0)
        patch.setattr(visit, "HANGING", 0.05)
        patch.setattr(visit, "GIVEN_UP", 0.1)
        patch.setattr(renderer_module, "CLOSE_TIMEOUT", 5.0)
        yield renderer


@pytest.fixture(scope="module")
def hasty() -> Iterator[BackgroundRenderer]:
    """Waits no longer for silence than it must."""
    with opened(4.0) as renderer:
        yield renderer


@pytest.fixture(scope="module")
def calm() -> Iterator[BackgroundRenderer]:
    """Waits for what comes late on a busy machine, where nothing is silent."""
    with opened(40.0) as renderer:
        yield renderer


@pytest.fixture(scope="module")
def begun(hasty: BackgroundRenderer, server: Site) -> Begun:
    """All of which one waits for silence, or leads away."""
    server.add_answer("/silent", silence)
    pages = {what: f"<!doctype html><head>{HANGING[what]}<title>t</title></head><body>{TEXT}" for what in HANGING}
    pages |= {where: leading_to(where) for where in LEADING_AWAY}
    return {what: begin(hasty, server, f"/{number}", html) for number, (what, html) in enumerate(pages.items())}


def leading_to(where: str) -> str:
    return f"<!doctype html><title>t</title>{TEXT}<script>location = {where}</script>{TEXT}"


def begin(renderer: BackgroundRenderer, site: Site, path: str, html: str) -> tuple[str, str, Future[Snapshot]]:
    url = site.add(path, html)
    return url, html, renderer.submit(Page(url, url))


def check(url: str, html: str, rendering: Future[Snapshot]) -> None:
    snapshot = rendering.result()
    shown = " ".join(Document("", html=snapshot.html).text_blocks.texts)
    assert shown.count("a reader wants") == html.count("a reader wants")
    assert snapshot.partial
    assert {"partial/still_loading", "scripts_off"} <= set(snapshot.warnings)
    assert snapshot.final_url == url


def silence(request: BaseHTTPRequestHandler) -> None:
    """No answer, until the browser goes away."""
    request.connection.recv(1)


@pytest.mark.parametrize("what", HANGING)
def test_a_page_that_waits_for_silence_keeps_its_text(begun: Begun, what: str) -> None:
    check(*begun[what])


@pytest.mark.parametrize("where", LEADING_AWAY)
def test_a_page_that_leads_away_keeps_its_text(begun: Begun, where: str) -> None:
    check(*begun[where])


@pytest.mark.slow
@pytest.mark.parametrize("where", MORE_LEADING_AWAY)
def test_a_page_that_leads_nowhere_keeps_its_text(hasty: BackgroundRenderer, server: Site, where: str) -> None:
    check(*begin(hasty, server, "/", leading_to(where)))


@pytest.mark.parametrize("text", ["<p>gone", OTHER])
@pytest.mark.parametrize("when", ["{}", "setTimeout(() => {{ {} }}, 200)"])
def test_a_page_that_an_address_of_javascript_replaces_keeps_its_text(
    calm: BackgroundRenderer, site: Site, text: str, when: str
) -> None:
    script = when.format(f"location = `javascript:'{text}'`")
    url = site.add("/", f"<!doctype html><title>t</title>{TEXT}<script>{script}</script>{TEXT}")
    snapshot = calm.submit(Page(url, url)).result()
    assert snapshot.html.count("a reader wants") >= 18
    assert "scripts_off" in snapshot.warnings or when != "{}"  # it may be recorded before
