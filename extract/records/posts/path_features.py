"""Features of subtrees: the paths from their root to their innermost elements.

Source: Liu et al. 2017, section on location features. Deviation: subtrees are only compared with siblings, whose paths
from the page's root are equal above them, so a path is stored as the key of the whole path from the root.
"""

import numpy as np

from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Strictness


class PathFeatures:
    """Paths to the innermost elements that a reader sees.

    Args:
        reading: of the page.
    """

    def __init__(self, reading: PageReading) -> None:
        self.index, self.places, numbers = reading.index, reading.places, reading.shown.numbers
        has_children = np.zeros(len(self.index) + 1, bool)
        has_children[self.index.parents[numbers]] = True
        self._ends = numbers[~has_children[numbers]]

    def of(self, number: int, strictness: Strictness = Strictness.NAMES) -> frozenset[int]:
        """The features of the subtree of an element."""
        first, last = np.searchsorted(self._ends, [number, self.index.ends[number]])
        return frozenset(np.unique(self.places.keys(strictness)[self._ends[first:last]]).tolist())


def distance(first: frozenset[int], second: frozenset[int]) -> float:
    """(len_i + len_j - 2 overlap) / overlap: 0 for equal sets, below 2 if they share more than half, else infinite."""
    overlap = len(first & second)
    return (len(first) + len(second) - 2 * overlap) / overlap if overlap else float("inf")
