"""Numbers the connected parts of a mask, as ``scipy.ndimage.label`` does, whose installation takes a hundred megabytes.

Each row is cut into runs; runs that touch, in the next row or at a corner, are connected.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.connected import connected_components

Ints = NDArray[np.int64]


def label_mask(mask: NDArray[np.bool_]) -> tuple[NDArray[np.int32], list[tuple[slice, slice]]]:
    """Number of the part of each pixel, and rows and columns of each part.

    Args:
        mask: bool (height, width).

    Returns:
        Numbers, int32 (height, width): 0 outside of the mask, from 1 in the order of the parts' first pixels. Bounds of
        the parts, in their order.
    """
    rows, starts, ends = _runs(mask)
    parts = connected_components(len(rows), *_touching(rows, starts, ends, mask.shape[1]))
    labels = np.zeros(mask.shape, np.int32)
    labels[mask] = np.repeat((parts + 1).astype(np.int32), ends - starts)
    return labels, _bounds(parts, rows, starts, ends)


def _runs(mask: NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
    """Row, first column and column after the last of each run, in the order of the pixels, int64 (runs,)."""
    width = mask.shape[1] + 2
    pixels = np.pad(mask, ((0, 0), (1, 1))).ravel()
    steps = np.flatnonzero(
        pixels[1:] != pixels[:-1]
    )  # alternately the beginning and end of a run, since rows end outside
    rows, starts = np.divmod(steps[::2], width)
    return rows, starts, steps[1::2] - rows * width


def _touching(rows: Ints, starts: Ints, ends: Ints, width: int) -> tuple[Ints, Ints]:
    """The pairs of runs of which the second touches the first from the row below, two times int64 (pairs,)."""
    row, below = rows * (width + 1), (rows + 1) * (width + 1)
    from_run = np.searchsorted(row + ends, below + starts, "left")
    counts = np.searchsorted(row + starts, below + ends, "right") - from_run
    before = np.cumsum(counts) - counts
    upper = np.repeat(np.arange(len(rows)), counts)
    return upper, np.arange(len(upper)) + np.repeat(from_run - before, counts)


def _bounds(parts: Ints, rows: Ints, starts: Ints, ends: Ints) -> list[tuple[slice, slice]]:
    order = np.argsort(parts, kind="stable")
    begins = np.flatnonzero(np.diff(parts[order], prepend=-1))
    if not len(begins):
        return []
    rows, starts, ends = rows[order], starts[order], ends[order]
    corners = (
        np.minimum.reduceat(rows, begins),
        np.maximum.reduceat(rows, begins) + 1,
        np.minimum.reduceat(starts, begins),
        np.maximum.reduceat(ends, begins),
    )
    return [
        (slice(top, low), slice(left, right))
        for top, low, left, right in zip(*map(np.ndarray.tolist, corners), strict=True)
    ]
