"""Where the elements of a rendered page are drawn, by their layout boxes."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import Box

Bounds = NDArray[np.float64]


def box_bounds(boxes: Iterable[Box], numbers: NDArray[np.int64], drawn: NDArray[np.bool_]) -> Bounds:
    """Smallest bounds around the boxes of each element itself, float64 (elements, 4).

    They are left, top, right, bottom in CSS px; infinite where nothing is drawn.

    Args:
        boxes: of the page.
        numbers: the renderer's number of each element.
        drawn: whether each element has a visible box.
    """
    table = np.array([box[1:6] for box in boxes], np.int64).reshape(-1, 5)
    owners, x, y, width, height = table.T
    boxed, place = np.unique(owners, return_inverse=True)  # a page may number its elements as it likes
    bounds = np.tile([np.inf, np.inf, -np.inf, -np.inf], (len(boxed) + 1, 1))  # the last row: nothing is drawn
    np.minimum.at(bounds[:, :2], place, np.stack([x, y], axis=1))
    np.maximum.at(bounds[:, 2:], place, np.stack([x + width, y + height], axis=1))
    return np.asarray(bounds[np.where(drawn, np.searchsorted(boxed, numbers), -1)])


def area_around(bounds: Bounds) -> tuple[int, int, int, int] | None:
    """Smallest rectangle around all bounds: x, y, width, height in CSS px; None if nothing is drawn."""
    left, top, right, bottom = (*bounds[:, :2].min(axis=0), *bounds[:, 2:].max(axis=0)) if len(bounds) else (1, 1, 0, 0)
    if right < left:
        return None
    return int(left), int(top), int(right - left), int(bottom - top)
