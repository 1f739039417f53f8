"""Answers of servers that are broken, mislabelled, too large or lead in circles: each a page or a reason, at once."""

import asyncio
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

import pytest

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.renderer import Renderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot
from tests.conftest import PATIENT, Site

pytestmark = pytest.mark.browser
GOOD = "<!doctype html><html><title>Good</title><h1>Good</h1>" + "<p>A page like any other." * 20 + "</html>"
UMLAUTS = "<html><title>t</title><body>" + "<p>Schöne Grüße aus Österreich, liebe Leser.</p>" * 5
CHINESE = "<p>北京时间今天上午，国务院新闻办公室举行了发布会，介绍有关情况。" * 9
Render = Callable[[str], Snapshot]


@pytest.fixture
def render(renderer: BackgroundRenderer) -> Render:
    return lambda url: renderer.submit(Page(url, url)).result()


def reason(render: Render, url: str) -> str:
    with pytest.raises(PageError) as caught:
        render(url)
    return caught.value.reason


def text(snapshot: Snapshot) -> str:
    return "\n".join(Document("x", html=snapshot.html).text_blocks.texts)


@pytest.mark.parametrize("coding", ["br", "deflate"])  # gzip is in tests/bad_inputs, as are what is packed twice or cut
def test_a_false_content_encoding(render: Render, site: Site, coding: str) -> None:
    assert reason(render, site.add("/", GOOD, Content_Encoding=coding)) == "fetch_error/encoding"


@pytest.mark.parametrize(("body", "coding"), [(GOOD, "br"), ("%PDF-1.7\n%\u00e2\u00e3", "")])
def test_a_failure_has_the_status_of_the_answer(render: Render, site: Site, body: str, coding: str) -> None:
    with pytest.raises(PageError) as caught:
        render(site.add("/", body, Content_Encoding=coding))
    assert caught.value.http_status == 200


@pytest.mark.parametrize("count", [20, 3000])
def test_a_page_that_breaks_off_is_partial(render: Render, site: Site, count: int) -> None:
    """What the browser has read is there; what it has not when it hears of the end, it drops: the end waits for it."""
    html = "<!doctype html><title>Good</title>" + "".join(f"<p>Paragraph {n} of many." for n in range(count))
    is_read = threading.Event()

    def break_off(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", "1000000")
        request.end_headers()
        request.wfile.write(f"{html}<script>fetch('/read')</script>".encode())
        request.wfile.flush()
        is_read.wait(PATIENT.deadline)
        request.close_connection = True

    def hear(request: BaseHTTPRequestHandler) -> None:
        is_read.set()
        request.send_error(404)

    site.add_answer("/read", hear)
    snapshot = render(site.add_answer("/", break_off))
    assert f"Paragraph {count - 1} of many." in text(snapshot)
    assert (snapshot.partial, snapshot.warnings) == (True, ("partial/broken_off",))


@pytest.mark.parametrize(
    "headers",
    [
        {"Content_Type": "application/msword"},
        {"Content_Type": "text/csv"},
        {"Content_Type": "x/y"},
        {"Content_Disposition": "form-data"},
    ],
)
def test_responses_that_a_browser_saves_are_downloads(render: Render, site: Site, headers: dict[str, str]) -> None:
    assert reason(render, site.add("/", GOOD, 200, **headers)) == "not_html/download"


@pytest.mark.parametrize(("body", "headers"), [("", {}), (GOOD, {"Proxy_Authenticate": "Basic realm=x"})])
def test_a_proxy_that_requires_a_password_is_an_error(
    render: Render, site: Site, body: str, headers: dict[str, str]
) -> None:
    assert reason(render, site.add("/", body, 407, **headers)) == "http_error/407"


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999/", "http://", "http://[::1/", "https://:80/"])
def test_texts_that_are_no_addresses(render: Render, url: str) -> None:
    assert reason(render, url) == "fetch_error/invalid_url"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-32", "cp1252"])
def test_a_live_page_is_decoded_as_a_saved_one_is(render: Render, site: Site, encoding: str) -> None:
    url = site.add("/", UMLAUTS.encode(encoding), Content_Type="text/html")
    assert "Schöne Grüße aus Österreich" in text(render(url))


def test_utf_7_is_read_where_it_is_declared(render: Render, site: Site) -> None:
    url = site.add("/", UMLAUTS.encode("utf-7"), Content_Type="text/html; charset=utf-7")
    assert "Schöne Grüße aus Österreich" in text(render(url))


@pytest.mark.parametrize(
    ("page", "encoding", "label", "words"),
    [
        (UMLAUTS, "utf-8", "iso-8859-1", "Schöne Grüße"),
        (CHINESE, "gbk", "utf-8", "国务院新闻办公室"),
        (CHINESE, "utf-8", "gbk", "国务院新闻办公室"),
    ],
)
def test_a_false_charset(render: Render, site: Site, page: str, encoding: str, label: str, words: str) -> None:
    snapshot = render(site.add("/", page.encode(encoding), Content_Type=f"text/html; charset={label}"))
    assert words in text(snapshot)
    assert snapshot.warnings == ("wrong_label/http",)


def test_zero_bytes_are_dropped(render: Render, site: Site) -> None:
    assert "before after" in text(render(site.add("/", "<p>before\0 \0after" + GOOD + "\0" * 99)))


@pytest.mark.parametrize(
    "script", ["location = '/?' + Math.random()", "document.write('<meta http-equiv=refresh content=0>')"]
)
def test_a_page_that_leads_in_circles(render: Render, site: Site, script: str) -> None:
    assert reason(render, site.add("/", GOOD + f"<script>{script}</script>")).startswith("unstable/")


@pytest.mark.parametrize(
    "change",
    [
        "history.pushState({}, '', '?' + n++)",
        pytest.param("location.hash = n++", marks=pytest.mark.slow),  # tests/bad_inputs has one such page
    ],
)
def test_a_page_that_only_changes_its_address_gives_its_text_if_the_browser_keeps_pace(
    render: Render, site: Site, change: str
) -> None:
    url = site.add("/", GOOD + f"<script>let n = 0; setInterval(() => {change}, 1)</script>")
    try:
        assert text(render(url)) == text(render(site.add("/still", GOOD)))
    except PageError as error:
        assert error.reason.startswith("unstable/")


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_once_more(render: Render, site: Site, status: int) -> None:
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.path)
        code, body = (status, b"busy") if len(asked) == 1 else (200, GOOD.encode())
        request.send_response(code)
        request.send_header("Retry-After", "1")
        request.send_header("Content-Type", "text/html")
        request.end_headers()
        request.wfile.write(body)

    snapshot = render(site.add_answer("/", answer))
    assert "A page like any other" in text(snapshot)
    assert (snapshot.status, asked) == (200, ["/", "/"])


@pytest.mark.parametrize("wish", ["1", "tomorrow", "Wed, 21 Oct 2099 07:28:00 GMT"])
def test_a_server_that_stays_busy(render: Render, site: Site, wish: str) -> None:
    """Other wishes are tested where pages are fetched without a browser."""
    assert reason(render, site.add("/", "busy", 429, Retry_After=wish)) == "http_error/429"


@pytest.mark.parametrize("most", [1000, pytest.param(RenderSettings().max_elements, marks=pytest.mark.slow)])
def test_too_many_elements(site: Site, most: int) -> None:
    assert refused(site.add("/", "<b></b>" * (most + 10)), max_elements=most) == "too_large/elements"


def test_too_many_bytes_are_refused_before_they_arrive(site: Site) -> None:
    def announce(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", "50000000")
        request.end_headers()
        request.wfile.write(b"<p>the first of many bytes")
        request.wfile.flush()
        time.sleep(3600)

    assert refused(site.add_answer("/", announce)) == "too_large/body"


def test_bytes_without_end(site: Site) -> None:
    def go_on(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.end_headers()
        try:
            while True:
                request.wfile.write(b"<p>" + b"word " * 10_000)
                time.sleep(0.02)  # as fast as it can, it would send gigabytes until the browser is heard
        except OSError:
            return

    assert refused(site.add_answer("/", go_on), max_body=1_000_000) == "too_large/body"


def test_the_files_of_a_page_are_limited_together(site: Site) -> None:
    site.add("/big", b"x" * 90_000, Content_Type="text/plain")
    asked = "Promise.all([...Array(40).keys()].map(n => fetch('/big?' + n).then(answer => answer.text())))"
    address = site.add("/", f"<p>A page.<script>{asked}</script>")
    assert refused(address, max_body=100_000) == "too_large/page"


def refused(url: str, **settings: int) -> str:
    async def run() -> str:
        async with Renderer(RenderSettings(**settings)) as renderer:  # type: ignore[arg-type]
            with pytest.raises(PageError) as caught:
                await renderer.render(Page(url, url))
            return caught.value.reason

    return asyncio.run(run())
