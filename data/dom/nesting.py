"""The nesting of the elements of a page, and its text nodes, as arrays."""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Nesting(NamedTuple):
    """The nesting of elements in document order; arrays are int64 (elements,).

    ``parents``: number of the parent, -1 for the root. ``depths``: 1 for the root. ``closing``: numbers of the elements
    in the order of their ends. ``ends``: one past the last element of the subtree.
    """

    parents: Ints
    depths: Ints
    closing: Ints
    ends: Ints

    @classmethod
    def of(cls, parents: Sequence[int]) -> Self:
        """The nesting of elements by the number of the parent of each, -1 for the root."""
        depths, sizes = [0] * len(parents), [1] * len(parents)
        for number, parent in enumerate(parents):
            depths[number] = depths[parent] + 1 if parent >= 0 else 1
        for number in range(len(parents) - 1, 0, -1):
            sizes[parents[number]] += sizes[number]
        places, levels = np.arange(len(parents)), np.array(depths, np.int64)
        ends = places + sizes
        closing = np.empty(len(parents), np.int64)
        closing[ends - levels] = places  # before an element ends, all up to its last one begin, and those around stay
        return cls(np.array(parents, np.int64), levels, closing, ends)

    def first(self, count: int) -> "Nesting":
        """The nesting of the first ``count`` elements, as if the page ended there."""
        closing = self.closing[self.closing < count]
        return Nesting(self.parents[:count], self.depths[:count], closing, np.minimum(self.ends[:count], count))

    def subtree_sums(self, values: Ints) -> Ints:
        """Sum of ``values`` over the subtree of each element."""
        before = np.concatenate([[0], np.cumsum(values)])
        return np.asarray(before[self.ends] - before[:-1])


class TextNodes(NamedTuple):
    """The text nodes of a page in document order; arrays are int64 (text nodes,).

    ``opened`` and ``closed`` count the start and end tags that come before a piece.
    """

    texts: list[str]
    owners: Ints
    opened: Ints
    closed: Ints

    def first(self, count: int) -> "TextNodes":
        """The first ``count`` pieces."""
        return TextNodes(self.texts[:count], self.owners[:count], self.opened[:count], self.closed[:count])

    def replace(self, begins: Ints, ends: Ints, others: "TextNodes") -> "TextNodes":
        """Other pieces, one for each of these ranges, in place of those in the ranges; none where its text is empty.

        Args:
            begins: in document order.
            ends: exclusive.
            others: the new pieces.
        """
        kept = np.ones(len(self.texts) + 1, bool)
        texts, done = list[str](), 0
        for begin, end, text in zip(begins.tolist(), ends.tolist(), others.texts, strict=True):
            texts += [*self.texts[done:begin], *filter(None, [text])]
            kept[begin:end], done = False, end
        texts += self.texts[done:]
        is_text = np.array([bool(text) for text in others.texts], bool)
        places = np.concatenate([[0], np.cumsum(kept[:-1])])[begins[is_text]]

        def merged(old: Ints, new: Ints) -> Ints:
            return np.insert(old[kept[:-1]], places, new[is_text])

        arrays = (merged(old, new) for old, new in zip(self[1:], others[1:], strict=True))
        return TextNodes(texts, *arrays)
