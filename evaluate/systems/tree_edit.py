"""Clusters of pages by the edit distance of their trees: the slow method with which page clustering is compared.

Source: Zhang and Shasha 1989, Simple fast algorithms for the editing distance between trees and related problems, by
the library apted (Pawlik and Augsten 2016); insertion, deletion and change of a tag cost 1. The paper on which
templates of a site are based compares itself with such a clustering without details; seeds are chosen as in its
algorithm 1. Our choices: a page is represented by its ``NODES`` elements nearest to the root; a distance is divided by
the size of both trees; pairs whose tag counts prove that they are too different are not compared.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from apted import APTED

from iawce.data.dom.element_index import ElementIndex

NODES = 200
"""Most elements of a page that are compared; time grows with its cube."""
LIKE = 0.9
"""Least similarity with which a page joins a cluster: the best of 0.5 to 0.95 on the page types of 40 other sites."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An element, as apted reads it."""

    name: str
    children: list["Node"] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The root, and the number of nodes by name."""

    root: Node
    names: Counter[str]

    def __len__(self) -> int:
        return self.names.total()


def shallow_tree(index: ElementIndex, nodes: int = NODES) -> Tree:
    """The elements nearest to the root of a page, the first of equal ones, by their tags."""
    above = list[tuple[int, Node]]()
    root, names = Node(index.tags[0]), Counter[str]()
    for number in np.sort(np.argsort(index.depths, kind="stable")[:nodes]).tolist():
        while above and index.ends[above[-1][0]] <= number:
            above.pop()
        node = Node(index.tags[number]) if above else root
        if above:
            above[-1][1].children.append(node)
        above.append((number, node))
        names[node.name] += 1
    return Tree(root, names)


def edit_distance(one: Tree, other: Tree) -> int:
    """Least number of insertions, deletions and changes of nodes that turn one tree into the other; 0 or more."""
    return int(APTED(one.root, other.root).compute_edit_distance())


def likeness(one: Tree, other: Tree) -> float:
    """1 minus the distance divided by the size of both, 0 to 1."""
    return 1 - edit_distance(one, other) / (len(one) + len(other))


Likeness = Callable[[Tree, Tree], float]


def cluster_pages(pages: Sequence[Tree], like: float = LIKE, measure: Likeness = likeness) -> list[int]:
    """Number of the cluster of each page: that of the first similar page, or else a new one.

    ``measure``: the similarity, which may be a cached function.
    """
    seeds, numbers = list[Tree](), list[int]()
    for page in pages:
        alike = (n for n, seed in enumerate(seeds) if _most_like(seed, page) >= like and measure(seed, page) >= like)
        number = next(alike, len(seeds))
        if number == len(seeds):
            seeds.append(page)
        numbers.append(number)
    return numbers


def _most_like(one: Tree, other: Tree) -> float:
    """Upper bound of the similarity: only nodes of the same name cost nothing."""
    least = max(len(one), len(other)) - (one.names & other.names).total()
    return 1 - least / (len(one) + len(other))
