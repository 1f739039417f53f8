"""No text that a page had is lost to its scripts, and no script is kept from bringing some."""

import asyncio
import math
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from threading import Event
from unittest.mock import patch

import pytest

from iawce.data.document import Document
from iawce.data.dom.read import Decoded
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render import visit
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.render_whole import Seen, render_whole
from iawce.data.render.settings import RenderSettings
from iawce.data.render.tab_requests import GivenHtml
from iawce.data.snapshot import Snapshot
from tests.conftest import Site

pytestmark = pytest.mark.browser
Render = Callable[[Page], Snapshot]
WORDS = "".join(f"<p>Paragraph {number} of a page that says what it has to say.</p>" for number in range(20))


def text(snapshot: Snapshot) -> str:
    return "\n".join(Document("x", html=snapshot.html).text_blocks.texts)


@pytest.fixture
def render(renderer: BackgroundRenderer) -> Render:
    return lambda page: renderer.submit(page).result()


@pytest.fixture(scope="module")
def hasty() -> Iterator[BackgroundRenderer]:
    """Does not wait for long until a page is there, nor until it is done."""
    with BackgroundRenderer(
        RenderSettings(load_timeout=5.0, settle_timeout=3.0, bare_timeout=3.0, screenshot_scale=0)
    ) as started:
        yield started


@pytest.fixture
def render_hasty(hasty: BackgroundRenderer) -> Iterator[Render]:
    """Renders a page that may leave any question unanswered, or never be done."""
    with patch.object(visit, "HANGING", 0.0):
        yield lambda page: hasty.submit(page).result()


def live(url: str) -> Page:
    return Page(url, url)


@pytest.mark.parametrize(
    "script",
    [
        "document.body.innerHTML = '<p>Application error.'",
        "document.documentElement.remove()",
        "setTimeout(() => document.write('<p>We value your privacy.'), 10)",
    ],
)
def test_a_live_page_that_its_script_empties(site: Site, render_hasty: Render, script: str) -> None:
    url = site.add("/", f"<body>{WORDS}<script>onload = () => {{ {script} }}</script>", X_Robots_Tag="nofollow")
    snapshot = render_hasty(live(url))  # what is written anew never says that it is done
    assert "Paragraph 19" in text(snapshot)
    assert "scripts_off" in snapshot.warnings
    assert (snapshot.final_url, snapshot.robots_tag) == (site.url + "/", "nofollow")


def test_a_live_page_whose_script_leads_nowhere(site: Site, render: Render) -> None:
    page = f"{WORDS}<script>setTimeout(() => location = 'http://no-such-host.invalid/', 10)</script>"
    snapshot = render(live(site.add("/", page)))
    assert "Paragraph 19" in text(snapshot)
    assert snapshot.warnings == ()


def test_a_live_page_whose_script_leads_elsewhere_is_followed(site: Site, render: Render) -> None:
    there = site.add("/there", "<p>What the address stands for.")
    snapshot = render(live(site.add("/", f"{WORDS}<script>location = '/there'</script>")))
    assert (snapshot.final_url, text(snapshot)) == (there, "What the address stands for.")
    assert snapshot.warnings == ()


def test_a_live_page_keeps_its_scripts_where_they_do_no_harm(site: Site, render: Render) -> None:
    script = "more.innerHTML = '<p>and more'; document.querySelector('p').remove()"
    snapshot = render(live(site.add("/", f"{WORDS}<div id=more></div><script>{script}</script>")))
    assert "and more" in text(snapshot)
    assert snapshot.warnings == ()


def test_a_script_in_the_head_that_never_comes(site: Site, render_hasty: Render) -> None:
    over = Event()

    def hang(_: BaseHTTPRequestHandler) -> None:
        over.wait()

    site.add_answer("/never.js", hang)
    url = site.add("/", f"<head><script src=/never.js></script></head><body>{WORDS}", X_Robots_Tag="nofollow")
    snapshot = render_hasty(live(url))
    over.set()
    assert "Paragraph 19" in text(snapshot)
    assert (snapshot.partial, snapshot.status, snapshot.robots_tag) == (True, 200, "nofollow")
    assert set(snapshot.warnings) == {"partial/still_loading", "scripts_off"}


@pytest.mark.parametrize(
    "lead",
    [
        "<script>location = 'http://other.invalid/'</script>",
        "<script>setTimeout(() => location.reload(), 100)</script>",
        "<meta http-equiv=refresh content='0;url=http://other.invalid/'>",
        "<meta http-equiv=refresh content=0>",
        "<script>document.body.innerHTML = 'Redirecting'</script>",
        "<script>while (true) {}</script>",
    ],
)
@pytest.mark.parametrize("words", [WORDS, pytest.param("<p>Paragraph 19 is all that it says.", marks=pytest.mark.slow)])
def test_a_saved_page_stays_where_it_is(render_hasty: Render, lead: str, words: str) -> None:
    body = f"<!doctype html><body>{words}{lead}".encode()
    snapshot = render_hasty(Page("x", "http://saved.invalid/page", body, status=203))
    assert "Paragraph 19" in text(snapshot)
    assert (snapshot.final_url, snapshot.status) == ("http://saved.invalid/page", 203)


def test_scripts_of_a_saved_page_run_where_they_bring_its_text(render: Render) -> None:
    code = f"document.body.innerHTML = '<h1>Title</h1>{WORDS}'"
    snapshot = render(Page("x", body=f"<body><div id=app></div><script>{code}</script>".encode()))
    assert "Paragraph 19" in text(snapshot)


def test_a_page_that_hangs_after_its_answer_keeps_the_header_of_the_answer() -> None:
    sent = Decoded(WORDS, "utf-8", "http")
    drawn = Snapshot("x", "http://a.example/", "http://a.example/", 200, WORDS, (), 9, 9, 9, (9, 9))
    seen = iter((Seen(sent, PageError("timeout/script"), robots_tag="nofollow"), Seen(None, drawn)))

    async def draw(_: str, __: GivenHtml | None) -> Seen:
        return next(seen)

    snapshot = asyncio.run(render_whole(live("x"), RenderSettings(), draw, math.inf))
    assert (snapshot.robots_tag, snapshot.partial) == ("nofollow", True)


def test_parts_for_browsers_without_scripts_stay_unseen(render: Render) -> None:
    body = f"{WORDS}<noscript><p>Please enable JavaScript.</noscript>".encode()
    snapshot = render(Page("x", body=body))
    drawn = {box.element for box in snapshot.boxes}
    document = Document("x", html=snapshot.html, boxes=snapshot.boxes)
    assert len(drawn) == 20
    assert not document.drawn[document.select("noscript")].any()


def test_a_download_that_a_page_starts_costs_nothing(site: Site, render: Render) -> None:
    site.add("/file", b"\x00\x01", Content_Type="application/octet-stream")
    for script in (
        "location = '/file'",
        "const a = document.createElement('a'); a.href = 'data:application/x,y'; a.download = 'z'; a.click()",
    ):
        snapshot = render(live(site.add("/", f"<body>{WORDS}<script>setTimeout(() => {{ {script} }}, 50)</script>")))
        assert "Paragraph 19" in text(snapshot)
        assert (snapshot.status, snapshot.warnings) == (200, ())


@pytest.mark.slow  # tests/bad_inputs has one such page among its own
def test_fifty_popups(site: Site, render: Render) -> None:
    script = "<script>for (let n = 0; n < 50; n++) open('/popup')</script>"
    assert "Paragraph 19" in text(render(live(site.add("/", f"<body>{WORDS}{script}"))))


def test_a_very_wide_page_is_remarked_on(site: Site, render: Render) -> None:
    url = site.add("/", f"{WORDS}<div style='width:50000px'>wide</div>")
    assert render(live(url)).warnings == ("truncated/width",)
