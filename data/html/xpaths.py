"""XPaths of the elements of a page."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class XPaths:
    """Names elements as they are asked for; siblings are counted once, however many of them are.

    Args:
        tags: of the elements in document order.
        parents: number of the parent of each, -1 for the root, int64 (elements,).
        ends: one past the last element of each subtree, int64 (elements,).
    """

    def __init__(self, tags: Sequence[str], parents: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        self._tags, self._parents, self._ends = tags, parents, ends
        self._steps = {0: tags[0]}

    def path(self, number: int) -> str:
        """``/html/body/div[3]/p``, ordinals 1-based among siblings of the same name."""
        steps = []
        while number >= 0:
            parent = int(self._parents[number])
            if number not in self._steps:
                self._name_children(parent)
            steps.append(self._steps[number])
            number = parent
        return "/" + "/".join(reversed(steps))

    def _name_children(self, parent: int) -> None:
        children, child = list[int](), parent + 1
        while child < self._ends[parent]:
            children.append(child)
            child = int(self._ends[child])
        of_name, counted = Counter(self._tags[child] for child in children), Counter[str]()
        for child in children:
            tag = self._tags[child]
            counted[tag] += 1
            self._steps[child] = f"{tag}[{counted[tag]}]" if of_name[tag] > 1 else tag
