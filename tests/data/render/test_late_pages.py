"""Text that comes late, in every way of ``late_pages.py``, is waited for; what never comes is said."""

import asyncio
from unittest.mock import patch

import pytest

from iawce.data.document import Document
from iawce.data.page import Page
from iawce.data.render import visit
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.renderer import Renderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot
from tests.conftest import PATIENT, Site
from tests.data.render.late_pages import PAGES, TEXT, served, shell

pytestmark = pytest.mark.browser
GOOD = "<!doctype html><title>Good</title><h1>Good</h1>" + "<p>A page like any other, as there are so many." * 40

WAITING = (
    "<div id=app>Loading …</div>",
    "<nav>Home News Contact</nav><main aria-busy=true style='height:99px'></main>",
    "<h1>A shop</h1><div class='card skeleton' style='height:200px'></div>",
    GOOD + "<div class=skeleton-box style='height:200px'></div>",
)
"""What pages show that never show more."""


def lines(snapshot: Snapshot) -> list[str]:
    return Document("x", html=snapshot.html).text_blocks.texts


async def render_by(url: str, *settings: RenderSettings) -> list[Snapshot]:
    """Renders one page by each of these settings, one after the other: tabs side by side scroll at different speeds."""
    async with Renderer() as renderer:
        found = []
        for renderer.settings in settings:
            found.append(await renderer.render(Page(url, url)))
        return found


@pytest.fixture(scope="module")
def late(renderer: BackgroundRenderer) -> dict[str, Snapshot]:
    with served() as addresses:
        started = {kind: renderer.submit(Page(url, url)) for kind, url in addresses.items()}
        return {kind: rendering.result() for kind, rendering in started.items()}


@pytest.mark.parametrize("kind", PAGES)
def test_late_text_is_waited_for(late: dict[str, Snapshot], kind: str) -> None:
    assert TEXT in lines(late[kind])
    assert (late[kind].partial, late[kind].warnings) == (False, ())


def test_content_that_never_arrives_gives_a_warning(site: Site, renderer: BackgroundRenderer) -> None:
    """All at once, since each is waited for."""
    urls = [site.add(f"/{number}", shell("let waiting = true", body)) for number, body in enumerate(WAITING)]
    for rendering in [renderer.submit(Page(url, url)) for url in urls]:
        snapshot = rendering.result()
        assert (snapshot.partial, snapshot.warnings) == (True, ("partial/still_loading",)), snapshot.html


def test_a_page_with_all_its_text_is_not_kept_waiting_by_a_request_held_open(
    site: Site, renderer: BackgroundRenderer
) -> None:
    """As a chat does. The text, there from the beginning, stays the same however long one waits."""
    with served() as addresses:
        origin = addresses["HTML that streams"].removesuffix("/stream")
        page = GOOD + f"<script>fetch('{origin}/slow?1000', {{mode: 'no-cors'}})</script>"
        url = site.add("/", page)
        snapshot = renderer.submit(Page(url, url)).result()
    assert (snapshot.partial, snapshot.warnings) == (False, ())


def test_an_element_to_wait_for(site: Site) -> None:
    script = "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=late>At last'), 6000)"
    url = site.add("/", shell(script, GOOD))
    hasty, patient = asyncio.run(render_by(url, PATIENT, RenderSettings(wait_for="#late")))
    assert "At last" not in lines(hasty)
    assert "At last" in lines(patient)


def test_an_element_that_never_comes(site: Site) -> None:
    with patch.object(visit, "SHARE", 5 / PATIENT.deadline):
        [snapshot] = asyncio.run(render_by(site.add("/", GOOD), RenderSettings(wait_for="#never")))
    assert snapshot.warnings == ("partial/still_loading",)


def test_a_page_that_grows_is_scrolled_as_far_as_wanted(site: Site) -> None:
    """How often it was scrolled is recorded."""
    grow = """let n = 0; addEventListener('scroll', () => {
      if (n < 30 && innerHeight + scrollY > document.body.scrollHeight - 900)
        document.body.insertAdjacentHTML('beforeend', `<p style="height:900px">part ${++n} of the endless page`); })"""
    url = site.add("/", shell(grow, GOOD + "<div style='height:2000px'></div>"))
    once, further, never = asyncio.run(render_by(url, *(RenderSettings(scrolls=count) for count in (1, 3, 0))))
    assert once.scrolls >= 1
    assert never.scrolls == 0
    assert len(lines(further)) > len(lines(once)) > len(lines(never))
