"""The attributes of all elements of a page."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from itertools import count
from typing import TypeVar

import numpy as np
from ahocorasick_rs import BytesAhoCorasick
from numpy.typing import NDArray

from iawce.data.html.joined_texts import JoinedTexts
from iawce.data.html.walk import Given

Ints = NDArray[np.int64]
Value = TypeVar("Value", bound=Hashable)


def numbered(values: Sequence[Hashable]) -> Ints:
    """A number for each value, the same for equal values: from 0, in order of first occurrence."""
    return distinct_numbered(values)[1]


def distinct_numbered(values: Sequence[Value]) -> tuple[list[Value], Ints]:
    """The distinct values in order of occurrence, and the number of each value."""
    numbers = defaultdict[Value, int](count().__next__)
    of = np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))
    return list(numbers), of


class Attributes:
    """Attributes by element.

    Args:
        given: name and value of each attribute of each element, in document order.
    """

    def __init__(self, given: list[Given]) -> None:
        self.given = given

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        found = defaultdict[str, list[int]](list)
        for number, given in enumerate(self.given):
            for name in given:
                found[name].append(number)
        return found

    def having(self, *names: str) -> list[int]:
        """Numbers of the elements that have one of these attributes, in document order."""
        return sorted({number for name in names for number in self._by_name.get(name, ())})

    @cached_property
    def classes(self) -> list[str]:
        """Class attribute of each element, with single spaces."""
        found = self._values("class")
        squeezed = {name: " ".join(name.split()) for name in set(found)}  # a page has few, each many times
        return list(map(squeezed.__getitem__, found))

    def _values(self, name: str) -> list[str]:
        """Value of an attribute of each element, empty where it has none."""
        found = [""] * len(self.given)
        for number in self._by_name.get(name, ()):
            found[number] = self.given[number][name]
        return found

    @cached_property
    def names(self) -> tuple[list[tuple[str, str]], Ints]:
        """Class names and ids: each distinct pair of them, and the number of its pair for each element."""
        return distinct_numbered(list(zip(self.classes, self._values("id"), strict=True)))

    @cached_property
    def joined_names(self) -> JoinedTexts:
        """Class names and id of each pair in ``names``."""
        return JoinedTexts([f"{classes} {identity}" for classes, identity in self.names[0]])

    def scores(self, hint: BytesAhoCorasick, score: Callable[[str], float]) -> NDArray[np.float64]:
        """A score of the class names or the id of each element, float64 (elements,); the higher of the two.

        Args:
            hint: matches every text whose score is not 0 (``word_search``): a quick test before the score.
            score: of all class names of an element, and of an id.
        """
        pairs, of = self.names
        found = np.zeros(len(pairs))
        for place in self.joined_names.holding(hint):
            found[place] = max(map(score, pairs[place]))
        return np.asarray(found[of])
