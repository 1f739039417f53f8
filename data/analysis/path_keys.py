"""The places of elements, as keys: two elements, of one page or of two, are at the same place if their keys are equal.

A place is defined by the steps to the element from below ``body`` or, outside of it, from below the root: by the
compared part (``StepKey``) of the element itself, of the one around it, and of outer ones. ``PathSpec`` names the
choices that are used. Keys have 64 bits and are the same on every machine; as texts, the paths to deeply nested
elements would grow with the square of the page.

Sources of the looks: Wang, Chen and Dai 2018, definition 3 (``ORDINAL``, there ``div3``); Liu et al. 2017, section on
location features (``NAMES``, there ``div[class,post d+]``).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from enum import Enum
from functools import cached_property, lru_cache, reduce
from hashlib import blake2b
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.element_index import ElementIndex

Keys = NDArray[np.uint64]
MAX_LENGTH = 500  # Characters of a class attribute that are examined
_DIGITS = re.compile(r"\d+")
_FACTOR, _MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1


class StepKey(Enum):
    """The part of an element that is compared; the value is the form of a step."""

    TAG = "div"
    ORDINAL = "div[2]"  # The tag, and its ordinal among the siblings with this tag, from 1
    FIRST_NAME = "div.post"  # The tag and the first class name, runs of digits masked
    NAMES = "div.post d+"  # The tag and all class names, runs of digits masked


class PathSpec(Enum):
    """How strictly a place is defined: looks of the element, the one around it ...; last, or None, of all others."""

    TAGS = (StepKey.TAG,)
    ORDINALS = (StepKey.ORDINAL,)
    OWN_NAMES = StepKey.NAMES, StepKey.TAG
    """Elements farther out may be marked: a user who is online, a post that is new."""
    NEAR_NAMES = StepKey.NAMES, StepKey.FIRST_NAME, StepKey.TAG
    """Further class names farther out often name the page: its tags, its product."""
    LAST_NAMES = StepKey.NAMES, StepKey.NAMES, StepKey.NAMES, StepKey.NAMES, None
    """These four elements at any place of the page."""
    NAMES = (StepKey.NAMES,)


class PathKeys:
    """The places of the elements of a page; each kind of key is made once, in one pass."""

    def __init__(self, index: ElementIndex) -> None:
        self.index = index
        self._looks: dict[StepKey, Keys] = {}
        self._ways: dict[StepKey, Keys] = {}
        self._keys: dict[PathSpec, Keys] = {}
        self._named: dict[str, dict[str, list[int]]] = {}

    def keys(self, strictness: PathSpec) -> Keys:
        """Key of the place of each element, uint64 (elements,)."""
        if strictness not in self._keys:
            *nearer, farther = strictness.value
            keys = self._way(farther) if farther else np.zeros(len(self.index), np.uint64)
            for look in reversed(nearer):
                keys = self._step(keys, look)
            self._keys[strictness] = keys
        return self._keys[strictness]

    def keys_below(self, strictness: PathSpec, around: Ints) -> Keys:
        """Key of the path to each element from one of its ancestors, exclusive, uint64 (elements,).

        ``strictness``: of the keys; ``around``: number of this ancestor for each, int64 (elements,); 0 for the whole
        path.
        """
        farther, depths = strictness.value[-1], self.index.depths
        if farther is None:
            return self.keys(strictness)
        outer = self._way(farther)[around] * _powers(_FACTOR, int(depths.max()))[depths - depths[around]]
        return np.asarray(self.keys(strictness) - outer)

    def at(self, steps: Iterable[str], strictness: PathSpec) -> list[int]:
        """Numbers of the elements to which these steps lead; none where there are no steps."""
        key = key_of(steps)
        return np.flatnonzero(self.keys(strictness) == np.uint64(key)).tolist() if key else []

    def named(self, attribute: Literal["id", "class"], name: str) -> Sequence[int]:
        """Numbers of the elements with this id, or class attribute, unchanged or with its runs of digits masked."""
        if attribute not in self._named:
            given = self.index.attributes.given
            names = self.index.classes if attribute == "class" else [one.get("id", "") for one in given]
            found = self._named[attribute] = defaultdict[str, list[int]](list)
            for number, written in enumerate(names):
                for known in {written, mask_digits(written)} if written else ():
                    found[known].append(number)
        return self._named[attribute].get(name, ())

    def looks(self, look: StepKey) -> Keys:
        """Key of each element by itself, independent of its place, uint64 (elements,)."""
        if look not in self._looks:
            alike = self._alike(look)
            examples = dict(zip(reversed(alike), range(len(alike) - 1, -1, -1), strict=True))
            keys = {one: _key(self._written(number, look)) for one, number in examples.items()}
            self._looks[look] = np.fromiter(map(keys.__getitem__, alike), np.uint64, len(alike))
        return self._looks[look]

    def steps(self, number: int, strictness: PathSpec) -> tuple[str, ...]:
        """The steps to an element as text; ``key_of`` gives their key."""
        looks, steps = strictness.value, list[str]()
        while not self._is_outer[number] and (look := looks[min(len(steps), len(looks) - 1)]):
            steps.append(self._written(number, look))
            number = int(self.index.parents[number])
        return tuple(reversed(steps))

    def _way(self, look: StepKey) -> Keys:
        """Keys of places that are defined by the same look of all elements.

        A key is the sum of the looks of the element and of those around it, each times a power of the factor for its
        distance. Open at the start of an element are all that began before it except those that ended.
        """
        if look not in self._ways:
            depths, count = self.index.depths, len(self.index)
            looks = np.where(self._is_outer, np.uint64(0), self.looks(look))
            powers, inverses = (_powers(factor, int(depths.max())) for factor in (_FACTOR, pow(_FACTOR, -1, 1 << 64)))
            parts = looks * inverses[depths]
            ended = np.concatenate([np.zeros(1, np.uint64), np.cumsum(parts[self.index.closing])])
            open_parts = np.cumsum(parts) - ended[np.arange(count) - depths + 1]
            self._ways[look] = open_parts * powers[depths]
        return self._ways[look]

    def _step(self, places: Keys, look: StepKey) -> Keys:
        """Keys of the places one step below these, with this look."""
        found = places[self.index.parents] * np.uint64(_FACTOR) + self.looks(look)
        return np.where(self._is_outer, np.uint64(0), found)

    @cached_property
    def _is_outer(self) -> Bools:
        """The root, and the body in it."""
        parents = self.index.parents
        return np.asarray((parents < 0) | ((parents == 0) & self.index.has_tag(("body",))))

    def _alike(self, look: StepKey) -> Sequence[Hashable]:
        """Key of the look of each element."""
        if look is StepKey.TAG:
            return self.index.tags
        if look is StepKey.ORDINAL:
            return list(zip(self.index.tags, self._ordinals, strict=True))
        kinds: list[int] = self.index.kinds.tolist()
        return kinds

    @cached_property
    def _ordinals(self) -> list[int]:
        """Ordinal of each element among the siblings with its tag, from 1."""
        counted, ordinals = Counter[tuple[int, str]](), list[int]()
        for sibling in zip(self.index.parents.tolist(), self.index.tags, strict=True):
            counted[sibling] += 1
            ordinals.append(counted[sibling])
        return ordinals

    def _written(self, number: int, look: StepKey) -> str:
        tag = self.index.tags[number]
        if look is StepKey.ORDINAL:
            return f"{tag}[{self._ordinals[number]}]"
        names = "" if look is StepKey.TAG else self.index.classes[number][:MAX_LENGTH]
        if look is StepKey.FIRST_NAME:
            names = names.partition(" ")[0]
        return f"{tag}.{mask_digits(names)}" if names else tag


def mask_digits(text: str) -> str:
    """A text whose runs of digits are ``d+`` (Liu et al. 2017): so that ids of records and pages do not matter."""
    return _DIGITS.sub("d+", text)


def key_of(steps: Iterable[str]) -> int:
    """The key of the place to which these steps lead."""
    return reduce(joined, map(_key, steps), 0)


def joined(place: int, look: int) -> int:
    """The key of the place one step below another, of an element with this look. PathKeys begin with 0."""
    return (place * _FACTOR + look) & _MASK


def _powers(factor: int, highest: int) -> Keys:
    """Powers of a number from 0 to the highest, modulo 2 to the 64, uint64 (highest + 1,)."""
    return np.multiply.accumulate(np.array([1, *[factor] * highest], np.uint64))


@lru_cache(maxsize=4096)
def _key(step: str) -> int:
    return int.from_bytes(blake2b(step.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
