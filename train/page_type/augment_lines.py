"""Random changes of the lines of text and the pictures of a screenshot, as if the site had another design.

What is measured of a line alone (fill, edges, unrest) stays, places and colours change, and what depends on the
neighbours is computed anew, so no other picture is drawn and searched for lines.
"""

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.models.features.layout_raster import move_table
from iawce.models.features.line_kinds import SCALE, Lines, line_features, paragraphs
from iawce.models.features.strips import Strips
from iawce.models.features.text_lines import (
    WORKING_WIDTH,
    Components,
    Segments,
    component_table,
    components_of,
    concatenate,
)
from iawce.train.page_type.augment import change_parts, random_placement

Ints = NDArray[np.int64]
SMALLEST = 2
"""Sides in px, at the working width, that are still seen."""
OTHER_COLOURS, INVERTED = 0.5, 0.2
"""Probability that the channels of all colours are swapped; that dark and light are."""
INK = 9
"""The first column of colours."""
WHITE = 255


def change_lines(lines: Lines) -> tuple[Lines, Ints]:
    """Lines and pictures moved, stretched, mirrored, recoloured, some of them gone, and some repeated.

    Returns:
        the changed page, and for each of its lines the number that it had in ``lines``, int64 (lines,).
    """
    texts, pictures = lines.found.lines, lines.found.pictures
    table, numbers = _move(component_table(concatenate(texts, pictures)))
    table = _recolour(table)
    is_line = numbers < len(texts)
    found = components_of(table[is_line]), components_of(table[~is_line])
    kept = numbers[is_line]
    return _read(*found, lines.strips[kept]), kept


def _move(table: NDArray[np.float32]) -> tuple[NDArray[np.float32], Ints]:
    """What is still in the page after a random change, in page order, and the numbers that it had."""
    numbers = np.arange(len(table), dtype=np.float64)
    boxes = np.column_stack([np.zeros(len(table)), SCALE * table[:, :4].astype(np.float64), numbers])
    boxes = move_table(change_parts(boxes), random_placement())
    left, top, width, height = boxes[:, 1:5].T / SCALE
    right, bottom = np.clip(left + width, 0, WORKING_WIDTH), top + height
    left, top = np.clip(left, 0, WORKING_WIDTH), np.maximum(top, 0)
    seen = np.flatnonzero((right - left >= SMALLEST) & (bottom - top >= SMALLEST))
    seen = seen[np.lexsort((left[seen], top[seen]))]
    which = boxes[seen, -1].astype(np.int64)
    places = np.stack([left, top, right - left, bottom - top], axis=1)[seen]
    return np.concatenate([places, table[which, 4:]], axis=1).astype(np.float32), which


def _recolour(table: NDArray[np.float32]) -> NDArray[np.float32]:
    colours = table[:, INK:].reshape(-1, 2, 3)
    if torch.rand(()) < OTHER_COLOURS:
        colours = colours[:, :, torch.randperm(3).numpy()]
    if torch.rand(()) < INVERTED:
        colours = WHITE - colours
    return np.concatenate([table[:, :INK], colours.reshape(-1, 6)], axis=1)


def _read(lines: Components, pictures: Components, strips: Strips) -> Lines:
    """Features and paragraphs of moved lines."""
    ends = [*(lines.y + lines.height).tolist(), *(pictures.y + pictures.height).tolist()]
    paragraph = paragraphs(lines)
    return Lines(
        Segments(lines, pictures, round(max(ends, default=0))), paragraph, line_features(lines, paragraph), strips
    )
