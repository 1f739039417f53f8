"""Marks the text of a card as linked where an empty link is laid over the whole card.

A common card is a block of text with an ``a[href]`` without content stretched over it: all of the card can be
clicked, yet none of its text is inside a link. A renderer sees where such a link lies; a corpus that has boxes of text
only does not, so there the links are found in the saved DOM: empty links of one class that come twice or more, each
beside other text under one parent.
"""

from collections import defaultdict

import numpy as np

from iawce.data.boxes import Box
from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.html.tags import FALLBACKS

FEWEST = 2
CARD_TEXT = (15, 1500)
"""Characters that a card holds."""
FITTING = 0.9
"""Share of texts whose length must agree before boxes and DOM are joined."""
UNCOUNTED = FALLBACKS | {"template"}
"""A browser has no elements inside these."""


def mark_card_links(boxes: tuple[Box, ...], index: ElementIndex) -> tuple[Box, ...]:
    """The boxes of a page with ``link`` set for text and pictures on a card that one empty link covers.

    Args:
        boxes: whose ``element`` counts elements as a browser does; they come back unchanged if they do not fit.
        index: of the page's HTML.
    """
    cards = _cards(index)
    counted = _counted(index) if cards else np.zeros(0, np.int64)
    if not cards or not _fits(boxes, index, counted):
        return boxes
    covered: Bools = np.append(index.inside(cards)[counted], False)  # the last is of boxes whose element is unknown
    return tuple(box._replace(link=1) if box.kind in "ti" and covered[box.element] else box for box in boxes)


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


def _counted(index: ElementIndex) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Numbers of the elements that a browser counts, in its order."""
    uncounted = index.inside(index.tagged(*UNCOUNTED))
    return np.flatnonzero((index.parents < 0) | ~uncounted[index.parents])


def _fits(boxes: tuple[Box, ...], index: ElementIndex, counted: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> bool:
    texts = [box for box in boxes if box.kind == "t"]
    if any(box.element >= len(counted) for box in boxes):
        return False
    lengths: dict[int, set[int]] = defaultdict(set)
    for text, owner in zip(index.pieces.texts, index.pieces.owners.tolist(), strict=True):
        lengths[owner].add(len(" ".join(text.split())))
    known = [box for box in texts if box.element >= 0]
    return sum(box.chars in lengths[int(counted[box.element])] for box in known) >= FITTING * len(texts)
