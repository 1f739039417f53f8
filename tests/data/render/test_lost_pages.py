"""Live pages whose scripts hang or lead away: the text that the server sent is there all the same."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from iawce.data.document import Document
from iawce.data.page import Page
from iawce.data.render import shared_browser, visit
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
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
    pytest.param("'about:srcdoc'", marks=pytest.mark.slow),
    pytest.param("'about:crash'", marks=pytest.mark.slow),
    "'/silent'",
    "'http://127.0.0.1:1/'",
    "URL.createObjectURL(new Blob(['<p>Other'], {type: 'text/html'}))",
)


@contextmanager
def opened(load_timeout: float) -> Iterator[BackgroundRenderer]:
    """Leaves time for a second drawing."""
    settings = RenderSettings(
        load_timeout=load_timeout, settle_timeout=4.0, bare_timeout=4.0, deadline=15 * load_timeout, screenshot_scale=0
    )
    with pytest.MonkeyPatch.context() as patch, BackgroundRenderer(settings) as renderer:
        patch.setattr(visit, "BODY", 1.0)
        patch.setattr(visit, "HANGING", 0.1)
        patch.setattr(visit, "GIVEN_UP", 0.2)
        patch.setattr(shared_browser, "CLOSE_TIMEOUT", 5.0)
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


def check(renderer: BackgroundRenderer, site: Site, html: str) -> None:
    site.add_answer("/silent", silence)
    url = site.add("/", html)
    snapshot = renderer.submit(Page(url, url)).result()
    shown = " ".join(block.text for block in Document("", html=snapshot.html).text_blocks)
    assert shown.count("a reader wants") == html.count("a reader wants")
    assert snapshot.partial
    assert {"partial/still_loading", "scripts_off"} <= set(snapshot.warnings)
    assert snapshot.final_url == url


def silence(request: BaseHTTPRequestHandler) -> None:
    """No answer, until the browser goes away."""
    request.connection.recv(1)


@pytest.mark.parametrize("what", HANGING)
def test_a_page_that_waits_for_silence_keeps_its_text(hasty: BackgroundRenderer, site: Site, what: str) -> None:
    check(hasty, site, f"<!doctype html><head>{HANGING[what]}<title>t</title></head><body>{TEXT}")


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


@pytest.mark.parametrize("where", LEADING_AWAY)
def test_a_page_that_leads_away_keeps_its_text(hasty: BackgroundRenderer, site: Site, where: str) -> None:
    check(hasty, site, f"<!doctype html><title>t</title>{TEXT}<script>location = {where}</script>{TEXT}")
