"""A renderer that is closed leaves no process behind, and a page that is given up none of its parts."""

import asyncio
import sys
import time
from typing import Any

import pytest
from playwright.async_api import Browser

from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.renderer import Renderer
from iawce.extract import Extractor
from tests.conftest import PATIENT, Site
from tests.processes import descendants, wait_until_only

pytestmark = [pytest.mark.browser, pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")]


def test_after_closing_once_and_again() -> None:
    before = descendants()
    for _ in range(2):
        with BackgroundRenderer(PATIENT) as renderer:
            renderer.submit(Page("x", body=b"<p>words")).result()
            assert descendants() - before
        assert not wait_until_only(before)


def test_after_an_exception_and_a_generator_that_is_left(site: Site) -> None:
    before = descendants()
    urls = [site.add(f"/{number}", f"<p>Page {number} of some") for number in range(6)]
    with pytest.raises(ZeroDivisionError), Extractor(page_type="article", render_settings=PATIENT) as extractor:
        assert next(extractor.extract_many(urls)).status == "success"
        raise ZeroDivisionError
    assert not wait_until_only(before)


def test_while_a_page_is_still_loading(site: Site) -> None:
    before = descendants()
    url = site.add_answer("/slow", lambda _: time.sleep(20))
    renderer = BackgroundRenderer(PATIENT)
    with renderer:
        pending = renderer.submit(Page("x", url))
        renderer.submit(Page("y", body=b"<p>words")).result()
    assert not wait_until_only(before)
    with pytest.raises((PageError, BaseException)):
        pending.result(timeout=60)


def test_a_page_given_up_at_its_beginning_leaves_nothing_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    making, new_context = list[Browser](), Browser.new_context

    def noted(browser: Browser, **how: Any) -> Any:
        making.append(browser)
        return new_context(browser, **how)

    async def work() -> None:
        async with Renderer(PATIENT) as renderer:
            rendering = asyncio.ensure_future(renderer.render(Page("x", body=b"<p>words")))
            while not making:
                await asyncio.sleep(0.001)
            rendering.cancel()
            await asyncio.gather(rendering, return_exceptions=True)
            assert rendering.cancelled()
            session = await making[0].new_browser_cdp_session()
            assert (await session.send("Target.getBrowserContexts"))["browserContextIds"] == []

    monkeypatch.setattr(Browser, "new_context", noted)
    asyncio.run(work())
