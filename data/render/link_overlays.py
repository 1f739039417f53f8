"""Marks text and pictures as linked where a link overlaps them without containing them.

A card is often clickable by a link without text, or by one whose ``::after`` is stretched over the card. Everything
clickable counts as linked, wherever the link is in the document.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import Box

Bounds = tuple[float, float, float, float]
"""x, y, width, height, CSS px."""
COVERED = 0.8
"""Share of a box's area that the link must cover."""
MOST_TEXT = 1500
"""Largest number of characters of a card; a link over more text covers the page, for instance as an advertisement."""


def mark_covered(boxes: Sequence[Box], links: Sequence[Bounds]) -> tuple[Box, ...]:
    """The boxes with ``link`` set for text and pictures under one of ``links``."""
    plain = [index for index, box in enumerate(boxes) if box.kind in "ti" and not box.link]
    places = np.array([boxes[index][2:6] for index in plain], np.float64).reshape(-1, 4).T.copy()
    chars = np.array([boxes[index].chars for index in plain], np.int64)
    covered = np.zeros(len(plain), np.bool_)
    for link in set(links):
        under = _under(link, places)
        if 0 < chars[under].sum() <= MOST_TEXT:
            covered |= under
    marked = {index for index, is_covered in zip(plain, covered, strict=True) if is_covered}
    return tuple(box._replace(link=1) if index in marked else box for index, box in enumerate(boxes))


def _under(link: Bounds, places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of ``places``, columns of x, y, width and height, are under the link."""
    x, y, width, height = places
    across = np.minimum(link[0] + link[2], x + width) - np.maximum(link[0], x)
    down = np.minimum(link[1] + link[3], y + height) - np.maximum(link[1], y)
    under: NDArray[np.bool_] = (across > 0) & (down > 0) & (across * down >= COVERED * width * height)
    return under
