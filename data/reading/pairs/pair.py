"""One label and value pair, and the places of both."""

from typing import NamedTuple

import numpy as np

from iawce.data.html.subset import Subset


class Spot(NamedTuple):
    """A place in the text of a page: the number of a text node, and an offset in it."""

    piece: int
    offset: int


class Extent(NamedTuple):
    """A range of text: the smallest element with all of it, its first character and the one after its last."""

    element: int
    start: Spot
    end: Spot


class Pair(NamedTuple):
    """A label and its value, both in one line, with the place of each."""

    label: str
    value: str
    label_at: Extent
    value_at: Extent


def extent_of(subset: Subset, element: int) -> Extent:
    """All text of an element, which has some."""
    index = subset.index
    first, last = int(index.first_piece[element]), int(index.last_piece[element])
    read = first + np.flatnonzero(subset.pieces[first:last] & ~index.blank[first:last])
    begin, end = int(read[0]), int(read[-1])
    return Extent(element, Spot(begin, 0), Spot(end, len(index.pieces.texts[end])))
