"""Cards under a link that holds no text: in a corpus by the saved DOM, in a snapshot by where the link lies."""

import asyncio

import pytest

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.page import Page
from iawce.data.render.layout import mark_covered
from iawce.data.render.renderer import Renderer
from iawce.data.snapshot import Snapshot

CARD = "<div class=card><h2>Title {0}</h2><p>An excerpt of some words {0}</p><a class=over href=/p/{0}></a></div>"
PAGE = "<!doctype html><body><p>Before the cards, plain.</p>" + "".join(map(CARD.format, range(3)))


def text(element: int, chars: int, y: int = 0) -> Box:
    return Box("t", element, 0, y, 200, 20, 1, chars, 16, 400, 0, 0)


def boxes_of_page() -> list[Box]:
    """Elements: html 0, head 1, body 2, p 3, then card, h2, p, a for each card."""
    rows = [text(3, 24)]
    for card in range(3):
        rows += [text(5 + 4 * card, 7), text(6 + 4 * card, 26)]
    return rows


def marked(html: str, boxes: list[Box]) -> list[Box]:
    return list(Document("", html=html, boxes=boxes, has_card_links=True).boxes or ())


def test_text_beside_an_empty_link_in_repeated_cards_is_linked() -> None:
    html = PAGE.replace("<body>", "<head></head><body>")
    assert [box.link for box in marked(html, boxes_of_page())] == [0, 1, 1, 1, 1, 1, 1]


def test_boxes_that_do_not_fit_the_markup_stay_as_they_are() -> None:
    shifted = [box._replace(chars=box.chars + 1) for box in boxes_of_page()]
    assert list(marked(PAGE, shifted)) == shifted
    beyond = [text(99, 5)]
    assert list(marked(PAGE, beyond)) == beyond


@pytest.mark.parametrize(
    "link", ["<a class=over href='#top'></a>", "<a class=over></a>", "<a class=over href=/x>t</a>"]
)
def test_links_that_lead_nowhere_or_show_text_cover_nothing(link: str) -> None:
    html = "<html><head></head><body><p>Before the cards, plain.</p>" + "".join(
        CARD.format(number).replace(f"<a class=over href=/p/{number}></a>", link) for number in range(3)
    )
    assert not any(box.link for box in marked(html, boxes_of_page()))


def test_a_link_over_half_the_page_is_no_card() -> None:
    long = [Box("t", 1, 0, 30 * i, 900, 20, 1, 100, 16, 400, 0, 0) for i in range(40)]
    assert not any(box.link for box in mark_covered(long, [(0, 0, 1366, 2000)]))
    assert [box.link for box in mark_covered(long[:3], [(0, 0, 1366, 49)])] == [1, 1, 0]


@pytest.mark.browser
def test_a_snapshot_sees_what_lies_under_a_link() -> None:
    style = (
        "<style>.card{position:relative;width:400px}.over{position:absolute;inset:0}"
        ".stretched::after{content:'';position:absolute;inset:0}</style>"
    )
    stretched = "<div class=card><a class=stretched href=/q>Read</a><p>Words below the stretched link</p></div>"

    async def render() -> Snapshot:
        async with Renderer() as renderer:
            return await renderer.render(Page("x", body=(style + PAGE + stretched).encode()))

    linked = {(box.chars, box.link) for box in asyncio.run(render()).boxes if box.kind == "t"}
    assert linked == {(24, 0), (7, 1), (26, 1), (4, 1), (30, 1)}
