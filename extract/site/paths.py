"""Paths of elements with the place of each step among its siblings, and their keys: whole numbers instead of text.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, definition 3.

Deviations: a path is written ``body[1]/div[3]/div[2]``, as in XPath, and not ``body1/div3/div2``, since names such as
``h1`` end in a digit themselves. Pages are compared by 64-bit keys of paths: text of the paths of a page that nests
without end grows with the square of its size.
"""

import re
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
    kinds = {(index.tags[n], DIGITS.sub(MASK, index.classes[n])) for n in subset.numbers[first].tolist()}
    return np.array([_key(f"{tag}.{classes}") for tag, classes in sorted(kinds)], np.uint64)


def kind_path_keys(index: ElementIndex) -> list[int]:
    """Key of the kinds, name and classes, of each element and of all around it; runs of digits are all the same.

    Places among siblings do not count. It is the same on every machine.
    """
    kinds, first = np.unique(index.kinds, return_index=True)
    named = [_key(f"{index.tags[n]}.{DIGITS.sub(MASK, index.classes[n])}") for n in first.tolist()]
    keys = list[int]()
    for parent, kind in zip(index.parents.tolist(), np.searchsorted(kinds, index.kinds).tolist(), strict=True):
        keys.append(_joined(keys[parent] if parent >= 0 else 0, named[kind]))
    return keys


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
