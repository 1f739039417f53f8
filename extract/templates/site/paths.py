"""Paths of elements with the place of each step among its siblings, and their keys: whole numbers instead of text.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, definition 3.

Deviations: a path is written ``body[1]/div[3]/div[2]``, as in XPath, and not ``body1/div3/div2``, since names such as
``h1`` end in a digit themselves. Pages are compared by 64-bit keys of paths: text of the paths of a page that nests
without end grows with the square of its size.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset

Keys = NDArray[np.uint64]
MASK = "#"
"""Stands for a run of digits in a class or an id."""
DIGITS = re.compile("[0-9]+")
LONGEST = 500
"""Characters of a class attribute that tell a kind."""
OUTER = frozenset({"html", "body"})
"""Elements that no path of kinds names."""
_FACTOR = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def path_keys(index: ElementIndex) -> Keys:
    """Key of the path of each element from ``body`` down, uint64 (elements,); 0 outside of the first body.

    It is the same on every machine.
    """
    keys, bodies = [0] * len(index), index.tagged("body")
    if not bodies:
        return np.array(keys, np.uint64)
    first, end = bodies[0], int(index.ends[bodies[0]])
    tags, parents, counted = index.tags, index.parents.tolist(), dict[tuple[int, str], int]()
    keys[first] = _joined(0, _step_key("body", 1))
    for number in range(first + 1, end):
        parent, tag = parents[number], tags[number]
        counted[parent, tag] = place = counted.get((parent, tag), 0) + 1
        keys[number] = _joined(keys[parent], _step_key(tag, place))
    return np.array(keys, np.uint64)


def kind_keys(subset: Subset) -> Keys:
    """Keys of the kinds of the elements: of each distinct pair of name and classes, runs of digits all the same."""
    index = subset.index
    _, first = np.unique(index.kinds[subset.numbers], return_index=True)
    kinds = {_kind(index, number) for number in subset.numbers[first].tolist()}
    return np.array([_key(kind) for kind in sorted(kinds)], np.uint64)


def kind_path_keys(index: ElementIndex) -> list[int]:
    """Key of the path of each element from below ``body`` by names, its classes, and the first class around it.

    Other classes further up often name the page: its tags, its product. Places among siblings do not count, and runs
    of digits are all the same. The key is the same on every machine; 0 for ``body`` and what stands around it.
    """
    kinds, first = np.unique(index.kinds, return_index=True)
    own, outer = ([_key(step(index, n)) for n in first.tolist()] for step in (_kind, _first_kind))
    kind_of, parents = np.searchsorted(kinds, index.kinds).tolist(), index.parents.tolist()
    by_name, around, keys = list[int](), list[int](), list[int]()
    for tag, parent, kind in zip(index.tags, parents, kind_of, strict=True):
        if tag in OUTER or parent < 0:
            step = 0, 0, 0
        else:
            before = by_name[parent]
            step = _joined(before, _name_key(tag)), _joined(before, outer[kind]), _joined(around[parent], own[kind])
        for part, key in zip((by_name, around, keys), step, strict=True):
            part.append(key)
    return keys


def kind_path_of(index: ElementIndex, number: int) -> tuple[str, ...]:
    """Steps of that path: ``name.classes``, before it ``name.class``, and ``name`` for those before."""
    steps = list[str]()
    while number >= 0 and index.tags[number] not in OUTER:
        step = (_kind, _first_kind)[len(steps)] if len(steps) < 2 else _name
        steps.append(step(index, number))
        number = int(index.parents[number])
    return tuple(reversed(steps))


def key_of_kinds(steps: Iterable[str]) -> int:
    """The key that an element at the end of this path of kinds has."""
    key = 0
    for step in steps:
        key = _joined(key, _key(step))
    return key


def path_of(index: ElementIndex, number: int) -> str:
    """Path of an element from ``body`` down: ``body[1]/div[3]/div[2]``."""
    steps = list[str]()
    while number > 0 and index.tags[number] != "body":
        steps.append(f"{index.tags[number]}[{_place(index, number)}]")
        number = int(index.parents[number])
    return "/".join(["body[1]", *reversed(steps)])


def key_of(path: str) -> int:
    """The key that an element with this path has; 0 where this is no path."""
    key = 0
    for step in path.split("/"):
        tag, _, place = step.removesuffix("]").partition("[")
        if not place.isdecimal():
            return 0
        key = _joined(key, _step_key(tag, int(place)))
    return key


def tag_of(path: str) -> str:
    """Name of the element that a path leads to."""
    return path.rpartition("/")[2].partition("[")[0]


@lru_cache(maxsize=4096)
def _name_key(tag: str) -> int:
    return _key(tag)


def _kind(index: ElementIndex, number: int) -> str:
    return f"{index.tags[number]}.{DIGITS.sub(MASK, index.classes[number][:LONGEST])}"


def _first_kind(index: ElementIndex, number: int) -> str:
    return f"{index.tags[number]}.{DIGITS.sub(MASK, index.classes[number][:LONGEST].partition(' ')[0])}"


def _name(index: ElementIndex, number: int) -> str:
    return index.tags[number]


def _place(index: ElementIndex, number: int) -> int:
    """1-based place of an element among its siblings of the same name."""
    sibling, tag, place = int(index.parents[number]) + 1, index.tags[number], 1
    while sibling < number:
        place += index.tags[sibling] == tag
        sibling = int(index.ends[sibling])
    return place


def _joined(parent: int, step: int) -> int:
    return (parent * _FACTOR + step) & _MASK


@lru_cache(maxsize=4096)
def _step_key(tag: str, place: int) -> int:
    return _key(f"{tag}[{place}]")


def _key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
