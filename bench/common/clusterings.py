"""Clusterings of the pages of one site by name: ours, those of other papers, and the two floors.

By levels: the tags on each level of the trees, a stand-in for FPC. Only the abstract of FPC is known (a layered vector
of the DOM, a form of it for the centre of a cluster, a variant of K-means that merges centres); its formulas are not.
Ours: the similarity of two pages is the mean over levels, weighted by ``FALL`` to the power of the level, of the sum of
the smaller tag counts divided by that of the larger ones.

By tree edits: the slow method with which page clustering is compared. Source: Zhang and Shasha 1989, Simple fast
algorithms for the editing distance between trees and related problems, by the library apted (Pawlik and Augsten 2016);
insertion, deletion and change of a tag cost 1. The paper on which templates of a site are based compares itself with
such a clustering without details; seeds are chosen as in its algorithm 1. Our choices: a page is represented by its
``NODES`` elements nearest to the root; a distance is divided by the size of both trees; pairs whose tag counts prove
that they are too different are not compared.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from apted import APTED
from apted.helpers import Tree as Node

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.extract.papers.leader_clusters import cluster_by_leaders
from iawce.extract.templates.site.site_page import SitePage, SiteSettings

FALL = 0.8  # Weight of a level divided by that of the level above
MERGE = 0.9
"""Least similarity with which two centres are merged: the best of 0.5 to 0.95 on the page types of 40 other sites."""
ROUNDS = 20
NODES = 200  # Most elements of a page whose tree is compared; time grows with its cube
LIKE = 0.9  # Least similarity of trees with which a page joins a cluster, chosen as ``MERGE``
Levels = Mapping[tuple[int, str], float]  # Number of elements by level and tag


def describe_levels(index: ElementIndex) -> Levels:
    """Tag counts of each level of a tree."""
    return dict(Counter(zip(index.depths.tolist(), index.tags, strict=True)))


def level_likeness(one: Levels, other: Levels) -> float:
    """0 to 1."""
    shared, larger = defaultdict[int, float](float), defaultdict[int, float](float)
    for depth, tag in {**one, **other}:
        pair = one.get((depth, tag), 0.0), other.get((depth, tag), 0.0)
        shared[depth] += min(pair)
        larger[depth] += max(pair)
    weights = {depth: FALL**depth for depth in larger}
    return sum(weights[depth] * shared[depth] / larger[depth] for depth in larger) / sum(weights.values())


def cluster_by_levels(pages: Sequence[Levels], merge: float = MERGE) -> list[int]:
    """Number of the cluster of each page: K-means from one centre a page that merges similar centres."""
    centres = _merged(pages, merge)
    numbers = _nearest(pages, centres)
    for _ in range(ROUNDS):
        members = [[pages[n] for n, number in enumerate(numbers) if number == c] for c in range(len(centres))]
        centres = _merged([_mean(group) for group in members if group], merge)
        before, numbers = numbers, _nearest(pages, centres)
        if numbers == before:
            break
    return numbers


def _nearest(pages: Sequence[Levels], centres: Sequence[Levels]) -> list[int]:
    return [int(np.argmax([level_likeness(page, centre) for centre in centres])) for page in pages]


def _merged(centres: Sequence[Levels], merge: float) -> list[Levels]:
    kept: list[list[Levels]] = []
    for centre in centres:
        near = next((group for group in kept if level_likeness(group[0], centre) >= merge), None)
        if near is None:
            kept.append([centre])
        else:
            near.append(centre)
    return [_mean(group) for group in kept]


def _mean(pages: Sequence[Levels]) -> Levels:
    total = Counter[tuple[int, str]]()
    for page in pages:
        total.update(page)
    return {key: count / len(pages) for key, count in total.items()}


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


def tree_likeness(one: Tree, other: Tree) -> float:
    """1 minus the distance divided by the size of both, 0 to 1."""
    return 1 - edit_distance(one, other) / (len(one) + len(other))


def _most_like(one: Tree, other: Tree) -> float:
    """Upper bound of the similarity: only nodes of the same name cost nothing."""
    least = max(len(one), len(other)) - (one.names & other.names).total()
    return 1 - least / (len(one) + len(other))


def cluster_by_tree_edits(pages: Sequence[Tree]) -> list[int]:
    """Number of the cluster of each page: that of the first similar page, or else a new one."""
    seeds, numbers = list[Tree](), list[int]()
    for page in pages:
        alike = (n for n, one in enumerate(seeds) if _most_like(one, page) >= LIKE and tree_likeness(one, page) >= LIKE)
        number = next(alike, len(seeds))
        if number == len(seeds):
            seeds.append(page)
        numbers.append(number)
    return numbers


def cluster_by_paths(pages: Sequence[Document], settings: SiteSettings) -> list[int]:
    """The clusters by which templates of a site are learned, small ones included."""
    features = [replace(SitePage(PageAnalysis(page), settings).feature, page=str(n)) for n, page in enumerate(pages)]
    clusters = cluster_by_leaders(features, settings.threshold, fewest=1)
    numbers = {int(page): number for number, cluster in enumerate(clusters) for page in cluster.pages}
    return [numbers[page] for page in range(len(pages))]


CLUSTERINGS: dict[str, Callable[[Sequence[Document]], list[int]]] = {
    "iawce": partial(cluster_by_paths, settings=SiteSettings()),
    "iawce, paper": partial(cluster_by_paths, settings=SiteSettings.paper()),
    "fpc": lambda pages: cluster_by_levels([describe_levels(page.index) for page in pages]),
    "tree edit distance": lambda pages: cluster_by_tree_edits([shallow_tree(page.index) for page in pages]),
    "all in one": lambda pages: [0] * len(pages),
    "each alone": lambda pages: list(range(len(pages))),
}
"""Number of the cluster of each page; all may raise ``PageError``."""
