"""The tree is Chromium's, and so are the elements that paths lead to."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import UNREAD, Tree, as_html, parse
from iawce.data.page import Html
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from tests.data.dom.browser import Browser, Node, browsing
from tests.data.dom.markup import ODD_PARTS

pytestmark = pytest.mark.browser
MANY = [300, pytest.param(1500, marks=pytest.mark.slow)]
"""How many pages are compared."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


def odd_pages(count: int) -> list[str]:
    chance = random.Random(23)
    begins = ("<!doctype html><body>x", "<body>x", "<!doctype html>x", "x", "<head><meta charset=utf-8>")
    return [
        chance.choice(begins) + "".join(chance.choices(ODD_PARTS, k=chance.randint(1, 14))) + "<p>end"
        for _ in range(count)
    ]


def nodes(tree: Tree) -> list[Node]:
    texts = [list[str]() for _ in tree.tags]
    for text, owner in zip(tree.text_nodes.texts, tree.text_nodes.owners.tolist(), strict=True):
        texts[owner].append(text)
    return list(map(Node, tree.tags, tree.attributes, tree.nesting.parents.tolist(), texts))


@pytest.mark.parametrize("count", MANY)
def test_unusual_markup_gives_the_tree_of_the_browser(browser: Browser, count: int) -> None:
    pages = odd_pages(count)
    for html, wanted in zip(pages, browser.trees(pages), strict=True):
        seen = [node._replace(texts=[]) if node.tag in UNREAD else node for node in wanted]
        assert nodes(parse(html, scripts=False)) == seen, html


FIRST = ("main", "article", "aside", "details", "figcaption", "figure", "footer", "header", "hgroup", "nav", "section")
"""What may begin a body whose tag is left out, and is unknown to parsers of old."""


def test_elements_that_begin_the_body_have_the_same_text_saved_and_rendered(browser: Browser) -> None:
    pages = [f"<!doctype html><title>B</title><{tag}><p>Words</{tag}>" for tag in FIRST]
    for html, wanted in zip(pages, browser.trees(pages), strict=True):
        assert nodes(parse(html)) == wanted
    with BackgroundRenderer(RenderSettings(screenshot_scale=0), workers=len(pages)) as renderer:
        begun = [renderer.submit(Html(html).page()) for html in pages]
        rendered = [rendering.result().html for rendering in begun]
    assert texts(pages) == texts(rendered) == [["Words"]] * len(FIRST)


def texts(pages: list[str]) -> list[list[str]]:
    return [Document("", html=html).text_blocks.texts for html in pages]


def check_paths(browser: Browser, html: str) -> None:
    """The path of each element finds it alone; what a template holds, none finds."""
    index = ElementIndex(parse(html, scripts=False))
    kept_apart = {n for n in index.tagged("template") for n in range(n + 1, int(index.ends[n]))}
    shown = [number for number in range(len(index)) if number not in kept_apart]
    paths = [index.path(number) for number in shown]
    assert browser.find(html, paths) == [[number] for number in shown], html


@pytest.mark.parametrize("count", MANY)
def test_paths_find_the_elements_of_unusual_markup(browser: Browser, count: int) -> None:
    for html in odd_pages(count // 5):
        check_paths(browser, html)


def test_paths_find_the_elements_of_real_pages(browser: Browser, pages: Path) -> None:
    for source in sorted(pages.glob("*/source.html"))[::3]:
        check_paths(browser, as_html(source.read_text(encoding="utf-8", errors="replace")))


def test_names_that_pages_are_read_by_change_no_path(browser: Browser) -> None:
    script = "<script type='math/tex'>x^2</script>"
    hidden = f"<noscript><p>{'word ' * 60}</p></noscript>"
    html = f"<!doctype html><body><span>a</span>{script}<div>b</div>{hidden}<div>c</div><span id=d>d</span>"
    index = ElementIndex.of(html)
    assert (index.tags.count("span"), index.tags.count("div")) == (3, 3)
    paths = [index.path(number) for number in range(len(index))]
    assert browser.find(html, paths) == [[number] for number in range(len(index))]
    assert paths[-1] == "/html/body/span[2]"
