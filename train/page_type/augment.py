"""Data augmentation: random changes of pages and of lines, so that no network learns one site's layout.

Works on tables of rectangles, those of layout boxes, where whole parts of a page can be dropped.
All random numbers are torch's, so that a seed fixes them in every worker.

What is measured of a line alone (fill, edges, unrest) stays, places and colours change, and what depends on the
neighbours is computed anew, so no other picture is drawn and searched for lines.
"""

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.data.arrays import Floats, Ints
from iawce.models.features.geometry import VIEWPORT_WIDTH
from iawce.models.features.line_kinds import SCALE, Lines
from iawce.models.features.text_lines import WORKING_WIDTH, Segments, component_table, components_of, concatenate

Pair = tuple[float, float]
SHIFT_X, SHIFT_Y = 120.0, 400.0  # Largest move of an augmented page, CSS px: a sidebar's width, a header's height
SCALE_X, SCALE_Y = (0.8, 1.25), (0.7, 1.4)  # Range of stretches of an augmented page
BAND = (60.0, 700.0)  # Height of a band that is dropped or repeated, CSS px
OFTEN = 0.3  # Probability of each change of the page's parts
HEADER = 350.0  # Lowest end of a header, CSS px
SIDEBAR = 0.3  # Largest share of the width that a sidebar takes
THINNING = 0.1  # Largest share of single things that are dropped
MIN_SIZE = 2  # Sides in px, at the working width, that are still seen
OTHER_COLOURS, INVERTED = 0.5, 0.2  # Probability that the channels of all colours are swapped; that dark and light are
INK = 9  # The first column of colours
WHITE = 255


def move_at_random(table: Floats) -> Floats:
    """Rectangles moved, stretched, and mirrored every other time."""
    mirror, *shift, scale_x, scale_y = torch.rand(5).tolist()
    scale = SCALE_X[0] + scale_x * (SCALE_X[1] - SCALE_X[0]), SCALE_Y[0] + scale_y * (SCALE_Y[1] - SCALE_Y[0])
    return move_table(table, ((2 * shift[0] - 1) * SHIFT_X, (2 * shift[1] - 1) * SHIFT_Y), scale, mirror=mirror < 0.5)


def move_table(table: Floats, shift: Pair = (0.0, 0.0), scale: Pair = (1.0, 1.0), *, mirror: bool = False) -> Floats:
    """Rectangles moved, stretched and mirrored: what it is, x, y, width, height in CSS px, and any further columns.

    ``shift`` is across and down, in CSS px; ``scale``: the page is stretched so much, from its top centre; ``mirror``:
    left and right are swapped.
    """
    moved = table.copy()
    x, y, wide, high = table[:, 1:5].T
    middle = (x + wide / 2 - VIEWPORT_WIDTH / 2) * scale[0] * (-1 if mirror else 1)
    moved[:, 3], moved[:, 4] = wide * scale[0], high * scale[1]
    moved[:, 1] = middle + VIEWPORT_WIDTH / 2 + shift[0] - moved[:, 3] / 2
    moved[:, 2] = y * scale[1] + shift[1]
    return moved


def change_parts(table: Floats) -> Floats:
    """A page without some of its parts: a band dropped or repeated, no header, no sidebar, single things gone.

    ``table``: rectangles, float64 (N, 5 or more): what it is, x, y, width, height.
    """
    for change in (drop_band, repeat_band, drop_header, drop_sidebar):
        if torch.rand(()) < OFTEN:
            table = change(table)
    keep = torch.rand(len(table)).numpy() >= float(torch.rand(())) * THINNING
    return np.asarray(table[keep])


def drop_band(table: Floats) -> Floats:
    """Drop a horizontal band and close the gap."""
    top, bottom = _band(table)
    middle = table[:, 2] + table[:, 4] / 2
    kept = table[(middle < top) | (middle >= bottom)].copy()
    kept[kept[:, 2] >= bottom, 2] -= bottom - top
    return kept


def repeat_band(table: Floats) -> Floats:
    """Repeat a horizontal band and move what is below it down."""
    top, bottom = _band(table)
    middle = table[:, 2] + table[:, 4] / 2
    copy = table[(middle >= top) & (middle < bottom)].copy()
    moved = table.copy()
    moved[middle >= bottom, 2] += bottom - top
    copy[:, 2] += bottom - top
    return np.concatenate([moved, copy])


def drop_header(table: Floats) -> Floats:
    """Drop the top of the page."""
    height = float(torch.rand(())) * HEADER
    kept = table[table[:, 2] + table[:, 4] > height].copy()
    kept[:, 2] -= height
    return kept


def drop_sidebar(table: Floats) -> Floats:
    """Drop what is wholly in the left or the right part of the page."""
    width = float(torch.rand(())) * SIDEBAR * VIEWPORT_WIDTH
    if torch.rand(()) < 0.5:
        return np.asarray(table[table[:, 1] + table[:, 3] > width])
    return np.asarray(table[table[:, 1] < VIEWPORT_WIDTH - width])


def _band(table: Floats) -> tuple[float, float]:
    where, height = torch.rand(2).tolist()
    top = where * float(table[:, 2].max(initial=0.0))
    return top, top + BAND[0] + height * (BAND[1] - BAND[0])


def change_lines(lines: Lines) -> tuple[Lines, Ints]:
    """Lines and pictures moved, stretched, mirrored, recoloured, some of them gone, and some repeated.

    Also for each line the number that it had in ``lines``, int64 (lines,).
    """
    texts, pictures = lines.found.lines, lines.found.pictures
    table, numbers = _move(component_table(concatenate(texts, pictures)))
    colours = table[:, INK:].reshape(-1, 2, 3)
    if torch.rand(()) < OTHER_COLOURS:
        colours = colours[:, :, torch.randperm(3).numpy()]
    if torch.rand(()) < INVERTED:
        colours = WHITE - colours
    table = np.concatenate([table[:, :INK], colours.reshape(-1, 6)], axis=1)
    is_line = numbers < len(texts)
    kept, height = numbers[is_line], round(float((table[:, 1] + table[:, 3]).max(initial=0)))
    found = Segments(components_of(table[is_line]), components_of(table[~is_line]), height)
    return Lines.of(found, lines.strips[kept]), kept


def _move(table: NDArray[np.float32]) -> tuple[NDArray[np.float32], Ints]:
    """What is still in the page after a random change, in page order, and the numbers that it had."""
    numbers = np.arange(len(table), dtype=np.float64)
    boxes = np.column_stack([np.zeros(len(table)), SCALE * table[:, :4].astype(np.float64), numbers])
    boxes = move_at_random(change_parts(boxes))
    left, top, width, height = boxes[:, 1:5].T / SCALE
    right, bottom = np.clip(left + width, 0, WORKING_WIDTH), top + height
    left, top = np.clip(left, 0, WORKING_WIDTH), np.maximum(top, 0)
    seen = np.flatnonzero((right - left >= MIN_SIZE) & (bottom - top >= MIN_SIZE))
    seen = seen[np.lexsort((left[seen], top[seen]))]
    which = boxes[seen, -1].astype(np.int64)
    places = np.stack([left, top, right - left, bottom - top], axis=1)[seen]
    return np.concatenate([places, table[which, 4:]], axis=1).astype(np.float32), which
