"""Candidates for the list of a page from four sources: each proposes nodes of SimHTree that may be its records.

``simhtree``: candidate regions of Ren and Xue 2007. ``class_names``: elements of one depth, tag and class, ranked by
number times words (Qin et al. 2023, algorithm 2; ``extract/papers/class_names.py``). ``tables``: rows of a ``table``.
``schema_org``: listed things in the data of the page. A list proposed by several sources is one candidate.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.units.nodes import TEXT
from iawce.data.analysis.units.repeated_units import mean_likeness
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.extract.content.boilerplate import closed_dialogs
from iawce.extract.papers.simhtree.find_tables import (
    COMPARED,
    Cluster,
    agreement,
    make_cluster,
    mine_data_regions,
    rank,
)
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.records.choices import SOURCES, Source

MOST_REGIONS = 16
"""Most lists of each source that are compared."""
FEWEST = 2
FIELDS = (2, 3)
"""Parts of a record that may be mistaken for records."""
CYCLE = 6
"""Most units whose labels are examined."""
_LABEL = re.compile(r"\s*([^\W\d_][^:：\d]{0,20})[:：]")


@dataclass(frozen=True)
class ListCandidate:
    """Nodes that may be the records of a list, and the sources that propose exactly these."""

    cluster: Cluster
    sources: frozenset[Source]


def find_candidates(tree: SimTree, settings: SimHTreeSettings, sources: Iterable[Source]) -> list[ListCandidate]:
    """All lists of these sources; those of SimHTree first, in its order."""
    found: dict[tuple[int, ...], tuple[Cluster, set[Source]]] = {}
    for source in sources:
        for cluster in _CLUSTERS[source](tree, settings):
            heads = tuple(region[0] for region in cluster.regions)
            found.setdefault(heads, (cluster, set()))[1].add(source)
    trails, words = np.flatnonzero(tree.analysis.breadcrumbs), tree.analysis.shown.words
    named = [*trails, *closed_dialogs(tree.analysis.index)]
    apart = tree.analysis.index.inside(one for one in named if 2 * words[one] < words[0])
    return [
        ListCandidate(cluster, frozenset(names))
        for cluster, names in found.values()
        if _differ(tree, cluster) and not _are_fields(tree, cluster) and not apart[_first_element(tree, cluster)]
    ]


def _first_element(tree: SimTree, cluster: Cluster) -> int:
    return tree.parts[cluster.regions[0][0]].element


def _differ(tree: SimTree, cluster: Cluster) -> bool:
    """Whether most units have texts of their own, unlike repeated banners and the copies in an endless carousel.

    Rows of tables, whose cells may hold one of few values, do in any case.
    """
    units = cluster.regions[:COMPARED]
    if tree.parts[units[0][0]].tag == "tr":
        return True
    said = {
        tuple(value for node in unit for below in tree.below(node) if (value := tree.value(below))) for unit in units
    }
    return 2 * len(said) > len(units)


def _are_fields(tree: SimTree, cluster: Cluster) -> bool:
    """Whether units are fields of records, which repeat the same labels: ``Was:``, ``Now:``."""
    units = cluster.regions[:CYCLE]
    labels = [_label(tree, unit) for unit in units]
    return all(labels) and any(
        len(set(labels[:fields])) == fields and labels == labels[:fields] * (CYCLE // fields) for fields in FIELDS
    )


def _label(tree: SimTree, unit: Sequence[int]) -> str:
    """The text before a colon at the beginning of a unit."""
    first = next((value for node in unit for below in tree.below(node) if (value := tree.value(below))), None)
    found = _LABEL.match(first.text) if first else None
    return found[1] if found else ""


def _of_simhtree(tree: SimTree, settings: SimHTreeSettings) -> Iterator[Cluster]:
    yield from mine_data_regions(tree, settings)[:MOST_REGIONS]


def _of_class_names(tree: SimTree, _: SimHTreeSettings) -> Iterator[Cluster]:
    """Groups of one depth, tag and class, ranked by number times values, raised as far as members stay separate."""
    values = tree.nodes.values
    heaviest = sorted(tree.units.equally_named, key=lambda group: -len(group) * sum(values[node] for node in group))
    for group in heaviest[:MOST_REGIONS]:
        yield _cluster_of(tree, _climb_together(tree, group))


def _of_tables(tree: SimTree, _: SimHTreeSettings) -> Iterator[Cluster]:
    """Rows of each table except headers."""
    for group in _largest(tree.units.table_rows):
        yield _cluster_of(tree, group)


def _of_schema_org(tree: SimTree, _: SimHTreeSettings) -> Iterator[Cluster]:
    """Things, each as the outermost element that contains no other one."""
    node_of = {part.element: node for node, part in enumerate(tree.parts) if node and part.tag != TEXT}
    items = tree.analysis.annotated_units
    groups = [sorted({node_of[element] for element in elements if element in node_of}) for elements in items]
    for group in _largest(group for group in groups if len(group) >= FEWEST):
        yield _cluster_of(tree, _climb_apart(tree, group))


def _largest(groups: Iterable[Sequence[int]]) -> list[Sequence[int]]:
    """The largest groups first, up to the limit."""
    return sorted(groups, key=len, reverse=True)[:MOST_REGIONS]


_CLUSTERS: dict[Source, Callable[[SimTree, SimHTreeSettings], Iterator[Cluster]]] = {
    "simhtree": _of_simhtree,
    "class_names": _of_class_names,
    "tables": _of_tables,
    "schema_org": _of_schema_org,
}


def _cluster_of(tree: SimTree, group: Sequence[int]) -> Cluster:
    """Nodes as a cluster, each a region."""
    units = [(node,) for node in group]
    return make_cluster(tree, units, mean_likeness(units, tree.units.shapes))


def _climb_together(tree: SimTree, group: Sequence[int]) -> Sequence[int]:
    """Nodes of one depth, or the outermost elements around them that each contain one of them."""
    while True:
        around = [tree.parents[node] for node in group]
        if len(set(around)) < len(around) or min(around) <= 0:
            return group
        group = around


def _climb_apart(tree: SimTree, group: Sequence[int]) -> list[int]:
    """For each node the outermost one around it that contains none of the others."""
    held = [0] * len(tree)
    for node in group:
        held[node] += 1
    for node in range(len(tree) - 1, 0, -1):
        held[tree.parents[node]] += held[node]
    found = []
    for node in group:
        outer = node
        while tree.parents[outer] > 0 and held[tree.parents[outer]] == held[node]:
            outer = tree.parents[outer]
        found.append(outer)
    return sorted(set(found))


LEAST = 1e-6
"""Share of the best rank of the page below which ranks count as equal."""
LINKED = 0.9
"""Least share of units with links in a list that is grouped."""
LONGEST_HEADING = 3
"""Words of a heading above a group: a year, a month, a letter."""
HELD = {"links": ("a",), "headings": HEADINGS[:4], "paragraphs": ("p",)}
FEATURES = (
    "log of units", "share of content", "share of page", "content in it", "log of words each", "spread of words", *HELD,
    "log of values each", "likeness", "place", "agreement of columns", "groups", "grouped",
    *SOURCES, "log of relative rank", "first by rank",
)  # fmt: skip
"""Names of the features, in order; shares, and the position of the first unit on the page, are from 0 to 1."""
AGREEMENT, GROUPS, SIMHTREE = (FEATURES.index(name) for name in ("agreement of columns", "groups", "simhtree"))
RANKED = [FEATURES.index(name) for name in ("log of relative rank", "first by rank")]
Floats = NDArray[np.float64]


class ListFeatures:
    """The features of the lists of one page.

    Args:
        tree: of the page.
        content: its main content.
        settings: of the alignment of records.
    """

    def __init__(self, tree: SimTree, content: DomMask, settings: SimHTreeSettings) -> None:
        self.tree, self.settings, index = tree, settings, tree.analysis.index
        shown = tree.analysis.shown
        self.words, self.wanted = shown.words, content.words
        self.values = np.array(tree.nodes.values)
        given, hrefs = index.attributes.given, index.tagged("a")
        leads = np.zeros(len(index), bool)
        leads[[number for number in hrefs if not given[number].get("href", "#").startswith("#")]] = True
        self.links = shown.subtree_sums(leads)
        self.held = [shown.holds(index.has_tag(tags)) for tags in HELD.values()]

    def of(self, candidates: Sequence[ListCandidate]) -> Floats:
        """The features of each candidate, float64 (candidates, ``len(FEATURES)``)."""
        features, ranks = self.before_alignment(candidates), self.ranks(candidates)
        features[:, AGREEMENT] = [self.agreement(each) for each in candidates]
        scores = ranks * features[:, AGREEMENT]
        features[:, RANKED] = ranked(scores, best_score(scores[is_own(features)]), is_own(features))
        return features

    def before_alignment(self, candidates: Sequence[ListCandidate]) -> Floats:
        """The features before the alignment of records, which is expensive; those that depend on it are 0."""
        rows = np.array([self._of(each) for each in candidates], np.float64).reshape(len(candidates), -1)
        nothing = np.zeros((len(candidates), 2))
        return np.column_stack([rows, self._grouped(candidates), _sources(candidates), nothing])

    def agreement(self, candidate: ListCandidate) -> float:
        """Agreement of the records of a candidate, 0 to 1."""
        return agreement(self.tree, candidate.cluster, self.settings)

    def ranks(self, candidates: Sequence[ListCandidate]) -> Floats:
        """Ranks of the candidates among the regions of SimHTree, float64 (candidates,)."""
        return np.array([rank(each.cluster, self.settings)[0] for each in candidates], np.float64)

    def _of(self, candidate: ListCandidate) -> list[float]:
        units = [self._elements(unit) for unit in candidate.cluster.regions]
        elements = np.concatenate(units)
        starts = np.cumsum([0, *map(len, units[:-1])])
        held = [float(np.maximum.reduceat(found[elements], starts).mean()) for found in self.held]
        values = sum(self.values[list(unit)].sum() for unit in candidate.cluster.regions)
        place = float(elements.min()) / len(self.words)
        looks = [float(np.log1p(values / len(units))), candidate.cluster.likeness, place]
        return [*self._words(elements, starts), *held, *looks, 0.0]

    def _heads(self, candidate: ListCandidate) -> NDArray[np.int64]:
        """The first element of each unit."""
        return np.array([self.tree.parts[unit[0]].element for unit in candidate.cluster.regions], np.int64)

    def _grouped(self, candidates: Sequence[ListCandidate]) -> Floats:
        """Whether the units of each candidate are groups of linked units of another one, or are grouped by one.

        A group consists of a short heading without a link to another page and of one or more units, not equally many in
        all groups.
        """
        heads = [self._heads(each) for each in candidates]
        words = [int(self.words[own].sum()) for own in heads]
        links = [int(self.links[own].sum()) for own in heads]
        linked = [each for each, own in enumerate(heads) if self.held[0][own].mean() >= LINKED]
        found = np.zeros((len(heads), 2))
        for outer, own in enumerate(heads):
            if self.tree.analysis.index.tags[own[0]] == "tr":
                continue  # the children of a row are its cells
            most = LONGEST_HEADING * len(own)
            for inner in linked:
                is_rest = 0 < words[outer] - words[inner] <= most and links[outer] == links[inner]
                if is_rest and self._are_groups(own, heads[inner]):
                    found[outer, 0] = found[inner, 1] = 1.0
        return found

    def _are_groups(self, outer: NDArray[np.int64], inner: NDArray[np.int64]) -> bool:
        """Whether elements contain all of the others, at least one each, and not all the same number."""
        around = np.maximum(np.searchsorted(outer, inner, "right") - 1, 0)
        counts = np.bincount(around, minlength=len(outer))
        is_inside = (outer[around] <= inner) & (inner < self.tree.analysis.index.ends[outer[around]])
        return bool(is_inside.all() and 0 < counts.min() < counts.max())

    def _elements(self, unit: Sequence[int]) -> NDArray[np.int64]:
        """Elements of a unit's nodes; for a text node, the element around it."""
        parts = [self.tree.parts[node] for node in unit]
        return np.array([part.element for part in parts if part.tag != TEXT] or [parts[0].element], np.int64)

    def _words(self, elements: NDArray[np.int64], starts: NDArray[np.int64]) -> list[float]:
        sizes = np.add.reduceat(self.words[elements], starts)
        own, wanted = float(sizes.sum()), float(self.wanted[elements].sum())
        return [
            float(np.log(len(sizes))),
            wanted / max(float(self.wanted[0]), 1.0),
            own / max(float(self.words[0]), 1.0),
            wanted / max(own, 1.0),
            float(np.log1p(own / len(sizes))),
            float(sizes.std() / max(sizes.mean(), 1.0)),
        ]


def is_own(features: Floats) -> NDArray[np.bool_]:
    """Whether each candidate is one of SimHTree and not a list of groups, bool (candidates,)."""
    return np.asarray((features[:, SIMHTREE] > 0) & (features[:, GROUPS] == 0))


def best_score(scores: Floats) -> float:
    """The reference of the scores of a page: the best one of SimHTree's own lists."""
    return float(scores.max(initial=1.0))


def ranked(scores: Floats, best: float, own: NDArray[np.bool_]) -> Floats:
    """The features ``RANKED`` of candidates by their scores, float64 (candidates, 2)."""
    return np.column_stack([np.log(np.clip(scores / best, LEAST, 1.0)), own & (scores >= best)])


def _sources(candidates: Sequence[ListCandidate]) -> Floats:
    """Whether each source names exactly these units, float64 (candidates, ``len(SOURCES)``)."""
    return np.array([[float(source in each.sources) for source in SOURCES] for each in candidates])
