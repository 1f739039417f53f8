"""A page's blocks with what several kinds of features need, each made once."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.html.attributes import numbered
from iawce.data.html.blocks import Blocks
from iawce.data.html.tags import HEADINGS
from iawce.data.reading.places import Places, Strictness
from iawce.models.segmentation.features.signs import Signs

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Columns = dict[str, NDArray[np.generic]]
LONG = 20
"""Words of a block of prose."""


def logs(values: NDArray[np.generic]) -> Floats:
    """Logarithm of 1 + x, for x of 0 or more."""
    return np.asarray(np.log1p(values))


def shares(part: NDArray[np.generic], whole: NDArray[np.generic]) -> Floats:
    """Part of the whole, 0 where there is no whole."""
    found: Floats = np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=np.asarray(whole) > 0)
    return found


def places_in_groups(groups: Ints) -> Ints:
    """Place of each entry among those with the same number of a group, from 0."""
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.diff(groups[order], prepend=-1))
    places = np.empty(len(groups), np.int64)
    places[order] = np.arange(len(groups)) - np.repeat(starts, np.diff(starts, append=len(groups)))
    return places


class PageBlocks:
    """Arrays with one entry for each block, or for each element of the page.

    Args:
        document: the page.
        blocks: its text blocks, at least one.
        places: of its elements, where somebody has made them.
    """

    def __init__(self, document: Document, blocks: Blocks, places: Places | None = None) -> None:
        self.document, self.blocks, self.index = document, blocks, document.index
        self.places = places or Places(self.index)
        self.elements = blocks.elements
        self.owners = blocks.owners[blocks.starts]
        self.tags = [self.index.tags[number] for number in self.elements.tolist()]
        self.words, self.link_words = blocks.words, blocks.link_words
        self.total = max(int(self.words.sum()), 1)
        self.signs = Signs(blocks.texts)

    def __len__(self) -> int:
        return len(self.blocks)

    @cached_property
    def is_heading(self) -> NDArray[np.bool_]:
        """Whether a block stands in a heading."""
        return np.asarray(self.index.inside(self.index.tagged(*HEADINGS))[self.owners])

    @cached_property
    def is_prose(self) -> NDArray[np.bool_]:
        """Whether a block is long and little of it linked."""
        return np.asarray((self.words >= LONG) & (self.link_words * 3 < self.words))

    @cached_property
    def copy_groups(self) -> Ints:
        """A number for the text of each block: two have the same if their texts are."""
        return numbered(self.blocks.texts)

    @cached_property
    def copies(self) -> Ints:
        """How many blocks of the page have the same text."""
        return np.asarray(np.bincount(self.copy_groups)[self.copy_groups])

    @cached_property
    def span(self) -> tuple[Ints, Ints]:
        """For each element of the page: its first block, and the one after its last."""
        blocks, index = self.blocks, self.index
        begun = np.searchsorted(blocks.pieces, index.first_piece)
        ended = np.searchsorted(blocks.pieces, index.last_piece)
        return np.searchsorted(blocks.starts, begun), np.searchsorted(blocks.starts, ended)

    def sums(self, values: NDArray[np.generic]) -> Floats:
        """Sum of a value of each block over the blocks in each element of the page."""
        first, last = self.span
        before = np.concatenate([[0.0], np.cumsum(values)])
        return np.asarray(before[np.maximum(last, first)] - before[first])

    @cached_property
    def element_words(self) -> Floats:
        """Words of the blocks in each element of the page."""
        return self.sums(self.words)

    @cached_property
    def element_blocks(self) -> Ints:
        """Blocks in each element of the page."""
        first, last = self.span
        return np.asarray(last - first)

    @cached_property
    def growing(self) -> Ints:
        """For each element of the page the nearest one around it that holds more blocks; the root for the outermost."""
        growing = np.maximum(self.index.parents, 0)
        counts = self.element_blocks
        for level in self.levels[1:]:
            parents = growing[level]
            growing[level] = np.where((counts[parents] > counts[level]) | (parents == 0), parents, growing[parents])
        return growing

    @cached_property
    def levels(self) -> list[Ints]:
        """Elements of the page by depth, from the root."""
        return _by_depth(self.index.depths)

    @cached_property
    def path_groups(self) -> dict[str, Ints]:
        """Group number of each block: by the tags from the root to its element, to its text, and with its class."""
        places, classes = self.places.keys(Strictness.TAGS), numbered(self.index.classes)
        _, path = np.unique(places[self.elements], return_inverse=True)
        _, text_path = np.unique(places[self.owners], return_inverse=True)
        _, classed = np.unique(path * (int(classes.max()) + 1) + classes[self.elements], return_inverse=True)
        return {"path": path, "text_path": text_path, "classed": classed}

    @cached_property
    def holding(self) -> Ints:
        """Numbers of the elements in which the elements of blocks stand, and of these, in document order."""
        before = np.concatenate([[0], np.cumsum(np.bincount(self.elements, minlength=len(self.index)))])
        return np.flatnonzero(before[self.index.ends] > before[:-1])

    @cached_property
    def _holding_levels(self) -> list[tuple[Ints, Ints]]:
        """Places in ``holding`` of its elements by depth, below the root; and the places of their parents."""
        parents = np.searchsorted(self.holding, self.index.parents[self.holding])
        return [(level, parents[level]) for level in _by_depth(self.index.depths[self.holding])[1:]]

    def nearest(self, chosen: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Number of the nearest chosen element around that of each block or itself, -1 for none.

        Args:
            chosen: whether each element of ``holding`` is, (holding,) or, for separate choices, (holding, choices).
        """
        found = np.where(chosen.T, self.holding.astype(np.int32), np.int32(-1)).T
        for level, parents in self._holding_levels:
            found[level] = np.maximum(found[level], found[parents])  # who stands further in has a larger number
        return np.asarray(found[np.searchsorted(self.holding, self.elements)])


def _by_depth(depths: Ints) -> list[Ints]:
    order = np.argsort(depths, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(depths[order])) + 1)
