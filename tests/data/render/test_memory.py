"""A page that takes too much memory ends, and nothing else does; a browser that dies is started again."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.data.render import chromium as browser_processes
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import BrowserProcess, processes_of, too_large
from iawce.extract import Extractor
from tests.conftest import PATIENT, Site
from tests.processes import descendants, wait_until_only

GOOD = "<!doctype html><title>t</title><h1>The baker</h1>" + "<p>The baker opens at six, and the bread is gone." * 9
LIMITS = Limits(browser_memory=400_000_000)
TAKES = {
    "arrays": "setInterval(() => kept.push(new Uint8Array(4e7).fill(1)), 20)",
    "arrays that one script takes": "for (;;) kept.push(new Uint8Array(4e7).fill(1))",
    "canvases": """setInterval(() => {
      const one = document.body.appendChild(document.createElement("canvas"));
      one.width = one.height = 4000;
      one.getContext("2d").fillRect(0, 0, 4000, 4000);
    }, 20)""",
    "objects": "setInterval(() => { for (let i = 0; i < 1e5; i++) kept.push({number: i, text: 'x' + i}); }, 1)",
}


def silence(request: BaseHTTPRequestHandler) -> None:
    """No answer, until the browser goes away."""
    request.connection.recv(1)


def browsers_since(before: set[int]) -> Iterator[int]:
    """Main processes of browsers that were started since then."""
    for process in descendants() - before:
        with suppress(OSError):
            if b"--remote-debugging-pipe" in Path(f"/proc/{process}/cmdline").read_bytes():
                yield process


@pytest.mark.browser
@pytest.mark.parametrize(
    "what",
    [
        "arrays that one script takes",
        "canvases",
        pytest.param("arrays", marks=pytest.mark.slow),
        pytest.param("objects", marks=pytest.mark.slow),
    ],
)
def test_a_page_that_takes_memory_costs_only_itself(site: Site, what: str) -> None:
    waits = f"<img src={site.add_answer('/silent', silence)}>"  # so it is not recorded before it has taken too much
    greedy, calm = site.add("/", f"{GOOD}{waits}<script>kept = []; {TAKES[what]}</script>"), site.add("/calm", GOOD)
    with Extractor(render_settings=PATIENT, limits=LIMITS, page_type="article") as extractor:
        rows = list(extractor.extract_many([calm, greedy, calm, calm]))
    assert [row.reason for row in rows] == ["", "crash/memory", "", ""]
    assert "400000000 bytes" in rows[1].message


@pytest.mark.browser
def test_a_browser_that_dies_is_started_again_and_its_pages_drawn_once_more(site: Site) -> None:
    asked: list[str] = []

    def end_browser(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.path)
        if len(asked) == 1:
            for browser in browsers_since(before):
                os.kill(browser, signal.SIGKILL)
        request.close_connection = True

    before = descendants()
    site.add_answer("/end", end_browser)
    urls = [site.add("/deadly", f"{GOOD}<script src=/end></script>"), site.add("/calm", f"{GOOD}<img src=/end>")]
    with BackgroundRenderer(PATIENT) as renderer:
        for rendering in [renderer.submit(Page(url, url)) for url in urls]:
            assert rendering.result().status == 200
    assert len(asked) > 1


@pytest.mark.browser
def test_the_controlling_process_of_the_browser_is_restarted_after_a_crash(site: Site) -> None:
    def end_driver(request: BaseHTTPRequestHandler) -> None:
        for process in descendants() - before:
            with suppress(OSError):
                if b"run-driver" in Path(f"/proc/{process}/cmdline").read_bytes():
                    os.kill(process, signal.SIGKILL)
        site.add("/end", "")
        request.close_connection = True

    before = descendants()
    site.add_answer("/end", end_driver)
    urls = [site.add("/deadly", f"{GOOD}<script src=/end></script>"), site.add("/calm", GOOD)]
    with BackgroundRenderer(PATIENT) as renderer:
        assert [renderer.submit(Page(url, url)).result().status for url in (*urls, *urls)] == [200] * 4
    assert not wait_until_only(before)


def test_the_largest_page_ends_where_one_or_all_have_too_much() -> None:
    browser, small, large = (BrowserProcess(1, 90, False), BrowserProcess(2, 30, True), BrowserProcess(3, 40, True))
    assert too_large([browser, small, large], each=40, together=160) is None
    assert too_large([browser, small, large], each=39, together=160) is large
    assert too_large([browser, small, large], each=40, together=159) is large
    assert too_large([browser], each=1, together=1) is None


@pytest.mark.browser
@pytest.mark.skipif(sys.platform != "linux", reason="compares with /proc")
def test_processes_are_the_same_by_files_and_by_ps(site: Site) -> None:
    """As long as one is there; a browser starts some in advance."""
    before, looks, asked, find = descendants(), list[list[BrowserProcess]](), set[int](), Path.glob

    def glob(folder: Path, pattern: str) -> Iterator[Path]:
        asked.add(int(folder.name))
        return find(folder, pattern)

    def look(_: BaseHTTPRequestHandler) -> None:
        browser = min(browsers_since(before))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "glob", glob)
            looks.append(processes_of(browser))
            patch.setattr(browser_processes, "HAS_FILES", False)
            looks.append(processes_of(browser))

    url = site.add("/", f"{GOOD}<script src=/look></script>")
    site.add_answer("/look", look)
    with BackgroundRenderer(PATIENT) as renderer:
        renderer.submit(Page(url, url)).result()
    by_files, by_ps = ({one.number: one for one in found} for found in looks[:2])
    both = by_files.keys() & by_ps
    assert {by_files[number].is_page for number in both} == {True, False}
    for number in both:
        assert by_files[number].is_page == by_ps[number].is_page
        assert by_ps[number].memory > 0
    assert asked
    assert not any(one.is_page for one in looks[0] if one.number in asked), "the threads of a page start no process"
    assert processes_of(looks[0][0].number) == []
