"""Finds lines of text and pictures in a screenshot by run-length smoothing and connected components.

Letters are many sharp horizontal changes close together. Edges are joined along each row; connected edges form a
component. Components in one row with one colour of type are joined to a line, by gaps that grow with the type, because
large type has wider gaps between its words.

Source: Wong, Casey and Wahl 1982 (run-length smoothing). Deviations: smoothing along rows only, and of edges instead of
ink, so that pale type, white type on a photograph and type on a coloured band are found alike.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.models.features.text_lines.components import COLUMNS, Components, components_of
from iawce.models.features.text_lines.join_words import join_words
from iawce.models.features.text_lines.label_mask import label_mask

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
PLACES = np.array([64, 8, 1], np.int16)
"""Factor of each channel of a colour in eight steps, so that each colour is one number."""


@dataclass(frozen=True, slots=True)
class Segments:
    """Lines of text and pictures (all other components) of a screenshot that is ``height`` px high."""

    lines: Components
    pictures: Components
    height: int


def segment_page(colours: NDArray[np.uint8]) -> Segments:
    """Find lines and pictures in the ``working_pixels`` of a screenshot."""
    components = join_words(_find_components(colours))
    is_line = _looks_like_text(components)
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
    places = [(number, place) for number, place in enumerate(bounds, 1) if _is_large(place)]
    rows = [
        _measure(colours, edges[place], labels[place] == number, place[0], place[1])
        for number, place in places[:MOST_COMPONENTS]
    ]
    return components_of(np.array(rows, np.float32).reshape(-1, COLUMNS))


def _close_gaps(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Edges with gaps of up to ``GAP`` px along each row filled: a dilation, then an erosion."""
    reach, width = GAP // 2, edges.shape[1]
    padded = np.pad(edges, ((0, 0), (2 * reach, 2 * reach)))
    wide = np.logical_or.reduce([padded[:, shift : shift + width + 2 * reach] for shift in range(GAP)])
    return np.asarray(np.logical_and.reduce([wide[:, shift : shift + width] for shift in range(GAP)]))


def _is_large(place: tuple[slice, slice]) -> bool:
    rows, columns = place
    return bool(rows.stop - rows.start >= LOWEST and columns.stop - columns.start >= SHORTEST)


def _measure(
    colours: NDArray[np.uint8], edges: NDArray[np.bool_], mask: NDArray[np.bool_], rows: slice, columns: slice
) -> list[float]:
    """One row of the table: the fields of ``Components`` in their order."""
    above, below = max(0, rows.start - 1), min(len(colours) - 1, rows.stop)
    frame = np.concatenate([colours[above, columns], colours[below, columns]]).astype(np.int16)
    paper = _median(frame)
    shown = colours[rows, columns][mask].astype(np.int16)
    away = np.abs(shown - paper).sum(axis=1)
    count = len(away)
    darkest = np.argpartition(away, -max(1, count // 8))[-max(1, count // 8) :]
    ink = _median(shown[darkest])
    weight = np.count_nonzero(away > max(float(away[darkest].mean()), 1.0) / 2) / count
    coarse = np.count_nonzero(np.bincount((shown >> 5) @ PLACES))
    rectangle = [columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start]
    shares = [count / mask.size, np.count_nonzero(edges[mask]) / count, weight]
    return [*rectangle, *shares, coarse, _deviation(frame), *ink, *paper]


def _median(colours: NDArray[np.int16]) -> NDArray[np.float64]:
    """Median of each channel, float64 (3,), of colours (n, 3); numpy's own takes three times as long for so few."""
    middle = (len(colours) - 1) // 2
    channels = np.partition(colours, (middle, len(colours) // 2), axis=0)
    return np.asarray((channels[middle] + channels[len(colours) // 2]) / 2, np.float64)


def _deviation(colours: NDArray[np.int16]) -> float:
    """Mean over the channels of the standard deviation of colours (n, 3)."""
    away = colours - np.add.reduce(colours, axis=0) / len(colours)
    return float(np.sqrt(np.add.reduce(away * away, axis=0) / len(colours)).sum() / 3)


def _looks_like_text(components: Components) -> NDArray[np.bool_]:
    """Whether components have the height of type, are not taller than wide and not as colourful as a small picture."""
    is_small_picture = (components.fill > 0.9) & (components.colours > 20) & (components.height > 20)
    is_tall = (components.height < 4) | (components.height > 40) | (components.width < 0.6 * components.height)
    return np.asarray(~is_tall & ~is_small_picture)
