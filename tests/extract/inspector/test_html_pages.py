"""The pages of the inspector in a real Chromium: every control by mouse and by keys; nothing of a page acts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from iawce.data.errors import Status
from iawce.extract.inspector.view_page import IndexEntry
from iawce.extract.inspector.write_html import index_html, page_html
from tests.extract.inspector.hostile_page import ATTACK, fighting_row, fighting_view
from tests.opened_browser import opened_browser

pytestmark = pytest.mark.browser
CONTRAST = """() => {
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(
    v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = one => { for (; one; one = one.parentElement) {
    const found = rgb(getComputedStyle(one).backgroundColor); if (found.length < 4 || found[3]) return found; }
    return [255, 255, 255]; };
  return [...document.body.querySelectorAll("*")].filter(one => one.checkVisibility() && !one.closest("svg, script")
    && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())).map(one => {
      const [a, b] = [light(rgb(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
      return [(a + .05) / (b + .05), one.outerHTML.slice(0, 80)]; }).filter(([ratio]) => ratio < 4.5); }"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as started:
        yield started


class Opened:
    """A page in a tab, with all that it complained of and asked for."""

    def __init__(self, browser: Browser, html: str, folder: Path, width: int = 1200) -> None:
        (folder / "page.html").write_text(html, "utf-8")
        self.tab: Page = browser.new_page(viewport={"width": width, "height": 800})
        self.tab.set_default_timeout(200_000)
        self.problems: list[str] = []
        self.tab.on("pageerror", lambda error: self.problems.append(str(error)))
        self.tab.on("console", lambda message: self.problems.append(message.text))
        self.tab.on("request", lambda request: self._ask(request.url))
        self.tab.goto((folder / "page.html").as_uri())

    def _ask(self, url: str) -> None:
        if not url.startswith(("file:", "data:")):
            self.problems.append(url)

    def count(self, selector: str) -> int:
        return self.tab.locator(selector).count()


@pytest.fixture(scope="module")
def html() -> str:
    return page_html(fighting_view())


@pytest.fixture
def page(browser: Browser, html: str, tmp_path: Path) -> Iterator[Opened]:
    opened = Opened(browser, html, tmp_path)
    yield opened
    assert opened.problems == []
    opened.tab.close()


def test_nothing_of_a_page_acts(page: Opened) -> None:
    tab = page.tab
    assert tab.title() == f"Storm {ATTACK}"
    assert (page.count("script"), page.count("style"), page.count("img"), page.count("a")) == (1, 1, 0, 0)
    handlers = "[...document.querySelectorAll('*')].filter(e => e.getAttributeNames().some(n => /^on|^style$/.test(n)))"
    assert tab.evaluate(f"{handlers}.length") == 0
    assert tab.locator("h1").inner_text() == f"Storm {ATTACK}"
    assert ATTACK in tab.locator("th[scope=col]").first.inner_text()


def test_a_policy_stops_what_would_slip_through(page: Opened) -> None:
    script = "Object.assign(document.createElement('script'), {textContent: 'window.owned = 1'})"
    page.tab.evaluate(f"() => document.body.append({script})")
    page.tab.evaluate("() => { const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i); }")
    page.tab.evaluate("() => { document.body.insertAdjacentHTML('beforeend', '<p id=bad style=\"color:red\">x') }")
    assert page.tab.evaluate("window.owned") is None
    assert page.tab.evaluate("getComputedStyle(document.getElementById('bad')).color") != "rgb(255, 0, 0)"
    blocked = " ".join(problem for problem in page.problems if "Content Security Policy" in problem)
    assert all(kind in blocked for kind in ("script-src", "img-src", "style-src"))
    page.problems.clear()


def test_methods_are_switched_and_compared(page: Opened) -> None:
    tab = page.tab
    kept = page.count("li.kept[data-block]")
    assert 0 < kept < page.count("li[data-block]")
    assert page.count("li.differs[data-block]") == 0
    tab.select_option("#method", label="body")
    assert page.count("li.kept[data-block]") == page.count("li[data-block]")
    assert "Imprint" in tab.locator("[data-method]:not([hidden]) pre").inner_text()
    tab.select_option("#other", label="auto")
    assert page.count("rect.differs") == page.count("li[data-block]") - kept
    assert f"{page.count('rect.differs')} different" in tab.locator("#counts").inner_text()
    tab.select_option("#shown", "differs")
    tab.get_by_text("Blocks (").click()
    assert tab.locator("#list li:visible").count() == page.count("rect.differs")


def test_the_layers_of_the_picture_are_switched_by_keys(page: Opened) -> None:
    tab = page.tab
    tab.focus("#layer")
    tab.keyboard.press("ArrowDown")
    assert tab.locator("#records rect:visible").count() == 1
    assert ATTACK in (tab.locator("#records title").text_content() or "")
    tab.keyboard.press("ArrowDown")
    assert tab.locator("#records rect:visible").count() == 0
    assert tab.locator("#evidence rect:visible").count() == 2
    assert "type article, 90 %" in tab.locator("#evidence-legend").inner_text()
    assert tab.locator("#blocks rect:visible").count() == 0
    tab.keyboard.press("ArrowDown")
    assert tab.locator("#evidence rect:visible, #blocks rect:visible").count() == 0


def test_a_block_is_shown_under_the_mouse_and_by_keys(page: Opened) -> None:
    tab, current = page.tab, page.tab.locator("#current")
    tab.hover("rect[data-block='1']")
    assert "three days" in current.inner_text()
    assert "/html/body/p[1]" in current.inner_text()
    tab.focus("#blocks rect[tabindex='0']")
    assert "Home News Sport" in current.inner_text()
    for key in ("ArrowDown", "j", "k"):
        tab.keyboard.press(key)
    assert "three days" in current.inner_text()
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "block-1"
    tab.keyboard.press("ArrowDown")
    assert "Nobody was hurt" in current.inner_text()
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.localName") == "rect"
    tab.click("rect[data-block='4']")
    assert ATTACK in current.inner_text()


@pytest.mark.parametrize("width", [320, 1200])
def test_text_is_easily_read_and_nothing_stands_out_of_the_window(
    browser: Browser, html: str, tmp_path: Path, width: int
) -> None:
    page = Opened(browser, html, tmp_path, width)
    page.tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.tab.evaluate(CONTRAST) == []
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
    page.tab.close()


def test_an_index_is_filtered_and_sorted(browser: Browser, tmp_path: Path) -> None:
    rows = [fighting_row(number, confidence=share) for number, share in enumerate((0.9, 0.6, 0.7, 0.99))]
    rows.append(fighting_row(4, confidence=0.5, status=Status.FAILURE))
    page = Opened(browser, index_html([IndexEntry.of(row, f"p/{row.ref}") for row in rows], 3), tmp_path)
    tab = page.tab

    def shown() -> list[str]:
        return [text.split()[1] for text in tab.locator("#rows tr:visible td:nth-child(2)").all_inner_texts()]

    assert shown() == ["4", "1", "2", "0", "3"], "the most doubtful first"
    assert "3 further rows" in tab.locator("header").inner_text()
    tab.click("[data-sort=confidence]")
    assert shown() == ["3", "0", "2", "1", "4"]
    tab.focus("[data-sort=name]")
    tab.keyboard.press("Enter")
    assert shown() == ["0", "1", "2", "3", "4"]
    tab.select_option("#type", "=article")
    assert shown() == ["1", "3"]
    tab.select_option("#type", "")
    tab.select_option("#status", "=failure")
    assert shown() == ["4"]
    tab.select_option("#status", "")
    tab.fill("#least", "65")
    tab.fill("#most", "95")
    assert shown() == ["0", "2"]
    tab.fill("#words", "page 2")
    assert shown() == ["2"]
    assert tab.locator("#counts").inner_text() == "1 of 5 pages"
    assert (page.count("script"), page.count("img")) == (1, 0)
    assert tab.evaluate(CONTRAST) == []
    assert page.problems == []
    tab.close()
