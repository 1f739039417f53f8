"""What a real Chromium makes of good and hostile pages: one snapshot or one reason each, and the next page unharmed."""

import io
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event
from unittest.mock import patch

import pytest
from PIL import Image

from iawce.data.errors import PageError
from iawce.data.network.settings import NetworkSettings, Politeness
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.render import visit
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot
from tests.conftest import PATIENT, Site

pytestmark = pytest.mark.browser
GOOD = "<!doctype html><title>Good</title><h1>Good</h1><p>A page like any other."
Render = Callable[[str], Snapshot]


@pytest.fixture(scope="module")
def hasty() -> Iterator[BackgroundRenderer]:
    """Waits no longer for what never ends than a busy machine needs to see that the page has begun, and only once."""
    once = NetworkSettings(politeness=Politeness(retries=0))
    with BackgroundRenderer(
        RenderSettings(load_timeout=5.0, settle_timeout=2.0, screenshot_scale=0), network=once
    ) as started:
        yield started


@pytest.fixture(scope="module", autouse=True)
def good_pages_at_last(renderer: BackgroundRenderer, hasty: BackgroundRenderer, server: Site) -> Iterator[None]:
    """In one browser each page comes after another test's, which has done it no harm, and at last comes a good one."""
    yield
    url = server.add("/", GOOD)
    for after in [one.submit(Page(url, url)) for one in (renderer, hasty)]:
        assert "A page like any other" in after.result().html


@pytest.fixture
def render(renderer: BackgroundRenderer) -> Render:
    return lambda url: renderer.submit(Page(url, url)).result()


@pytest.fixture
def render_endless(hasty: BackgroundRenderer) -> Iterator[Render]:
    """Renders a page that never begins, or that goes on for ever and still answers."""
    with patch.object(visit, "BODY", 1.0):
        yield lambda url: hasty.submit(Page(url, url)).result()


@pytest.fixture
def render_restless(hasty: BackgroundRenderer) -> Iterator[Render]:
    """Renders a page that may leave any question unanswered."""
    with patch.multiple(visit, HANGING=8 / PATIENT.deadline, BODY=1.0):
        yield lambda url: hasty.submit(Page(url, url)).result()


@pytest.fixture
def render_stuck(hasty: BackgroundRenderer) -> Iterator[Render]:
    """Renders a page that answers nothing."""
    with patch.multiple(visit, HANGING=0.0, BODY=1.0):
        yield lambda url: hasty.submit(Page(url, url)).result()


def reason(render: Render, url: str) -> str:
    with pytest.raises(PageError) as caught:
        render(url)
    return caught.value.reason


def test_a_live_page_becomes_a_snapshot(renderer: BackgroundRenderer, site: Site) -> None:
    site.add("/style.css", "p{font-size:30px}", Content_Type="text/css")
    url = site.add("/", '<link rel=stylesheet href=/style.css><p>Styled <a href="/x">text</a></p>')
    snapshot = renderer.submit(Page(url, url), screenshot_scale=1.0).result()
    assert (snapshot.status, snapshot.final_url, snapshot.width) == (200, site.url + "/", 1366)
    assert [(box.kind, box.font, box.link, box.chars) for box in snapshot.boxes] == [("t", 30, 0, 6), ("t", 30, 1, 4)]
    assert 'data-iawce-element="4"' in snapshot.html
    with Image.open(io.BytesIO(snapshot.screenshot)) as picture:
        assert (picture.format, picture.size) == ("WEBP", (1366, snapshot.clip_height))
    assert not snapshot.partial
    assert not snapshot.truncated
    assert set(snapshot.timings) == {"load", "settle", "screenshot", "boxes", "html"}


def test_content_that_comes_late_is_waited_for(render: Render, site: Site) -> None:
    late = "<script>setTimeout(() => document.body.innerHTML = '<p>came late', 700); addEventListener('load', () => 0);"
    page = f"<body><p>loading</p><img src=/slow.png>{late}</script>"
    site.add_answer("/slow.png", lambda _: time.sleep(1.0))
    assert "came late" in render(site.add("/", page)).html


def test_a_very_tall_and_wide_page_is_clipped(renderer: BackgroundRenderer, site: Site) -> None:
    url = site.add("/", '<div style="height:1000000px;width:500000px">tall</div>')
    snapshot = renderer.submit(Page(url, url), screenshot_scale=1.0).result()
    assert snapshot.truncated
    assert snapshot.clip_height == 5464
    with Image.open(io.BytesIO(snapshot.screenshot)) as picture:
        assert picture.size == (1366, 5464)


def test_constant_polling_does_not_keep_a_page_from_being_done(render: Render, site: Site) -> None:
    site.add("/poll", "1")
    snapshot = render(site.add("/", GOOD + "<script>setInterval(() => fetch('/poll'), 50)</script>"))
    assert not snapshot.partial


def test_a_page_that_never_rests_is_partial(render_endless: Render, site: Site) -> None:
    page = GOOD + "<script>setInterval(() => document.body.append('more '), 50)</script>"
    snapshot = render_endless(site.add("/", page))
    assert snapshot.partial
    assert "more" in snapshot.html


def test_who_asks_for_a_password_is_in_error(render: Render, site: Site) -> None:
    """Other errors are tested in tests/bad_inputs."""
    assert reason(render, site.add("/", GOOD, 401, WWW_Authenticate="Basic")) == "http_error/401"


def test_an_empty_body(render: Render, site: Site) -> None:
    assert reason(render, site.add("/", " \n")) == "empty/no_content"


def test_refused_connection_and_unknown_host(render: Render) -> None:
    assert reason(render, "http://127.0.0.1:9/") in ("fetch_error/refused", "fetch_error/unsafe_port")
    assert reason(render, "http://127.0.0.1:47391/") == "fetch_error/refused"
    assert reason(render, "http://no-such-host.invalid/") == "fetch_error/dns"


def test_a_redirect_is_followed(render: Render, site: Site) -> None:
    site.add("/end", GOOD)
    assert render(site.add("/once", "", 302, Location="/end")).final_url == site.url + "/end"


@pytest.mark.parametrize(
    ("kind", "body", "wanted"),
    [
        ("application/pdf", b"%PDF-1.4 x", "not_html/pdf"),
        ("text/html", b"%PDF-1.4 x", "not_html/pdf"),
        ("image/png", b"\x89PNG\r\n\x1a\n", "not_html/image"),
        ("application/json", b'{"a": 1}', "not_html/json"),
        ("text/html", b'{"a": 1}', "not_html/json"),
        ("application/zip", b"PK\x03\x04", "not_html/archive"),
        ("application/rss+xml", b"<rss/>", "not_html/feed"),
        ("application/octet-stream", b"\x00\x01\x02", "not_html/download"),
    ],
)
def test_responses_that_are_no_pages_are_refused(
    render: Render, site: Site, kind: str, body: bytes, wanted: str
) -> None:
    assert reason(render, site.add("/", body, Content_Type=kind)) == wanted


def test_a_download_is_refused_and_written_nowhere(render: Render, site: Site, tmp_path: Path) -> None:
    name = 'attachment; filename="../../x.sh"'
    assert reason(render, site.add("/", GOOD, Content_Disposition=name)) == "not_html/download"


@pytest.mark.parametrize(
    "script",
    [
        "while(true){}",
        pytest.param("setTimeout(() => { while(true){} }, 200)", marks=pytest.mark.slow),
        "setInterval(() => { while(true){} }, 200)",
        pytest.param("function go() { Promise.resolve().then(go) } go()", marks=pytest.mark.slow),
        "addEventListener('scroll', () => { while(true){} })",
    ],
)
def test_an_endless_script_is_ended_and_all_else_of_the_page_is_shown(
    render_stuck: Render, site: Site, script: str
) -> None:
    page = f"<head><script>{script}</script></head>{GOOD}<div style='height:2000px'></div><p>the end of it"
    snapshot = render_stuck(site.add("/", page))
    assert "A page like any other" in snapshot.html
    assert "the end of it" in snapshot.html
    assert set(snapshot.warnings) - {"partial/still_loading", "partial/still_changing"} == {"scripts_off"}
    assert (snapshot.status, snapshot.partial) == (200, True)


def test_content_added_by_a_script_stays_if_the_script_hangs_later(render_stuck: Render, site: Site) -> None:
    script = "document.body.append('brought by a script'); setTimeout(() => { while(true){} }, 300)"
    snapshot = render_stuck(site.add("/", f"<body>{GOOD}<script>{script}</script>"))
    assert "brought by a script" in snapshot.html


def test_dialogs_are_dismissed_and_popups_closed(render: Render, site: Site) -> None:
    page = "<script>alert(1); confirm(2); prompt(3); for (let i = 0; i < 5; i++) open('/popup')</script>" + GOOD
    site.add("/popup", GOOD)
    snapshot = render(site.add("/", page))
    assert "A page like any other" in snapshot.html
    assert "dialog_dismissed" in snapshot.warnings


def test_a_page_that_reloads_for_ever(render_restless: Render, site: Site) -> None:
    url = site.add("/", GOOD + "<script>setTimeout(() => location.reload(), 50)</script>")
    try:
        assert render_restless(url).partial
    except PageError as error:
        assert error.reason.startswith(("unstable/", "timeout/"))


def test_a_body_that_drips_is_taken_as_far_as_it_came(render_endless: Render, site: Site) -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.end_headers()
        try:
            request.wfile.write(GOOD.encode())
            while True:
                request.wfile.write(b"<p>drip")
                request.wfile.flush()
                time.sleep(0.1)
        except OSError:
            return

    snapshot = render_endless(site.add_answer("/", drip))
    assert snapshot.partial
    assert "A page like any other" in snapshot.html


def test_a_server_that_never_answers(render_endless: Render, site: Site) -> None:
    given_up = Event()

    def wait(_: BaseHTTPRequestHandler) -> None:
        given_up.wait()

    assert reason(render_endless, site.add_answer("/", wait)) == "timeout/load"
    given_up.set()


@pytest.mark.slow  # an extraction of such a page is tested in tests/extract/pipeline
def test_fifty_thousand_nested_elements(render: Render, site: Site) -> None:
    snapshot = render(site.add("/", "<div>" * 50_000 + "the bottom"))
    assert "the bottom" in snapshot.html


def test_a_page_cannot_read_local_files(render: Render, site: Site, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<p>the secret")
    page = f'{GOOD}<iframe src="{secret.as_uri()}"></iframe><script>location = "{secret.as_uri()}"</script>'
    snapshot = render(site.add("/", page))
    assert snapshot.final_url.startswith("http://")
    assert "the secret" not in snapshot.html


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "javascript:1", "data:text/html,x", "chrome://version", "ftp://a/"]
)
def test_only_the_web_is_opened(render: Render, url: str) -> None:
    assert reason(render, url) == "blocked/scheme"


def test_saved_html_is_rendered_with_the_files_beside_it_and_without_network(
    renderer: BackgroundRenderer, site: Site, tmp_path: Path
) -> None:
    asked: list[str] = []
    site.add_answer("/spy.png", lambda request: asked.append(request.path))
    (tmp_path / "page_files").mkdir()
    (tmp_path / "page_files" / "s.css").write_text("p{font-size:44px}")
    (tmp_path.parent / "outside.css").write_text("p{font-weight:900}")
    body = (
        '<meta charset="gbk"><link rel=stylesheet href="page_files/s.css"><link rel=stylesheet href="../outside.css">'
        f'<p>中文 page<img src="{site.url}/spy.png">'
    ).encode("gbk")
    snapshot = renderer.submit(Page("saved", SAVED_ORIGIN + "a.html", body, folder=tmp_path)).result()
    assert "中文 page" in snapshot.html
    assert snapshot.status == 0, "nobody answered"
    assert [(box.font, box.weight) for box in snapshot.boxes if box.kind == "t"] == [(44, 400)]
    assert asked == []


def test_no_picture_is_taken_where_none_is_wanted(renderer: BackgroundRenderer, site: Site) -> None:
    url = site.add("/", GOOD)
    assert renderer.submit(Page(url, url)).result().screenshot == b""
    with BackgroundRenderer(RenderSettings(screenshot_scale=0.25)) as small:
        snapshot = small.submit(Page(url, url)).result()
    with Image.open(io.BytesIO(snapshot.screenshot)) as picture:
        assert picture.width in (341, 342)
