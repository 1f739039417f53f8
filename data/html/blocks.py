"""The page as a sequence of text blocks: the visible text of one line or one table cell.

The unit of main-content extraction since Kohlschütter et al. 2010, Boilerplate Detection using Shallow Text Features.
"""

import itertools
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.html.tags import BLOCKS, CELLS

Ints = NDArray[np.int64]


class TextBlock(NamedTuple):
    """One text block."""

    element: int
    """Number of the innermost block element or table cell around its first text, or the nearest with all of it."""
    text: str
    """With collapsed white space."""
    words: int
    link_words: int


class Blocks:
    """All text blocks of a subset in document order; arrays are int64 with one entry for each.

    Args:
        subset: of the page.

    Attributes:
        subset: the part of the page.
        pieces: all text nodes of blocks, in order, int64 (text nodes,); blank ones only between others of a block.
        starts: where each block begins in ``pieces``.
        block_of_piece: number of the block of each of ``pieces``.
        elements: the innermost block element or table cell around the first text, or the nearest that holds all of it.
        owners: the element directly around each of ``pieces``.
        texts: text of each block, blanks collapsed; none is empty.
        words, link_words: counts of words.
    """

    def __init__(self, subset: Subset) -> None:
        self.subset = subset
        index = subset.index
        self.pieces, lines = _within_lines(subset)
        self.starts = np.flatnonzero(np.diff(lines, prepend=-1))
        self.texts = list(self._join())
        self.block_of_piece = np.repeat(np.arange(len(self.texts)), np.diff(self.starts, append=len(self.pieces)))
        self.owners = index.pieces.owners[self.pieces]
        innermost = index.nearest(index.has_tag(BLOCKS | CELLS))
        self.elements = self._around(innermost[self.owners[self.starts]])
        self.words = self.sums(index.piece_words[self.pieces])
        self.link_words = self.sums(np.where(index.linked[self.owners], index.piece_words[self.pieces], 0))

    def _around(self, elements: Ints) -> Ints:
        """The elements, or the ones around them, that contain all text of their blocks."""
        if not len(elements):
            return elements
        index, last = self.subset.index, self.owners[self.ends - 1]
        while (outside := last >= index.ends[elements]).any():
            elements = np.where(outside, index.parents[elements], elements)
        return elements

    def _join(self) -> Iterator[str]:
        texts = self.subset.index.pieces.texts
        numbers, bounds = self.pieces.tolist(), [*self.starts.tolist(), len(self.pieces)]
        for start, end in itertools.pairwise(bounds):
            yield " ".join("".join([texts[number] for number in numbers[start:end]]).split())

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, number: int) -> TextBlock:
        return TextBlock(
            int(self.elements[number]), self.texts[number], int(self.words[number]), int(self.link_words[number])
        )

    def __iter__(self) -> Iterator[TextBlock]:
        return (self[number] for number in range(len(self)))

    def sums(self, values: Ints) -> Ints:
        """Sum of a value of each of ``pieces`` over each block."""
        return np.asarray(np.bincount(self.block_of_piece, values, len(self))).astype(np.int64)

    @cached_property
    def ends(self) -> Ints:
        """Where each block ends in ``pieces``, exclusive."""
        return np.concatenate([self.starts[1:], [len(self.pieces)]]).astype(np.int64)


def _within_lines(subset: Subset) -> tuple[Ints, Ints]:
    """Text nodes of a subset and their lines, without white space at the ends of a line, which has no meaning."""
    kept = np.flatnonzero(subset.pieces)
    lines = subset.breaks[kept] + subset.columns[kept]  # both are monotonic
    full = np.flatnonzero(~subset.index.blank[kept])
    number = np.arange(len(kept))
    before = np.searchsorted(full, number, side="right")  # only of text nodes that are not blank
    after = np.searchsorted(full, number)
    edged = np.concatenate([[-1], lines[full], [-1]])
    inside = (edged[before] == lines) & (edged[after + 1] == lines)
    return kept[inside], lines[inside]
