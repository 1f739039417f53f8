"""What the HTML says of layout boxes: names around them, figures in their texts."""

import numpy as np
import pytest

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.models.features.layout_tokens import (
    BOX_NAMES,
    NAMED_NAMES,
    box_table,
    figures_of,
    layout_tokens,
    name_values,
    named_tokens,
)

PAGE = (
    "<html class=product><head></head><body class=comment><div class=sidebar><ul><li><p><b>Menu</b></p></li></ul></div>"
    "<div class=price><span>Only $ 25</span></div><p>12 May 2024</p><p>31</p></body></html>"
)
BOXES = tuple(
    Box("t", element, 10, 100 * place, 200, 20, 1, chars, 16, 400, 0, 0)
    for place, (element, chars) in enumerate([(7, 4), (9, 9), (10, 11), (11, 2)])
)


def said_of_each(document: Document) -> list[set[str]]:
    return [{name for name, value in zip(NAMED_NAMES, row, strict=True) if value} for row in named_tokens(document)]


def test_names_near_and_around_and_figures_are_said_of_each_box() -> None:
    menu, price, date, count = said_of_each(Document("", html=PAGE, boxes=BOXES))
    assert {"within_sidebar", "has_names"} <= menu
    assert "near_sidebar" not in menu  # four elements further out
    assert {"near_price", "within_price", "price"} <= price
    assert {"date", "count"} <= date
    assert "count" in count
    assert not {"date", "price"} & count


def test_names_of_the_whole_page_are_not_read() -> None:
    found = set().union(*said_of_each(Document("", html=PAGE, boxes=BOXES)))
    assert not {"near_comment", "within_comment", "near_card", "within_card"} & found


def test_a_rendered_page_tells_which_element_each_box_is_of() -> None:
    page = "<body data-iawce-element=9><p class=price data-iawce-element=4>Some text</p><p>More</p></body>"
    boxes = (BOXES[0]._replace(element=4, chars=9), BOXES[1]._replace(element=7))
    first, second = said_of_each(Document("", html=page, boxes=boxes))
    assert {"near_price", "has_names"} <= first
    assert "has_names" not in second


def test_a_tag_with_a_long_name_takes_no_memory_for_each_element() -> None:
    page = PAGE.replace("<p>31", f"<x{'y' * 300_000}></x{'y' * 300_000}><p>31") + "<p>" * 9_000
    assert len(named_tokens(Document("", html=page, boxes=BOXES))) == len(BOXES)


@pytest.mark.parametrize("html", [None, "<p>Another page</p>", ""])
def test_without_fitting_html_boxes_are_known_by_themselves(html: str | None) -> None:
    tokens = named_tokens(Document("", html=html, boxes=BOXES))
    assert (tokens[:, : len(BOX_NAMES)] == layout_tokens(box_table(BOXES))).all()
    assert not tokens[:, len(BOX_NAMES) :].any()


def test_boxes_are_described_in_the_order_asked_for() -> None:
    document = Document("", html=PAGE, boxes=BOXES)
    whole = name_values(document, range(len(BOXES)))
    assert (name_values(document, [2, 0]) == whole[[2, 0]]).all()
    assert name_values(document, []).shape == (0, whole.shape[1])
    assert np.isin(whole, (0, 1)).all()


def test_figures_are_those_of_short_texts() -> None:
    assert figures_of("3 days ago") == (True, False, True)
    assert figures_of("from 12 € in our shop") == (False, True, False)
    assert figures_of("No figure") == (False, False, False)
    assert figures_of("In the year 2024-05-12 " + "much was written of it " * 3) == (False, False, False)
