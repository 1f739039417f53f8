"""Boxes of a corpus and elements of the saved HTML, counted alike or not at all."""

import numpy as np

from iawce.data.boxes import Box, box_elements, box_texts
from iawce.data.document import Document

HTML = "<html><head></head><body><noscript><p>Hidden here</p></noscript><p>First text</p><p>Second</p></body></html>"


def text(element: int, chars: int) -> Box:
    return Box("t", element, 0, 0, 200, 20, 1, chars, 16, 400, 0, 0)


def test_elements_are_counted_as_a_browser_counts_them() -> None:
    index, picture = Document("", html=HTML).index, text(-1, 0)._replace(kind="i")
    numbers = box_elements([text(4, 10), text(5, 6), picture], index)
    assert numbers is not None
    assert [index.text_of(number) if number >= 0 else "" for number in numbers.tolist()] == ["First text", "Second", ""]


def test_boxes_of_another_page_do_not_fit() -> None:
    index = Document("", html=HTML).index
    assert box_elements([text(4, 90), text(5, 6)], index) is None
    assert box_elements([text(99, 10)], index) is None
    assert box_elements([text(-99, 10)], index) is None


def test_a_page_without_boxes_fits() -> None:
    numbers = box_elements([], Document("", html=HTML).index)
    assert numbers is not None
    assert not len(numbers)


def test_texts_are_found_by_element_and_length() -> None:
    boxes = [text(4, 10), text(5, 7), text(5, 6), text(-1, 6), text(4, 10)._replace(kind="i")]
    index = Document("", html=HTML).index
    elements = box_elements([text(4, 10), text(5, 6)], index)
    assert elements is not None
    first, second = elements
    assert box_texts(boxes, np.array([first, second, second, -1, first]), index) == ["First text", "", "Second", "", ""]
