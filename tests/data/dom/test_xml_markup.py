"""A page that was saved as XML is read as the page that it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from iawce.data.dom.tree import as_html, parse
from iawce.data.page import Html
from iawce.extract import Extractor
from tests.conftest import Site

PARTS = ("<a id='top'/>", '<i class="x > y"/>', "<div/>", "<p>one<br/>two</p>", "<svg><path d='M0'/></svg>", "<Span/>")
XML = f"<html><body>{''.join(PARTS)}</body></html>"


def test_empty_elements_end_at_their_start_tag() -> None:
    written = "<a id='top'></a><i class=\"x > y\"></i><div></div><p>one<br/>two</p><svg><path d='M0'></path></svg>"
    assert as_html(XML) == f"<html><body>{written}<Span></Span></body></html>"
    tree = parse(XML)
    assert [tree.tags[number] for number in range(3, len(tree.tags)) if tree.nesting.parents[number] == 2] == [
        "a", "i", "div", "p", "svg", "span",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        "<body><a id=top/><i/>two of them are a mistake<p>text",
        f"{XML}<script src=x></script>",
        f"{XML}<p>a<br>b",
        f"{XML}<div class=clear></div>",
        "<img/><br/><hr/><input/><svg><g/><g/><g/><path d='M0'/></svg>",
        "<i x=/><i x=/><i x=/>text",
    ],
)
def test_html_is_read_as_browsers_do(html: str) -> None:
    assert as_html(html) == html


def test_posts_between_closed_icons_are_posts(pages: Path) -> None:
    row = Extractor(render="never").extract(pages / "thread-written-as-xml" / "source.html")
    assert [record.texts["author"] for record in row.records] == ["edda", "ruben", "silja", "edda"]
    assert {record.path for record in row.records} == {f"/html/body/div[2]/div[{number}]" for number in range(1, 5)}


def test_scripts_and_comments_stay_unchanged() -> None:
    said = '<script>if(a<b/>2) f(\'<i class="x"/>\')</script><!-- <i class="x"/> --><style>a<b/></style>'
    assert as_html(f"{XML}{said}").endswith(said)


WORDS = "The ferry leaves the island at noon, and whoever is late waits for the next tide, as we did. "
HIDING = {
    "title": ("<title/>", ""),
    "script": ('<title>Tides</title><script src="/a.js"/>', ""),
    "style": ("<title>Tides</title><STYLE type='text/css'/>", ""),
    "textarea": ("<title>Tides</title>", '<form action="/s"><textarea name="q"/></form>'),
    "iframe": ("<title>Tides</title>", '<iframe src="/frame"/>'),
    "several": ('<title/><script src="/a.js"/><style/>', "<textarea/><iframe src='/frame'/>"),
    "a script among scripts": ('<script>var a = 1</script><title>Tides</title><script src="/a.js"/>', "<p>a<br>b"),
}
"""In head and body: elements without markup inside, which in HTML would hide all that follows."""


def hiding(kind: str) -> str:
    head, start = HIDING[kind]
    text = f"<h1>Tides</h1><p>{WORDS * 4}</p><p>{WORDS * 4}Until the end.</p>"
    return f"<html xmlns='http://www.w3.org/1999/xhtml'><head>{head}</head><body>{start}<div>{text}</div></body></html>"


@pytest.mark.parametrize("kind", HIDING)
def test_an_element_that_never_ends_hides_nothing_of_a_saved_page(kind: str) -> None:
    row = Extractor(render="never").extract(Html(hiding(kind).encode(), "https://a.example/tides").page())
    assert (row.status, row.title, "Until the end." in row.text) == ("success", "Tides", True)


@pytest.mark.parametrize("html", ["<title/>Tides</title><p>text", "<p>a<script src='a'/>b()</script>c", "<p>text<i/>"])
def test_an_element_that_ends_is_read_as_browsers_do(html: str) -> None:
    assert as_html(html) == html


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor(workers=1) as opened:
        yield opened


@pytest.mark.browser
@pytest.mark.parametrize("kind", HIDING)
def test_nor_of_a_rendered_one(kind: str, server: Site, extractor: Extractor) -> None:
    html = hiding(kind)
    server.add("/frame", "<p>A frame.")
    for media in ["text/html"] if "<br>" in html else ["text/html", "application/xhtml+xml"]:
        assert "Until the end." in extractor.extract(server.add("/page", html, Content_Type=media)).text, media


@pytest.mark.parametrize("around", ["{}", "<!-- [if lt IE 9]><script src=x></script><![endif] -->{}", "<!--<br>-->{}"])
def test_comments_do_not_hide_how_a_page_was_written(around: str) -> None:
    assert as_html(around.format(XML)) == around.format(as_html(XML))


def test_letters_that_grow_in_lower_case_move_no_place() -> None:
    page = f"<p>{'İ' * 60}</p><script src='x'/><p>text</p>"
    assert as_html(page) == page.replace("/>", "></script>")
