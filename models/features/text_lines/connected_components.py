"""Finds lines of text and pictures in a screenshot by run-length smoothing and connected components.

Letters are many sharp horizontal changes close together. Edges are joined along each row; what is connected then is a
component. Components in one row with one colour of type are joined to a line, by gaps that grow with the type, because
large type has wider gaps between its words.

Source: Wong, Casey and Wahl 1982 (run-length smoothing). Deviations: smoothing along rows only, and of edges instead of
ink, so that pale type, white type on a photograph and type on a coloured band are found alike.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.floating[Any]]
WORKING_WIDTH = 683
"""Width to which screenshots are scaled, half of the viewport's; all lengths below are in px at this width."""
VIEW = 4.0
"""Height of the analysed part, in widths of the screenshot."""
EDGE = 24
"""Difference between two neighbouring pixels, 0 to 255, above which there is an edge."""
GAP = 7
"""Edges closer than this along a row are joined."""
MOST_COMPONENTS = 2000
"""Components that are analysed, from the top: an image of noise has a hundred thousand."""
LOWEST, SHORTEST = 3, 4
"""Smallest height and width of a component, px."""
TALLEST_TYPE = 45
WORD_GAP = 0.75
"""Widest gap between two words, in heights of the line."""
SAME_INK = 120
"""Largest difference of two colours, summed over red, green and blue, that count as the same."""
COLUMNS = 15
"""Columns of the table of components."""


@dataclass(frozen=True, slots=True)
class Components:
    """Connected components in page order. Arrays are float32 (n,); ``ink`` and ``paper`` (n, 3), colours from 0 to 255.

    ``fill``: share of the bounding box that the component covers; ``edges``: share of the component that is edges;
    ``weight``: share that is nearly as dark as the ink; ``colours``: number of distinct quantised colours; ``ink``,
    ``paper``: colour of the foreground and the background; ``unrest``: standard deviation of the background.
    """

    x: Floats
    y: Floats
    width: Floats
    height: Floats
    fill: Floats
    edges: Floats
    weight: Floats
    colours: Floats
    unrest: Floats
    ink: Floats
    paper: Floats

    def __len__(self) -> int:
        return len(self.x)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> "Components":
        """Some of the components."""
        return Components(**{field.name: getattr(self, field.name)[chosen] for field in fields(self)})


@dataclass(frozen=True, slots=True)
class Segments:
    """Lines of text and pictures (all other components) of a screenshot that is ``height`` px high."""

    lines: Components
    pictures: Components
    height: int


def segment_screenshot(screenshot: Image.Image) -> Segments:
    """Find lines and pictures in the top of a screenshot of any mode and size."""
    colours = _top(screenshot)
    components = _join_words(_find_components(colours))
    is_line = _looks_like_text(components)
    return Segments(components.take(is_line), components.take(~is_line), len(colours))


def _top(screenshot: Image.Image) -> NDArray[np.int16]:
    height = min(screenshot.height, round(VIEW * screenshot.width))
    top = screenshot.crop((0, 0, screenshot.width, height)).convert("RGB")
    if top.width != WORKING_WIDTH:
        size = (WORKING_WIDTH, max(1, round(height * WORKING_WIDTH / top.width)))
        top = top.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    return np.asarray(top).astype(np.int16)


def _find_components(colours: NDArray[np.int16]) -> Components:
    from scipy import ndimage  # noqa: PLC0415 - half a second that only screenshots are worth

    red, green, blue = np.moveaxis(np.abs(np.diff(colours, axis=1)), 2, 0)
    change = np.maximum(np.maximum(red, green), blue) > EDGE
    edges = np.zeros(colours.shape[:2], bool)
    edges[:, 1:] = change
    edges[:, :-1] |= change
    labels, _ = ndimage.label(_close_gaps(edges), np.ones((3, 3), int))
    places = [(number, place) for number, place in enumerate(ndimage.find_objects(labels), 1) if _is_large(place)]
    rows = [
        _measure(colours, edges[place], labels[place] == number, place[0], place[1])
        for number, place in places[:MOST_COMPONENTS]
    ]
    return _components(np.array(rows, np.float32).reshape(-1, COLUMNS))


def _close_gaps(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Edges with gaps of up to ``GAP`` px along each row filled: a dilation, then an erosion."""
    reach, width = GAP // 2, edges.shape[1]
    padded = np.pad(edges, ((0, 0), (2 * reach, 2 * reach)))
    wide = np.logical_or.reduce([padded[:, shift : shift + width + 2 * reach] for shift in range(GAP)])
    return np.asarray(np.logical_and.reduce([wide[:, shift : shift + width] for shift in range(GAP)]))


def _components(table: Floats) -> Components:
    x, y, width, height, fill, edges, weight, colours, unrest = table[:, :9].T
    return Components(
        x, y, width, height, fill, edges, weight, colours, unrest, ink=table[:, 9:12], paper=table[:, 12:]
    )


NO_COMPONENTS = _components(np.zeros((0, COLUMNS), np.float32))


def _is_large(place: tuple[slice, slice]) -> bool:
    rows, columns = place
    return bool(rows.stop - rows.start >= LOWEST and columns.stop - columns.start >= SHORTEST)


def _measure(
    colours: NDArray[np.int16], edges: NDArray[np.bool_], mask: NDArray[np.bool_], rows: slice, columns: slice
) -> list[float]:
    """One row of the table: the fields of ``Components`` in their order."""
    above, below = max(0, rows.start - 1), min(len(colours) - 1, rows.stop)
    frame = np.concatenate([colours[above, columns], colours[below, columns]])
    paper = np.median(frame, axis=0)
    shown = colours[rows, columns][mask]
    away = np.abs(shown - paper).sum(axis=1)
    darkest = np.argpartition(away, -max(1, len(away) // 8))[-max(1, len(away) // 8) :]
    ink = np.median(shown[darkest], axis=0)
    weight = float((away > max(float(away[darkest].mean()), 1.0) / 2).mean())
    coarse = len(np.unique((shown >> 5) @ np.array([64, 8, 1])))
    rectangle = [columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start]
    unrest = float(frame.std(axis=0).mean())
    return [*rectangle, float(mask.mean()), float(edges[mask].mean()), weight, coarse, unrest, *ink, *paper]


def _join_words(components: Components) -> Components:
    """Components, with the words of one line joined; a line has the ink of its first word."""
    tall = components.take(components.height > TALLEST_TYPE)
    words = components.take(components.height <= TALLEST_TYPE)
    middle = words.y + words.height / 2
    is_free = np.ones(len(words), bool)
    firsts: list[int] = []
    rectangles: list[tuple[float, float, float, float]] = []
    for first in np.argsort(words.x, kind="stable"):
        if not is_free[first]:
            continue
        is_free[first] = False
        left, top = float(words.x[first]), float(words.y[first])
        right, bottom = left + float(words.width[first]), top + float(words.height[first])
        while (following := _following(words, middle, is_free, int(first), (top, right, bottom))) is not None:
            is_free[following] = False
            right = float(words.x[following] + words.width[following])
            top = min(top, float(words.y[following]))
            bottom = max(bottom, float(words.y[following] + words.height[following]))
        firsts.append(int(first))
        rectangles.append((left, top, right - left, bottom - top))
    lines = words.take(np.array(firsts, np.int64))
    x, y, width, height = np.array(rectangles, np.float32).reshape(-1, 4).T
    joined = _concatenate(replace(lines, x=x, y=y, width=width, height=height), tall)
    return joined.take(np.lexsort((joined.x, joined.y)))


def _following(
    words: Components, middle: Floats, is_free: NDArray[np.bool_], first: int, line: tuple[float, float, float]
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


def _concatenate(one: Components, other: Components) -> Components:
    names = [field.name for field in fields(Components)]
    return Components(**{name: np.concatenate([getattr(one, name), getattr(other, name)]) for name in names})


def _looks_like_text(components: Components) -> NDArray[np.bool_]:
    """Whether components have the height of type, are not taller than wide and not as colourful as a small picture."""
    is_small_picture = (components.fill > 0.9) & (components.colours > 20) & (components.height > 20)
    is_tall = (components.height < 4) | (components.height > 40) | (components.width < 0.6 * components.height)
    return np.asarray(~is_tall & ~is_small_picture)
