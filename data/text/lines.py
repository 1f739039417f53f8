"""The lines of a page as a reader sees them, each as one text whose characters are known by their text nodes."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np

from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.text.pairs import Extent, Spot


class ShownLine:
    """A line of text; cells of tables, buttons and fields are separate lines.

    Args:
        index: of the page.
        text_nodes: its text nodes, at least one that is not blank.
    """

    def __init__(self, index: ElementIndex, text_nodes: list[int]) -> None:
        self.index, self.text_nodes = index, text_nodes
        texts = [index.text_nodes.texts[text_node] for text_node in text_nodes]
        self.text = "".join(texts)
        self.starts = list(accumulate(map(len, texts[:-1]), initial=0))

    def spot(self, place: int) -> Spot:
        """The place of a character of ``text``."""
        number = bisect_right(self.starts, place) - 1
        return Spot(self.text_nodes[number], place - self.starts[number])

    def owner(self, place: int) -> int:
        """The element directly around the character at a place."""
        return int(self.index.text_nodes.owners[self.spot(place).text_node])

    def extent(self, start: int, end: int) -> Extent:
        """The text from ``start`` to ``end``, without white space at both ends."""
        text = self.text[start:end]
        start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
        first, last = self.spot(start), self.spot(end - 1)
        return Extent(
            _holding(self.index, first.text_node, last.text_node), first, Spot(last.text_node, last.offset + 1)
        )

    @cached_property
    def block(self) -> int:
        """The smallest element with the line, or the largest around it with nothing else."""
        extent = self.extent(0, len(self.text))
        number, index = extent.element, self.index
        read = np.flatnonzero(~index.blank[index.first_text_node[number] : index.last_text_node[number]])
        parent = int(index.parents[number])
        while parent >= 0 and _count(index, parent) == len(read):
            number, parent = parent, int(index.parents[parent])
        return number


def lines_of(subset: DomMask) -> Iterator[ShownLine]:
    """All lines with text of a part of a page."""
    index = subset.index
    kept = np.flatnonzero(subset.text_nodes)
    if not len(kept):
        return
    borders = (subset.breaks + subset.inline_borders)[kept]
    bounds = [0, *(np.flatnonzero(np.diff(borders)) + 1).tolist(), len(kept)]
    blank, text_nodes = index.blank[kept].tolist(), kept.tolist()
    for start, end in pairwise(bounds):
        first = next((place for place in range(start, end) if not blank[place]), end)
        if first < end:
            yield ShownLine(index, text_nodes[first:end])


def _count(index: ElementIndex, number: int) -> int:
    return int(np.count_nonzero(~index.blank[index.first_text_node[number] : index.last_text_node[number]]))


def _holding(index: ElementIndex, first: int, last: int) -> int:
    """The smallest element around two text nodes."""
    number = int(index.text_nodes.owners[first])
    while not index.first_text_node[number] <= last < index.last_text_node[number]:
        number = int(index.parents[number])
    return number
