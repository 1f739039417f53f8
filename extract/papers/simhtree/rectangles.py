"""The places of the elements of a page: as rendered, or estimated.

The estimate needs no browser: blocks are below each other and fill their parent, cells of a row are side by side, text
runs in lines. It uses no style sheet, so its sizes only serve to compare text and pictures.
"""

import math

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import BLOCKS, CELLS

Floats = NDArray[np.float64]
"""Shape (elements, 4): x, y, width and height in CSS px."""
PAGE_WIDTH = 1366.0
CHARACTER, LINE = 8.0, 20.0
"""Mean width of a character and height of a line, px."""
PICTURE = 100.0
"""Width and height of a picture of unknown size, px."""
LARGEST_PICTURE = 4000.0
WIDE = 2
"""Relative width of characters beyond the Latin scripts, most of which are CJK."""


def find_rectangles(analysis: PageAnalysis, subset: DomMask) -> tuple[Floats, bool]:
    """The rectangle of each element, and whether they are an estimate."""
    if analysis.document.places is not None and analysis.document.is_rendered:
        places = np.nan_to_num(analysis.document.places.astype(np.float64))
        return _around_empty(analysis.index, subset, places), False
    return estimate_places(analysis.index, subset), True


def _around_empty(index: ElementIndex, subset: DomMask, places: Floats) -> Floats:
    """Elements without an area, such as those around floats, get the smallest rectangle around their content."""
    corners = np.concatenate([places[:, :2], places[:, :2] + places[:, 2:]], axis=1)
    empty = np.asarray((places[:, 2:] <= 0).any(axis=1))
    corners[empty] = [math.inf, math.inf, -math.inf, -math.inf]
    is_empty = empty.tolist()
    for number in np.flatnonzero(subset.kept)[::-1].tolist():
        parent = int(index.parents[number])
        if parent >= 0 and is_empty[parent]:
            corners[parent, :2] = np.minimum(corners[parent, :2], corners[number, :2])
            corners[parent, 2:] = np.maximum(corners[parent, 2:], corners[number, 2:])
    size = corners[:, 2:] - corners[:, :2]
    known = (size > 0).all(axis=1)[:, None]
    return np.where(known, np.concatenate([corners[:, :2], size], axis=1), 0.0)


def estimate_places(index: ElementIndex, subset: DomMask) -> Floats:
    """Rectangles guessed from markup and text alone; time is linear in the page."""
    widths = _widths(index, subset)
    heights, offsets = _heights(index, subset, widths)
    return _positions(index, subset, widths, heights, offsets)


def _widths(index: ElementIndex, subset: DomMask) -> list[float]:
    """A block is as wide as its parent, other elements as their content on one line; cells share a row."""
    cells = np.bincount(np.maximum(index.parents, 0), subset.kept & index.has_tag(CELLS), len(index)).tolist()
    is_cell, wanted = index.has_tag(CELLS).tolist(), _wanted_widths(index, subset)
    fills = subset.holds(index.has_tag(BLOCKS | CELLS)).tolist()
    widths = [PAGE_WIDTH] * len(index)
    for number, parent in enumerate(index.parents.tolist()):
        if parent >= 0:
            room = widths[parent] / (cells[parent] if is_cell[number] and cells[parent] else 1)
            widths[number] = room if fills[number] else min(room, wanted[number])
    return widths


def _wanted_widths(index: ElementIndex, subset: DomMask) -> list[float]:
    """Width of the content of each element: the sum of parts side by side, the maximum of parts below each other."""
    is_block, parents = index.has_tag(BLOCKS).tolist(), index.parents.tolist()
    beside = [count * CHARACTER for count in _characters(index, subset)]
    below = [0.0] * len(index)
    for number in subset.numbers[:0:-1].tolist():
        if index.tags[number] == "img":
            beside[number] = _pixels(index.attributes.given[number].get("width", ""))
        wanted, parent = max(beside[number], below[number]), parents[number]
        if is_block[number]:
            below[parent] = max(below[parent], wanted)
        else:
            beside[parent] += wanted
    return [max(one, other) for one, other in zip(beside, below, strict=True)]


def _heights(index: ElementIndex, subset: DomMask, widths: list[float]) -> tuple[list[float], list[float]]:
    """Height of each element, and its offset below the top of its parent."""
    size = len(index)
    inner, beside, heights, from_bottom = ([0.0] * size for _ in range(4))
    is_block = (index.has_tag(BLOCKS) | index.has_tag(("img",))).tolist()
    is_cell, characters = index.has_tag(CELLS).tolist(), _characters(index, subset)
    parents = index.parents.tolist()
    for number in subset.numbers[::-1].tolist():
        parent = parents[number]
        own = _own_height(index, number, characters[number], widths[number])
        heights[number] = max(inner[number], beside[number]) + own
        if parent < 0:
            break
        if is_cell[number]:
            beside[parent] = max(beside[parent], heights[number])
        elif is_block[number] or inner[number]:
            inner[parent] += heights[number]
            from_bottom[number] = inner[parent]
        else:
            characters[parent] += characters[number]
    tops = [heights[parent] - bottom if bottom else 0.0 for parent, bottom in zip(parents, from_bottom, strict=True)]
    return heights, [max(0.0, top) for top in tops]


def _characters(index: ElementIndex, subset: DomMask) -> list[float]:
    """Characters of each element's own text, wide ones counted twice; those of white space as a browser shows it."""
    lengths = [
        len(" ".join(text.split())) * (1 if text.isascii() else WIDE) if shown else 0
        for text, shown in zip(index.text_nodes.texts, (subset.text_nodes & ~index.blank).tolist(), strict=True)
    ]
    counts: list[float] = np.bincount(index.text_nodes.owners, lengths, len(index)).tolist()
    return counts


def _own_height(index: ElementIndex, number: int, characters: float, width: float) -> float:
    """Height of an element's lines of text, or of the picture that it is."""
    if index.tags[number] == "img":
        return _picture_height(index.attributes.given[number], width)
    return math.ceil(characters * CHARACTER / max(width, CHARACTER)) * LINE


def _picture_height(given: dict[str, str], room: float) -> float:
    """Height in px that preserves the area of a picture stretched to the available width."""
    width, height = (_pixels(given.get(name, "")) for name in ("width", "height"))
    return width * height / max(room, 1.0)


def _pixels(text: str) -> float:
    digits = text.strip().removesuffix("px")
    return min(float(digits), LARGEST_PICTURE) if digits.isascii() and digits.isdigit() and len(digits) < 6 else PICTURE


def _positions(
    index: ElementIndex, subset: DomMask, widths: list[float], heights: list[float], offsets: list[float]
) -> Floats:
    places = np.zeros((len(index), 4))
    places[:, 2], places[:, 3] = widths, np.where(subset.kept, heights, 0.0)
    x, y, used = [0.0] * len(index), [0.0] * len(index), [0.0] * len(index)
    is_cell = index.has_tag(CELLS).tolist()
    for number, parent in enumerate(index.parents.tolist()):
        if parent >= 0:
            x[number], y[number] = x[parent] + used[parent], y[parent] + offsets[number]
            used[parent] += widths[number] if is_cell[number] and subset.kept[number] else 0.0
    places[:, 0], places[:, 1] = x, y
    return places
