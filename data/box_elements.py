"""Joins layout boxes with the elements of the page's HTML, by the renderer's numbers or by counting elements."""

from collections import defaultdict
from collections.abc import Sequence, Set

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import Box
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import FALLBACKS

FITTING = 0.9
"""Share of texts whose length must agree before boxes and DOM are joined."""
UNCOUNTED = FALLBACKS | {"template"}
"""Elements that have no child elements in a browser."""


def box_elements(boxes: Sequence[Box], index: ElementIndex) -> NDArray[np.int64] | None:
    """Number in the index of the element of each box, int64 (boxes,), -1 where it is unknown; None if they do not fit.

    Args:
        boxes: whose ``element`` counts elements as a browser does.
        index: of the page's HTML.
    """
    uncounted = index.inside(index.tagged(*UNCOUNTED))
    counted = np.flatnonzero((index.parents < 0) | ~uncounted[index.parents])
    given = np.array([box.element for box in boxes], np.int64)
    if (given >= len(counted)).any():
        return None
    numbers = np.append(counted, -1)[np.maximum(given, -1)]
    return numbers if _fits(boxes, numbers, index) else None


def numbered_elements(boxes: Sequence[Box], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number in the index of the element of each box of a rendered page, int64 (boxes,), -1 where it is unknown.

    Args:
        boxes: whose ``element`` is the renderer's number.
        numbers: the renderer's number of each element, -1 where it gave none.
    """
    known = {number: element for element, number in enumerate(numbers.tolist()) if number >= 0}
    return np.array([known.get(box.element, -1) for box in boxes], np.int64)


def box_texts(boxes: Sequence[Box], elements: NDArray[np.int64], index: ElementIndex) -> list[str]:
    """The text of each box, with blanks collapsed: that of as many characters in its element, else empty.

    Args:
        boxes: of the page.
        elements: of the boxes, as ``box_elements`` gives them.
        index: of the page's HTML.
    """
    texts = _own_texts(index, set(elements.tolist()))
    return [
        texts[element].get(box.chars, "") if box.kind == "t" else ""
        for box, element in zip(boxes, elements.tolist(), strict=True)
    ]


def _fits(boxes: Sequence[Box], numbers: NDArray[np.int64], index: ElementIndex) -> bool:
    texts = [(box.chars, number) for box, number in zip(boxes, numbers.tolist(), strict=True) if box.kind == "t"]
    known = _own_texts(index, {number for _, number in texts})
    fitting = sum(chars in known[number] for chars, number in texts if number >= 0)
    return fitting >= FITTING * len(texts) if texts else not boxes


def _own_texts(index: ElementIndex, wanted: Set[int]) -> dict[int, dict[int, str]]:
    """By element, of those ``wanted``: the first of its own texts of each length."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for text, owner in zip(index.pieces.texts, index.pieces.owners.tolist(), strict=True):
        if owner in wanted:
            collapsed = " ".join(text.split())
            found[owner].setdefault(len(collapsed), collapsed)
    return found
