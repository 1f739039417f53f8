"""How the elements of a page stand in each other."""

from typing import NamedTuple

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

    def first(self, count: int) -> "Nesting":
        """The nesting of the first ``count`` elements, as if the page ended there."""
        closing = self.closing[self.closing < count]
        return Nesting(self.parents[:count], self.depths[:count], closing, np.minimum(self.ends[:count], count))

    def subtree_sums(self, values: Ints) -> Ints:
        """Sum of ``values`` over the subtree of each element."""
        before = np.concatenate([[0], np.cumsum(values)])
        return np.asarray(before[self.ends] - before[:-1])
