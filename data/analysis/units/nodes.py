"""A tree that may have repeated parts: its nodes, their class names, and the similarity of their subtrees."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from iawce.data.arrays import Ints
from iawce.data.dom.attributes import numbered
from iawce.data.dom.element_index import DomMask

STATES = frozenset({
    "odd", "even", "first", "last", "alt", "active", "selected", "current", "hover", "focus", "open", "closed", "new",
    "clearfix", "clear", "left", "right", "center", "hidden", "visible", "show", "fade", "in", "lazy", "lazyload",
    "lazyloaded", "loaded", "loading", "sticky", "featured", "row", "col", "container", "wrapper", "wrap", "inner",
    "js", "no-js", "block", "inline", "inline-block", "flex", "grid", "bold", "small", "large", "big",
})  # fmt: skip
MAX_COUNT = 8  # Class names of an element that are read
MAX_LENGTH = 60
_DIGITS = re.compile(r"[0-9]+")
TEXT = "#text"
"""Tag of a text beside elements."""
LEVELS = 4  # Levels of a subtree that its shape includes
ALIKE = 0.5  # Dice coefficient of two shapes above which nodes are of one kind
NAMED_ALIKE = 0.25  # The same for nodes that have the same class names, too: a record with a picture and one without
MAX_KINDS = 24
"""Most kinds among the children of one node; further children that are similar to none of them have no kind."""
Shape = frozenset[int]


@lru_cache(maxsize=8192)
def distinctive_names(classes: str) -> frozenset[str]:
    """The class names in an attribute that distinguish kinds of elements, digits left out."""
    names = (_DIGITS.sub("", name[:MAX_LENGTH].lower()).strip("-_") for name in classes.split()[:MAX_COUNT])
    return frozenset(name for name in names if len(name) > 1 and name not in STATES)


@dataclass(frozen=True, slots=True)
class Nodes:
    """Nodes by number, in document order; node 0 is the root, and never a unit."""

    tags: Sequence[str]  # ``TEXT`` of a text beside elements
    names: Sequence[frozenset[str]]  # Class names that distinguish kinds of elements
    parents: Sequence[int]  # -1 of the root
    children: Sequence[Sequence[int]]  # In document order
    values: Sequence[int]  # Texts and pictures in each subtree; a node without is never part of a unit
    depths: Sequence[int]  # Of the elements in their page

    def __len__(self) -> int:
        return len(self.tags)


def nodes_of(subset: DomMask) -> Nodes:
    """The elements of a part of a page by their numbers; those outside of it have no value and no place."""
    index = subset.index
    texts = np.bincount(index.text_nodes.owners[subset.text_nodes & ~index.blank], minlength=len(index))
    values = subset.subtree_sums(texts + (subset.kept & index.has_tag(("img",)))).tolist()
    parents = index.parents.tolist()
    children: list[list[int]] = [[] for _ in parents]
    for number in subset.numbers.tolist():
        if number:
            children[parents[number]].append(number)
    names = [distinctive_names(classes) for classes in index.classes]
    return Nodes(index.tags, names, parents, children, values, index.depths.tolist())


def find_shapes(nodes: Nodes) -> list[Shape]:
    """The shape of each node: tag paths below it, with and without the class names of their ends."""
    found = [np.stack([owners, features]) for owners, features in _features(nodes)]
    owners, features = np.concatenate([np.zeros((2, 0), np.int64), *found], axis=1)
    order = np.argsort(owners, kind="stable")
    bounds = np.searchsorted(owners[order], np.arange(len(nodes) + 1)).tolist()
    sorted_features = features[order].tolist()
    return [frozenset(sorted_features[start:end]) for start, end in pairwise(bounds)]


def _features(nodes: Nodes) -> Iterator[tuple[Ints, Ints]]:
    """Nodes, and the numbers of the features of their shapes: one for each node at each level below them."""
    parents, tags = np.array(nodes.parents, np.int64), numbered(nodes.tags)
    name_owners, names = _names(nodes)
    is_first = np.diff(name_owners, prepend=-1) > 0
    around, paths = np.arange(len(nodes)), tags
    around[np.array(nodes.values) == 0] = 0
    for level in range(LEVELS):
        kinds = paths * (int(names.max(initial=0)) + 2) * LEVELS + level
        yield around[around > 0], kinds[around > 0]
        # the names of a node itself are weaker evidence than its content
        owners, called = (name_owners, names) if level else (name_owners[is_first], names[is_first])
        owners, called = owners[around[owners] > 0], called[around[owners] > 0]
        yield around[owners], kinds[owners] + (called + 1) * LEVELS
        around = np.where(around > 0, parents[around], 0)
        _, paths = np.unique(paths[parents] * (int(tags.max()) + 1) + tags, return_inverse=True)


def _names(nodes: Nodes) -> tuple[Ints, Ints]:
    """A node for each of its class names, in alphabetical order; and the numbers of these names."""
    owners = [node for node, names in enumerate(nodes.names) for _ in names]
    names = [name for names in nodes.names if names for name in (sorted(names) if len(names) > 1 else names)]
    return np.array(owners, np.int64), numbered(names)


def dice(one: Shape, other: Shape) -> float:
    """Dice coefficient, 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def sort_by_kind(nodes: Nodes, siblings: Sequence[int], shapes: Sequence[Shape]) -> list[int]:
    """The kind of each of these siblings, from 0; -1 for none. Nodes of one kind have one tag and similar shapes."""
    examples: list[list[int]] = []
    kinds: list[int] = []
    for node in siblings:
        kind = _kind_of(nodes, node, examples, shapes)
        if kind < 0 and len(examples) < MAX_KINDS:
            kind = len(examples)
            examples.append([node, node])
        elif kind >= 0:
            examples[kind][1] = node
        kinds.append(kind)
    return kinds


def _kind_of(nodes: Nodes, node: int, examples: Sequence[Sequence[int]], shapes: Sequence[Shape]) -> int:
    """The most similar kind: its first and its latest node are compared."""
    best, found = 0.0, -1
    names = nodes.names[node]
    for kind, (first, latest) in enumerate(examples):
        if nodes.tags[first] != nodes.tags[node]:
            continue
        alike = max(dice(shapes[node], shapes[other]) for other in (first, latest))
        least = NAMED_ALIKE if names and names == nodes.names[first] else ALIKE
        if alike > max(best, least):
            best, found = alike, kind
    return found
