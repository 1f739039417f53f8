"""Clusters of pages by the edit distance of their trees: the slow method that page clustering is compared with.

Source: Zhang and Shasha 1989, Simple fast algorithms for the editing distance between trees and related problems;
insertion, deletion and change of a tag cost 1. The paper that templates of a site come from compares itself with such a
clustering and says no more of it; seeds are taken as in its algorithm 1. Ours: a page counts by its ``NODES`` elements
nearest to the root; a distance is divided by the size of both trees; pairs that the counts of their tags show to be too
far apart are not compared.

A row of forest distances is worked out for all keyroots of the second tree at once. Only on the left path of the first
does a row need distances of itself; there keyroots are done by levels, the innermost first.
"""

import zlib
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import ElementIndex

Ints = NDArray[np.int64]
NODES = 200
"""Elements of a page that are compared; time grows with the square of it and of the depth."""
LIKE = 0.9
"""Likeness from which a page joins a cluster: of 0.5 to 0.95 the best on the page types of 40 other sites."""


class OrderedTree:
    """A tree in post-order.

    Args:
        labels: of the nodes, int64 (nodes,).
        sizes: nodes of the subtree of each, itself included, int64 (nodes,).
    """

    def __init__(self, labels: Ints, sizes: Ints) -> None:
        self.labels, self.sizes = labels, sizes
        self.lefts: Ints = np.arange(len(labels)) - sizes + 1
        """The leftmost leaf of each subtree."""

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def keyroots(self) -> Ints:
        """The root of each left path, ascending."""
        return np.sort(len(self) - 1 - np.unique(self.lefts[::-1], return_index=True)[1])

    @cached_property
    def columns(self) -> "_Columns":
        """The tree as the second one of a pair."""
        return _Columns(self)


def shallow_tree(index: ElementIndex, nodes: int = NODES) -> OrderedTree:
    """The elements nearest to the root of a page, the first of equal ones; labels are checksums of the tags."""
    kept = np.zeros(len(index), np.int64)
    kept[np.argsort(index.depths, kind="stable")[:nodes]] = 1
    sums = np.concatenate([[0], np.cumsum(kept)])
    order = index.closing[kept[index.closing] > 0]
    labels = np.array([zlib.crc32(index.tags[number].encode()) for number in order], np.int64)
    return OrderedTree(labels, sums[index.ends[order]] - sums[order])


def edit_distance(one: OrderedTree, other: OrderedTree) -> int:
    """Fewest insertions, deletions and changes of nodes that make one tree of the other; 0 or more."""
    trees = np.zeros((len(one), len(other) + 1), np.int64)
    trees[:, -1] = len(one) + len(other)  # of no node: never the least
    for root in one.keyroots.tolist():
        _compare_keyroot(one, root, other.columns, trees)
    return int(trees[-1, len(other) - 1])


def likeness(one: OrderedTree, other: OrderedTree) -> float:
    """1 less the distance by the size of both, 0 to 1."""
    return 1 - edit_distance(one, other) / (len(one) + len(other))


Likeness = Callable[[OrderedTree, OrderedTree], float]


def cluster_pages(pages: Sequence[OrderedTree], like: float = LIKE, measure: Likeness = likeness) -> list[int]:
    """Number of the cluster of each page: that of the first page it is like, or else one of its own.

    ``measure``: the likeness; another one may remember what it was asked.
    """
    seeds, numbers = list[OrderedTree](), list[int]()
    for page in pages:
        alike = (n for n, seed in enumerate(seeds) if _most_like(seed, page) >= like and measure(seed, page) >= like)
        number = next(alike, len(seeds))
        if number == len(seeds):
            seeds.append(page)
        numbers.append(number)
    return numbers


def _most_like(one: OrderedTree, other: OrderedTree) -> float:
    """What the likeness cannot exceed: only nodes with the same label cost nothing."""
    labels = np.concatenate([one.labels, other.labels])
    _, place = np.unique(labels, return_inverse=True)
    ours, theirs = (np.bincount(part, minlength=len(labels)) for part in (place[: len(one)], place[len(one) :]))
    least = max(len(one), len(other)) - int(np.minimum(ours, theirs).sum())
    return 1 - least / len(labels)


class _Columns:
    """Forests of a tree, those of each keyroot one after another, the innermost first; each row begins with no node.

    Attributes:
        nodes: the last node of each forest, the number of nodes for the empty one; its label is in ``labels``.
        within: how many nodes it has.
        before: the forest without the subtree of its last node.
        is_tree: that subtree is all of it.
        shift: falls from keyroot to keyroot by more than any distance.
        levels: slices of keyroots that hold no others but those of slices before.
    """

    def __init__(self, tree: OrderedTree) -> None:
        roots, heights = _innermost_first(tree)
        firsts = tree.lefts[roots]
        starts = np.cumsum([0, *(roots - firsts + 2)])
        keyroot = np.repeat(np.arange(len(roots)), np.diff(starts))
        self.within: Ints = np.arange(starts[-1]) - starts[keyroot]
        self.nodes: Ints = np.where(self.within > 0, firsts[keyroot] + self.within - 1, len(tree))
        self.labels = np.append(tree.labels, -1)[self.nodes]
        lefts = np.where(self.within > 0, np.append(tree.lefts, 0)[self.nodes], firsts[keyroot])
        self.is_tree = (lefts == firsts[keyroot]) & (self.within > 0)
        self.before: Ints = starts[keyroot] + lefts - firsts[keyroot]
        self.shift = keyroot * -(1 << 32)
        cuts = starts[np.searchsorted(heights, np.arange(heights[-1] + 2))].tolist()
        self.levels = [slice(start, end) for start, end in pairwise(cuts)]


def _innermost_first(tree: OrderedTree) -> tuple[Ints, Ints]:
    """Keyroots, and how many of them stand in one another below each, ascending."""
    heights, around = dict[int, int](), list[int]()
    for root in tree.keyroots.tolist():
        heights[root] = 0
        while around and around[-1] >= tree.lefts[root]:
            heights[root] = max(heights[root], heights[around.pop()] + 1)
        around.append(root)
    ordered = sorted(heights, key=lambda root: (heights[root], root))
    return np.array(ordered, np.int64), np.array([heights[root] for root in ordered], np.int64)


def _compare_keyroot(one: OrderedTree, root: int, columns: _Columns, trees: Ints) -> None:
    """Distances of the subtrees on the left path of a keyroot to all subtrees of the other tree."""
    first = int(one.lefts[root])
    rows = np.empty((root - first + 2, len(columns.nodes)), np.int64)
    rows[0] = columns.within
    for row, node in enumerate(range(first, root + 1), 1):
        above = int(one.lefts[node]) - first
        for part in columns.levels if not above else (slice(0, len(columns.nodes)),):
            least = rows[above, columns.before[part]] + trees[node, columns.nodes[part]]
            if not above:
                is_tree, places = columns.is_tree[part], np.arange(part.start, part.stop)
                changed = rows[row - 1, places - 1] + (columns.labels[part] != one.labels[node])
                least = np.where(is_tree, changed, least)
            falling = np.minimum(least, rows[row - 1, part] + 1) - columns.within[part] + columns.shift[part]
            rows[row, part] = np.minimum.accumulate(falling) + columns.within[part] - columns.shift[part]
            if not above:
                trees[node, columns.nodes[part][is_tree]] = rows[row, part][is_tree]
