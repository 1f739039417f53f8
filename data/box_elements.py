"""Joins layout boxes with the elements of the page's HTML if both number elements in the same way."""

from collections import defaultdict
from collections.abc import Sequence

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


def _fits(boxes: Sequence[Box], numbers: NDArray[np.int64], index: ElementIndex) -> bool:
    lengths: dict[int, set[int]] = defaultdict(set)
    for text, owner in zip(index.pieces.texts, index.pieces.owners.tolist(), strict=True):
        lengths[owner].add(len(" ".join(text.split())))
    texts = [(box.chars, number) for box, number in zip(boxes, numbers.tolist(), strict=True) if box.kind == "t"]
    return sum(chars in lengths[number] for chars, number in texts if number >= 0) >= FITTING * len(texts)
