"""How the elements of a page are nested."""

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
