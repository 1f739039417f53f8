"""Draws layout boxes as planes: a picture of the page without fonts, colours or photographs.

Each plane holds one kind of thing. A cell's value is the share of it that is covered, so nothing is lost to rounding
however small the drawing. A network trained on these planes learns page types, not the designs of sites.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import Box

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLANES = ("text", "running", "link", "picture", "large", "heading", "control")
"""Text outside links, the part of it that runs over several lines, link text, pictures (also frames and small
background pictures), large type, headings, form controls."""
_INDEX = {name: index for index, name in enumerate(PLANES)}
LARGE_FONT = 20
"""Type of this many px or more counts as large."""
RUNNING_LINES = 2
"""Text of this many lines or more is running text."""
VIEWPORT_WIDTH = 1366
MAX_BACKGROUND = VIEWPORT_WIDTH * 768 // 2
"""A background picture of more square px than half a viewport is the background of the page, not a picture on it."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The mapping of page coordinates to the drawing; other values than the defaults are augmentation.

    ``mirror`` swaps left and right; ``shift_x`` and ``shift_y`` are in CSS px; ``scale_x`` and ``scale_y`` stretch the
    page from its top centre.
    """

    mirror: bool = False
    shift_x: float = 0.0
    shift_y: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0


def draw_layout(
    boxes: Sequence[Box], size: tuple[int, int], view_height: int, placement: Placement = Placement()
) -> NDArray[np.float32]:
    """The top ``view_height`` CSS px of a page 1366 px wide, float32 (len(PLANES), height, width), 0 to 1."""
    return draw_rectangles(rectangles(boxes), size, view_height, placement)


def rectangles(boxes: Sequence[Box]) -> Floats:
    """Everything to draw, one row a rectangle: index of the plane, x, y, width, height in CSS px; float64 (N, 5)."""
    rows = [(plane, box.x, box.y, box.width, box.height) for box in boxes for plane in _planes_of(box)]
    return np.array(rows, np.float64).reshape(-1, 5)


def draw_rectangles(
    table: Floats, size: tuple[int, int], view_height: int, placement: Placement = Placement()
) -> NDArray[np.float32]:
    """As ``draw_layout``, from what ``rectangles`` gave."""
    height, width = size
    if not len(table):
        return np.zeros((len(PLANES), height, width), np.float32)
    planes, left, top, wide, high = move_table(table, placement).T
    plane, right, bottom = planes.astype(np.int64), left + wide, top + high
    columns, column_weights = _edges(left * width / VIEWPORT_WIDTH, right * width / VIEWPORT_WIDTH, width)
    rows, row_weights = _edges(top * height / view_height, bottom * height / view_height, height)
    shape = (len(PLANES), height + 2, width + 2)
    cells = (plane[:, None, None] * shape[1] + rows[:, :, None]) * shape[2] + columns[:, None, :]
    weights = row_weights[:, :, None] * column_weights[:, None, :]
    slopes = np.bincount(cells.ravel(), weights.ravel(), int(np.prod(shape))).reshape(shape).astype(np.float32)
    for row in range(1, shape[1]):  # np.cumsum over any axis but the last takes three times as long
        slopes[:, row] += slopes[:, row - 1]
    np.cumsum(slopes, axis=2, out=slopes)
    return np.clip(slopes[:, :height, :width], 0.0, 1.0)


def move_table(table: Floats, placement: Placement) -> Floats:
    """Rectangles moved, stretched and mirrored: what it is, x, y, width, height in CSS px, and any further columns."""
    moved = table.copy()
    x, y, wide, high = table[:, 1:5].T
    middle = (x + wide / 2 - VIEWPORT_WIDTH / 2) * placement.scale_x * (-1 if placement.mirror else 1)
    moved[:, 3], moved[:, 4] = wide * placement.scale_x, high * placement.scale_y
    moved[:, 1] = middle + VIEWPORT_WIDTH / 2 + placement.shift_x - moved[:, 3] / 2
    moved[:, 2] = y * placement.scale_y + placement.shift_y
    return moved


def _edges(start: Floats, end: Floats, cells: int) -> tuple[Ints, Floats]:
    """Of each row the cells where the covered share begins and ceases to rise, and the amounts, both (N, 4).

    The running sum over these four points is the share of each cell that the interval covers: it rises by the rest of
    the cell in which the interval starts, by the rest in the next, and falls likewise at the end.
    """
    ends = np.clip(np.stack([start, end], axis=1), 0.0, cells)
    whole = np.floor(ends)
    rest = ends - whole
    index = whole.astype(np.int64)
    sign = np.array([1.0, -1.0])
    return np.concatenate([index, index + 1], axis=1), np.concatenate([sign * (1 - rest), sign * rest], axis=1)


def _planes_of(box: Box) -> Iterator[int]:
    if box.kind == "t":
        yield _INDEX["link" if box.link else "text"]
        if box.lines >= RUNNING_LINES and not box.link:
            yield _INDEX["running"]
        if box.font >= LARGE_FONT:
            yield _INDEX["large"]
        if box.heading:
            yield _INDEX["heading"]
    elif box.kind == "c":
        yield _INDEX["control"]
    elif box.kind != "b" or box.width * box.height <= MAX_BACKGROUND:
        yield _INDEX["picture"]
