"""Data augmentation: random changes of pages, so that a network does not learn the positions that a site uses.

Works on tables of rectangles, those of a drawing or of layout boxes, where whole parts of a page can be dropped.
All random numbers are torch's, so that a seed fixes them in every worker.
"""

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.models.features.layout_raster import VIEWPORT_WIDTH, Placement

Floats = NDArray[np.float64]
SHIFT_X, SHIFT_Y = 120.0, 400.0
"""Largest move of an augmented page, CSS px: a sidebar's width, a header's height."""
SCALE_X, SCALE_Y = (0.8, 1.25), (0.7, 1.4)
"""Range of stretches of an augmented page."""
BAND = (60.0, 700.0)
"""Height of a band that is dropped or repeated, CSS px."""
OFTEN = 0.3
"""Probability of each change of the page's parts."""
HEADER = 350.0
"""Lowest end of a header, CSS px."""
SIDEBAR = 0.3
"""Largest share of the width that a sidebar takes."""
THINNING = 0.1
"""Largest share of single things that are dropped."""


def random_placement() -> Placement:
    """Moved, stretched, and mirrored every other time."""
    mirror, shift_x, shift_y, scale_x, scale_y = torch.rand(5).tolist()
    return Placement(
        mirror=mirror < 0.5,
        shift_x=(2 * shift_x - 1) * SHIFT_X,
        shift_y=(2 * shift_y - 1) * SHIFT_Y,
        scale_x=SCALE_X[0] + scale_x * (SCALE_X[1] - SCALE_X[0]),
        scale_y=SCALE_Y[0] + scale_y * (SCALE_Y[1] - SCALE_Y[0]),
    )


def change_parts(table: Floats) -> Floats:
    """A page without some of its parts: a band dropped or repeated, no header, no sidebar, single things gone.

    Args:
        table: rectangles, float64 (N, 5 or more): what it is, x, y, width, height.
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
