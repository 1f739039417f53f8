"""One page, one parse, one index."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.boxes import Box, dump_boxes
from iawce.data.document import Document, open_document
from iawce.data.errors import PageError, PageWarning, UsageError, WarningKind
from iawce.data.page import Page

NUMBERED = (
    '<html data-iawce-element="0"><body data-iawce-element="1"><div data-iawce-element="2">'
    '<p data-iawce-element="3">one two</p><p data-iawce-element="4">three</p></div></body></html>'
)


def box(element: int, x: int, y: int, width: int = 100, height: int = 20) -> Box:
    return Box("t", element, x, y, width, height, 1, 5, 16, 400, 0, 0)


def test_a_place_is_the_smallest_rectangle_around_what_is_drawn_and_kept() -> None:
    document = Document("", html=NUMBERED, boxes=(box(3, 10, 40), box(4, 30, 90), box(-1, 0, 0)))
    (division,) = document.index.tagged("div")
    first, second = document.index.tagged("p")
    assert document.drawn_area(division, document.body) == (10, 40, 120, 70)
    assert document.drawn_area(division, document.index.without((), [first])) == (30, 90, 100, 20)
    assert document.drawn.tolist() == [False, False, False, False, True, True]
    assert document.drawn_area(0, document.index.without((), [0])) is None
    bare = Document("", html=NUMBERED)
    assert not bare.is_rendered
    assert bare.drawn_area(second, bare.body) is None


@pytest.mark.parametrize("number", ["999999999999", "1e3", "-1", "٣", "4" * 5000, "7"])
def test_numbers_of_elements_in_the_page_itself_have_no_effect(number: str) -> None:
    html = NUMBERED.replace('element="4"', f'element="{number}"')
    document = Document("", html=html, boxes=(box(3, 10, 40),))
    first, second = document.index.tagged("p")
    assert document.drawn_area(first, document.body) == (10, 40, 100, 20)
    assert document.drawn_area(second, document.body) is None


def test_text_blocks_are_the_lines_of_the_page_with_their_words_and_links() -> None:
    html = "<title>t</title><body><h1>Head</h1><p>Some <a href=/x>linked words</a> here<br>next</p> <div> </div>"
    document = Document("", html=html)
    blocks = document.text_blocks
    assert [document.index.tags[number] for number in blocks.elements] == ["h1", "p", "p"]
    assert blocks.texts == ["Head", "Some linked words here", "next"]
    assert (blocks.words.tolist(), blocks.link_words.tolist()) == ([1, 4, 1], [0, 2, 0])


def test_hidden_elements_are_left_out_of_what_methods_see() -> None:
    document = Document("", html="<body><p>a</p><p id=x>b c</p>")
    analysis = PageAnalysis(document, document.select("#x"))
    assert analysis.without().words[0] == analysis.shown.words[0] == 1
    assert document.body.words[0] == 3, "models see the whole page"


def test_selectors_give_elements_in_document_order() -> None:
    document = Document("", html="<body><p>a</p><div class=x><p>b</p></div>")
    assert document.select("p, .x") == [3, 4, 5]
    assert document.select("table") == []
    for wrong in ("p[", "<b>x</b>"):
        with pytest.raises(UsageError, match="no CSS selector"):
            document.select(wrong)


def test_selectors_see_the_page_as_its_index_does() -> None:
    hidden = Document("", html=f"<body><p>Loading</p><noscript>{'word ' * 60}</noscript>")
    assert hidden.select("noscript") == []
    assert hidden.select("div") == [4]


def test_places_are_those_of_the_renderer_by_element() -> None:
    rectangles = np.arange(20, dtype=np.float32).reshape(5, 4)
    document = Document("", html="<body><p data-iawce-element=4>x<p data-iawce-element=9>y<p>z", rectangles=rectangles)
    assert document.places is not None
    assert document.places[document.index.tagged("p")[0]].tolist() == [16, 17, 18, 19]
    assert np.isnan(document.places[document.index.tagged("p")[1:]]).all()
    assert Document("", html="<p>x").places is None


def test_boxes_are_read_where_the_html_cannot_be() -> None:
    document = Document("", html="<!-- x -->", boxes=(box(3, 0, 0),), has_card_links=True)
    assert document.boxes == (box(3, 0, 0),)


def test_a_document_travels_as_its_data() -> None:
    document = Document("r", url="http://a.example/", html=NUMBERED, boxes=(box(3, 1, 2),), screenshot=b"x")
    assert document.index.tags[0] == "html"
    other = pickle.loads(pickle.dumps(document))  # noqa: S301 - our own
    assert (other.ref, other.url, other.html, other.boxes) == ("r", document.url, NUMBERED, document.boxes)
    assert "index" not in vars(other)
    assert other.index.tags == document.index.tags
    assert other.index.without().words[0] == document.index.without().words[0] == 3
    assert document.replace(url="u").index is document.index
    assert document.replace(html="<p>new").index.tags == ["html", "head", "body", "p"]


def test_a_page_becomes_a_document(tmp_path: Path) -> None:
    table = tmp_path / "boxes.json.gz"
    table.write_bytes(dump_boxes([box(2, 0, 0)]))
    page = Page("r", "http://a.example/", "<p>é".encode(), "text/html; charset=iso-8859-1", boxes=table)
    document = open_document(page)
    assert (document.html, document.boxes) == ("<p>é", (box(2, 0, 0),))
    assert PageWarning(WarningKind.WRONG_LABEL, "http") in document.warnings
    picture = open_document(Page("r", screenshot=tmp_path / "x.png"))
    assert (picture.html, picture.boxes, picture.screenshot) == (None, None, tmp_path / "x.png")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (Page("r", "http://a.example/"), "not_fetched/no_browser"),
        (Page("r", error="input/not_found"), "input/not_found"),
        (Page("r", body=b"%PDF-1.4"), "not_html/pdf"),
        (Page("r", body=Path("/nowhere/x.html")), "input/unreadable"),
        (Page("r", boxes=Path("/nowhere/x.json.gz")), "input/damaged_boxes"),
    ],
)
def test_unreadable_documents_have_a_reason(page: Page, reason: str) -> None:
    with pytest.raises(PageError) as caught:
        open_document(page)
    assert caught.value.reason == reason


def test_rectangles_travel_with_the_document() -> None:
    rectangles = np.zeros((5, 4), np.float32)
    assert Document("", html=NUMBERED, rectangles=rectangles).replace(url="u").rectangles is rectangles
