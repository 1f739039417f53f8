"""Finds lines of text and pictures in a screenshot by run-length smoothing and connected components.

Letters are many sharp horizontal changes close together. Edges are joined along each row to runs; runs that touch, in
the next row or at a corner, form a component; components in one row with one colour of type form a line, by gaps that
grow with the type. Source: Wong, Casey and Wahl 1982. Deviations: smoothing along rows only, and of edges instead of
ink, so that pale or white type and type on a coloured band are found alike.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.data.arrays import Bools, Ints, connected_components
from iawce.models.common.probabilities import quick_median

Floats = NDArray[np.floating[Any]]
COLUMNS = 15  # Number of columns of the table of components
Rectangle = tuple[float, float, float, float]  # Left, top, width, height
TALLEST_TYPE = 45
WORD_GAP = 0.75  # Widest gap between two words, in heights of the line
SAME_INK = 120  # Largest difference of two colours, summed over red, green and blue, that count as the same
USUAL_WIDTHS = range(1200, 1501)  # Widths of a picture, px: windows of desktops, which are classified without loss
WORKING_WIDTH = 683
"""Width to which screenshots are scaled, half of the viewport's; all lengths below are in px at this width."""
VIEW = 4.0  # Height of the analysed part, in widths of the screenshot
EDGE = 24  # Difference between two neighbouring pixels, 0 to 255, above which there is an edge
GAP = 7  # Edges closer than this along a row are joined
MAX_COMPONENTS = 2000  # Components that are analysed, from the top: an image of noise has a hundred thousand
MIN_VALUE, MIN_LENGTH = 3, 4  # Smallest height and width of a component, px
PLACES = np.array([64, 8, 1], np.int16)  # Factors that make a colour in eight steps for each channel one number


@dataclass(frozen=True, slots=True)
class Components:
    """Connected components in page order; arrays are float32 (n,)."""

    x: Floats
    y: Floats
    width: Floats
    height: Floats
    fill: Floats  # Share of the bounding box that the component covers
    edges: Floats  # Share of the component that is edges
    weight: Floats  # Share that is nearly as dark as the ink
    colours: Floats  # Number of distinct quantised colours
    unrest: Floats  # Standard deviation of the background
    ink: Floats  # Colour of the foreground, (n, 3), 0 to 255
    paper: Floats  # Colour of the background, (n, 3), 0 to 255

    def __len__(self) -> int:
        return len(self.x)

    @property
    def columns(self) -> list[Floats]:
        """The arrays in their order."""
        return [getattr(self, field.name) for field in fields(self)]

    def take(self, chosen: Bools | Ints) -> "Components":
        """Some of the components."""
        return Components(*(column[chosen] for column in self.columns))


def concatenate(one: Components, other: Components) -> Components:
    """The components of both, those of the first in front."""
    return Components(*map(np.concatenate, zip(one.columns, other.columns, strict=True)))


def components_of(table: Floats) -> Components:
    """Components from a table with a row for each, float32 (n, ``COLUMNS``), the fields in their order."""
    columns = [*table[:, :9].T, table[:, 9:12], table[:, 12:]]
    return Components(*columns)


def component_table(components: Components) -> Floats:
    """The table that ``components_of`` reads."""
    return np.column_stack(components.columns)


def label_mask(mask: Bools) -> tuple[NDArray[np.int32], list[tuple[slice, slice]]]:
    """Number of the part of each pixel of a mask, int32 (height, width), and rows and columns of each part, in order.

    The number is 0 outside of the mask, and counts from 1 in the order of the parts' first pixels.
    """
    rows, starts, ends = _runs(mask)
    parts = connected_components(len(rows), *_touching(rows, starts, ends, mask.shape[1]))
    labels = np.zeros(mask.shape, np.int32)
    labels[mask] = np.repeat((parts + 1).astype(np.int32), ends - starts)
    return labels, _bounds(parts, rows, starts, ends)


def _runs(mask: Bools) -> tuple[Ints, Ints, Ints]:
    """Row, first column and column after the last of each run, in the order of the pixels, int64 (runs,)."""
    width = mask.shape[1] + 2
    pixels = np.pad(mask, ((0, 0), (1, 1))).ravel()
    steps = np.flatnonzero(pixels[1:] != pixels[:-1])  # beginning and end of each run, since rows end outside
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
    tops, lows = np.minimum.reduceat(rows, begins), np.maximum.reduceat(rows, begins) + 1
    corners = tops, lows, np.minimum.reduceat(starts, begins), np.maximum.reduceat(ends, begins)
    places = zip(*map(np.ndarray.tolist, corners), strict=True)
    return [(slice(top, low), slice(left, right)) for top, low, left, right in places]


def join_words(components: Components) -> Components:
    """Components, with the words of one line joined; a line has the ink of its first word."""
    tall = components.take(components.height > TALLEST_TYPE)
    words = components.take(components.height <= TALLEST_TYPE)
    is_free = np.ones(len(words), bool)
    firsts: list[int] = []
    rectangles: list[Rectangle] = []
    for first in np.argsort(words.x, kind="stable").tolist():
        if is_free[first]:
            firsts.append(first)
            rectangles.append(_take_line(words, is_free, first))
    lines = words.take(np.array(firsts, np.int64))
    x, y, width, height = np.array(rectangles, np.float32).reshape(-1, 4).T
    joined = concatenate(replace(lines, x=x, y=y, width=width, height=height), tall)
    return joined.take(np.lexsort((joined.x, joined.y)))


def _take_line(words: Components, is_free: Bools, first: int) -> Rectangle:
    """The extent of the line that begins with a word; its words are marked as used."""
    middle = words.y + words.height / 2
    is_free[first] = False
    left, top = float(words.x[first]), float(words.y[first])
    right, bottom = left + float(words.width[first]), top + float(words.height[first])
    while (following := _following(words, middle, is_free, first, (top, right, bottom))) is not None:
        is_free[following] = False
        right = float(words.x[following] + words.width[following])
        top = min(top, float(words.y[following]))
        bottom = max(bottom, float(words.y[following] + words.height[following]))
    return left, top, right - left, bottom - top


def _following(
    words: Components, middle: Floats, is_free: Bools, first: int, line: tuple[float, float, float]
) -> int | None:
    """The word that follows a line with the given top, right and bottom; None if there is none."""
    top, right, bottom = line
    height = bottom - top
    gap = words.x - right
    fits = (
        is_free
        & (np.abs(middle - (top + bottom) / 2) < 0.35 * height)
        & (gap >= -2)
        & (gap < WORD_GAP * height)
        & (words.height > 0.45 * height)
        & (words.height < 1.9 * height)
        & (np.abs(words.ink - words.ink[first]).sum(axis=1) < SAME_INK)
    )
    candidates = np.flatnonzero(fits)
    return int(candidates[np.argmin(words.x[candidates])]) if len(candidates) else None


def type_height(lines: Components) -> float:
    """The usual height of lines, of which there is at least one, px: the median, weighted by their widths."""
    order = np.argsort(lines.height)
    widths = np.cumsum(lines.width[order])
    return float(lines.height[order][np.searchsorted(widths, widths[-1] / 2)])


@dataclass(frozen=True, slots=True)
class Segments:
    """Lines of text and pictures (all other components) of a screenshot that is ``height`` px high."""

    lines: Components
    pictures: Components
    height: int


def segment_page(colours: NDArray[np.uint8]) -> Segments:
    """Find lines and pictures in the ``working_pixels`` of a screenshot.

    Lines have the height of type, are not taller than wide and not as colourful as a small picture.
    """
    components = join_words(_find_components(colours))
    is_small_picture = (components.fill > 0.9) & (components.colours > 20) & (components.height > 20)
    is_tall = (components.height < 4) | (components.height > 40) | (components.width < 0.6 * components.height)
    is_line = ~is_tall & ~is_small_picture
    return Segments(components.take(is_line), components.take(~is_line), len(colours))


def working_pixels(screenshot: Image.Image) -> NDArray[np.uint8]:
    """The top of a screenshot of any mode and size in colour, uint8 (height, WORKING_WIDTH, 3)."""
    height = min(screenshot.height, round(VIEW * screenshot.width))
    top = screenshot.crop((0, 0, screenshot.width, height)).convert("RGB")
    if top.width != WORKING_WIDTH:
        size = (WORKING_WIDTH, max(1, round(height * WORKING_WIDTH / top.width)))
        top = top.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    return np.asarray(top)


def _find_components(colours: NDArray[np.uint8]) -> Components:
    left, right = colours[:, :-1], colours[:, 1:]
    red, green, blue = np.moveaxis(np.maximum(left, right) - np.minimum(left, right) > EDGE, 2, 0)
    change = red | green | blue
    edges = np.zeros(colours.shape[:2], bool)
    edges[:, 1:] = change
    edges[:, :-1] |= change
    labels, bounds = label_mask(_close_gaps(edges))
    places = [
        (number, place)
        for number, place in enumerate(bounds, 1)
        if place[0].stop - place[0].start >= MIN_VALUE and place[1].stop - place[1].start >= MIN_LENGTH
    ]
    rows = [
        _measure(colours, edges[place], labels[place] == number, place[0], place[1])
        for number, place in places[:MAX_COMPONENTS]
    ]
    return components_of(np.array(rows, np.float32).reshape(-1, COLUMNS))


def _close_gaps(edges: Bools) -> Bools:
    """Edges with gaps of up to ``GAP`` px along each row filled: a dilation, then an erosion."""
    reach, width = GAP // 2, edges.shape[1]
    padded = np.pad(edges, ((0, 0), (2 * reach, 2 * reach)))
    wide = np.logical_or.reduce([padded[:, shift : shift + width + 2 * reach] for shift in range(GAP)])
    return np.asarray(np.logical_and.reduce([wide[:, shift : shift + width] for shift in range(GAP)]))


def _measure(colours: NDArray[np.uint8], edges: Bools, mask: Bools, rows: slice, columns: slice) -> list[float]:
    """One row of the table: the fields of ``Components`` in their order."""
    above, below = max(0, rows.start - 1), min(len(colours) - 1, rows.stop)
    frame = np.concatenate([colours[above, columns], colours[below, columns]]).astype(np.int16)
    paper = quick_median(frame)
    shown = colours[rows, columns][mask].astype(np.int16)
    away = np.abs(shown - paper).sum(axis=1)
    count = len(away)
    darkest = np.argpartition(away, -max(1, count // 8))[-max(1, count // 8) :]
    ink = quick_median(shown[darkest])
    weight = np.count_nonzero(away > max(float(away[darkest].mean()), 1.0) / 2) / count
    coarse = np.count_nonzero(np.bincount((shown >> 5) @ PLACES))
    rectangle = [columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start]
    shares = [count / mask.size, np.count_nonzero(edges[mask]) / count, weight]
    return [*rectangle, *shares, coarse, _deviation(frame), *ink, *paper]


def _deviation(colours: NDArray[np.int16]) -> float:
    """Mean over the channels of the standard deviation of colours (n, 3)."""
    away = colours - np.add.reduce(colours, axis=0) / len(colours)
    return float(np.sqrt(np.add.reduce(away * away, axis=0) / len(colours)).sum() / 3)
