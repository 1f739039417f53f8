"""Features of subtrees: the paths from their root to their innermost elements.

Source: Liu et al. 2017, section on location features; a step of a path is ``tag`` or ``tag[class,VALUE]``, runs of
digits in VALUE become ``d+``. Deviation: subtrees are only compared with their siblings, whose paths from the page's
root differ in nothing above them, so a path is kept as a number that stands for the whole way from the root.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset
from iawce.data.reading.digit_runs import mask_digits

Ints = NDArray[np.int64]


def step(index: ElementIndex, number: int) -> str:
    """The step of a path to an element: ``div`` or ``div[class,post d+]``."""
    classes = index.classes[number]
    return f"{index.tags[number]}[class,{mask_digits(classes)}]" if classes else index.tags[number]


class PathFeatures:
    """Numbers of the paths with classes to all elements of a page, and the innermost elements of a subset.

    Attributes:
        paths: a number for the path of each element, int64 (elements,).
    """

    def __init__(self, subset: Subset) -> None:
        self.subset, self.index = subset, subset.index
        self.paths = self._number_paths()
        parents = self.index.parents[subset.numbers]
        has_children = np.zeros(len(self.index) + 1, bool)
        has_children[parents] = True
        self._ends = subset.numbers[~has_children[subset.numbers]]

    def _number_paths(self) -> Ints:
        known: dict[tuple[int, str], int] = {}
        steps: dict[int, str] = {}
        numbers: list[int] = []
        for number, (parent, kind) in enumerate(
            zip(self.index.parents.tolist(), self.index.kinds.tolist(), strict=True)
        ):
            name = steps.get(kind) or steps.setdefault(kind, step(self.index, number))
            key = numbers[parent] if parent >= 0 else -1, name
            numbers.append(known.setdefault(key, len(known)))
        return np.array(numbers, np.int64)

    def of(self, number: int) -> frozenset[int]:
        """The features of the subtree of an element."""
        return self._distinct(self.paths, number)

    def tags_of(self, number: int) -> frozenset[int]:
        """The features of the subtree of an element, by tags without class names."""
        return self._distinct(self.index.path_ids, number)

    def _distinct(self, paths: Ints, number: int) -> frozenset[int]:
        first, last = np.searchsorted(self._ends, [number, self.index.ends[number]])
        return frozenset(np.unique(paths[self._ends[first:last]]).tolist())


def distance(first: frozenset[int] | frozenset[str], second: frozenset[int] | frozenset[str]) -> float:
    """(len_i + len_j - 2 overlap) / overlap: 0 for equal sets, below 2 if they share more than half, else infinite."""
    overlap = len(first & second)
    return (len(first) + len(second) - 2 * overlap) / overlap if overlap else float("inf")
