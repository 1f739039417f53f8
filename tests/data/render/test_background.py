"""A renderer that is closed leaves no process behind."""

import sys
import time

import pytest

from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
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
