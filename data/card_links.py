"""Marks the text of a card as linked where an empty link is laid over the whole card.

A common card is a block of text with an empty ``a[href]`` stretched over it: the whole card can be clicked, but none of
its text is inside a link. A renderer gives the place of such a link, but a corpus with boxes of text alone does not;
there the links are found in the saved DOM: empty links of one class that occur twice or more, each beside other text
under one parent.
"""

from collections import defaultdict

import numpy as np

from iawce.data.box_elements import box_elements
from iawce.data.boxes import Box
from iawce.data.html.element_index import Bools, ElementIndex

FEWEST = 2
CARD_TEXT = (15, 1500)
"""Most characters of a card."""


def mark_card_links(boxes: tuple[Box, ...], index: ElementIndex) -> tuple[Box, ...]:
    """The boxes of a page with ``link`` set for text and pictures on a card that one empty link covers.

    Args:
        boxes: whose ``element`` counts elements as a browser does; they come back unchanged if they do not fit.
        index: of the page's HTML.
    """
    cards = _cards(index)
    elements = box_elements(boxes, index) if cards else None
    if elements is None:
        return boxes
    covered: Bools = np.append(index.inside(cards), False)[
        elements
    ]  # the last one stands for boxes whose element is unknown
    return tuple(
        box._replace(link=1) if box.kind in "ti" and is_covered else box
        for box, is_covered in zip(boxes, covered.tolist(), strict=True)
    )


def _cards(index: ElementIndex) -> list[int]:
    """Numbers of the elements that an empty link covers."""
    by_class: dict[str, list[int]] = defaultdict(list)
    for number in index.tagged("a"):
        link, parent = index.attributes.given[number], int(index.parents[number])
        address = link.get("href", "").lower()
        if parent < 0 or not address or address.startswith(("#", "javascript:")) or index.has_children(number):
            continue
        if not index.text_of(number) and CARD_TEXT[0] < len(index.text_of(parent)) < CARD_TEXT[1]:
            by_class[link.get("class", "")].append(parent)
    return [card for cards in by_class.values() if len(set(cards)) >= FEWEST for card in cards]
