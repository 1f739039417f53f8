"""A tree that may have repeated parts: the elements of a page, or another tree made of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from iawce.data.html.subset import Subset
from iawce.data.reading.units.distinctive_names import distinctive_names

TEXT = "#text"
"""Tag of a text beside elements."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """Nodes by number, in document order; node 0 is the root, and never a unit.

    Attributes:
        tags: tag name of each, ``TEXT`` of a text beside elements.
        names: class names of each that distinguish kinds of elements.
        parents: number of the node around each, -1 of the root.
        children: numbers of the nodes in each, in document order.
        values: texts and pictures in each subtree; a node without any of them is never part of a unit.
        depths: of the element of each in its page.
    """

    tags: Sequence[str]
    names: Sequence[frozenset[str]]
    parents: Sequence[int]
    children: Sequence[Sequence[int]]
    values: Sequence[int]
    depths: Sequence[int]

    def __len__(self) -> int:
        return len(self.tags)


def nodes_of(subset: Subset) -> Nodes:
    """The elements of a part of a page by their numbers; those outside of it have no value and no place."""
    index = subset.index
    texts = np.bincount(index.pieces.owners[subset.pieces & ~index.blank], minlength=len(index))
    values = subset.subtree_sums(texts + (subset.kept & index.has_tag(("img",)))).tolist()
    parents = index.parents.tolist()
    children: list[list[int]] = [[] for _ in parents]
    for number in subset.numbers.tolist():
        if number:
            children[parents[number]].append(number)
    names = [distinctive_names(classes) for classes in index.classes]
    return Nodes(index.tags, names, parents, children, values, index.depths.tolist())
