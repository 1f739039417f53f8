"""The attributes of all elements of a page, and searches in many short texts at once."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from functools import cached_property, lru_cache
from itertools import chain, count
from string import ascii_lowercase
from typing import TypeVar

import numpy as np
from ahocorasick_rs import BytesAhoCorasick

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.dom.tree import Given

ELEMENT_ATTRIBUTE = "data-iawce-element"
"""In the HTML of a snapshot every element carries its index in document order under this name, so that the element of a
layout box or a rectangle is found however another parser repairs the markup."""
_LETTERS = bytes(code if chr(code) in f"{ascii_lowercase}\n" else ord(" ") for code in range(256))
"""Table of ``bytes.translate``."""
Value = TypeVar("Value", bound=Hashable)


def word_search(words: str) -> BytesAhoCorasick:
    """Pattern of these words, given in lower case with spaces between them."""
    return BytesAhoCorasick([word.encode() for word in words.split()])


class NamePattern:
    """The class names and ids of parts of one kind.

    ``names``: pattern of all class names of an element, or of an id; ``exceptions``: of those that do not count;
    ``hint``: words, one of which is in every such text, for a quick test (``word_search``).
    """

    def __init__(self, names: str, hint: str, exceptions: str = "(?!)") -> None:
        self._names, self._exceptions = re.compile(names, re.I), re.compile(exceptions, re.I)
        self.hint, self.fits = word_search(hint), lru_cache(maxsize=8192)(self._fits)

    def _fits(self, text: str) -> bool:
        return bool(self._names.search(text)) and not self._exceptions.search(text)


class JoinedTexts:
    """Texts in lower case, ``joined`` by line breaks as UTF-8; ``ends``: where each but the last ends in it."""

    def __init__(self, texts: Iterable[str]) -> None:
        lines = list(texts)
        joined = "\n".join(lines)
        if joined.count("\n") >= len(lines):
            joined = "\n".join([text.replace("\n", " ") for text in lines])
        self.joined = joined.lower().encode("utf-8", "replace")
        self.ends = np.flatnonzero(np.frombuffer(self.joined, np.uint8) == ord("\n"))
        self._count = len(lines)

    @cached_property
    def letters(self) -> list[str]:
        """The texts, with spaces instead of all characters but a to z."""
        return self.joined.translate(_LETTERS).decode().split("\n")[: self._count]

    def holding(self, words: BytesAhoCorasick) -> list[int]:
        """Indices of the texts with one of these words (``word_search``), in order."""
        starts = {start for _, start, _ in words.find_matches_as_indexes(self.joined, overlapping=True)}
        found = np.searchsorted(self.ends, np.fromiter(starts, np.int64))
        return sorted(set(found.tolist()))


def numbered(values: Sequence[Hashable]) -> Ints:
    """A number for each value, the same for equal values: from 0, in order of first occurrence."""
    return distinct_numbered(values)[1]


def distinct_numbered(values: Sequence[Value]) -> tuple[list[Value], Ints]:
    """The distinct values in order of occurrence, and the number of each value."""
    numbers = defaultdict[Value, int](count().__next__)
    of = np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))
    return list(numbers), of


class Attributes:
    """Attributes by element. ``given``: name and value of each attribute of each element, in document order."""

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

    def classes_holding(self, words: BytesAhoCorasick) -> list[str]:
        """The distinct class attributes that hold one of these words, or have an id that does: a quick first test."""
        pairs = self.names[0]
        return list(dict.fromkeys(pairs[place][0] for place in self.joined_names.holding(words)))

    def named(self, pattern: NamePattern, *others: str) -> Bools:
        """Whether the class names, the id or an other attribute of each element fit a pattern, bool (elements,)."""
        found = self.scores(pattern.hint, pattern.fits) > 0
        for name in others:
            found[[number for number in self.having(name) if pattern.fits(self.given[number][name])]] = True
        return found

    def called(self, names: Set[str]) -> list[int]:
        """Numbers of the elements with one of these class names, given in lower case, in document order."""
        found = set(chain.from_iterable(self._classes_by_name[name] for name in names & self._classes_by_name.keys()))
        return [number for number, name in enumerate(self.classes) if name in found] if found else []

    @cached_property
    def _classes_by_name(self) -> dict[str, list[str]]:
        """The distinct class attributes by each class name in them, in lower case."""
        found = defaultdict[str, list[str]](list)
        for classes in set(self.classes):
            for name in classes.lower().split():
                found[name].append(classes)
        return found

    def scores(self, hint: BytesAhoCorasick, score: Callable[[str], float]) -> Floats:
        """A score of the class names or the id of each element, float64 (elements,); the higher of the two.

        ``hint``: matches every text whose score is not 0 (``word_search``): a quick test before the score; ``score``:
        of all class names of an element, and of an id.
        """
        pairs, of = self.names
        found = np.zeros(len(pairs))
        for place in self.joined_names.holding(hint):
            found[place] = max(map(score, pairs[place]))
        return np.asarray(found[of])
