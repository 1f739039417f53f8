"""Numeric features that distinguish the main list of a page from its other lists."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.units.nodes import TEXT
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.extract.papers.simhtree.find_tables import agreement, rank
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.records.choices import SOURCES
from iawce.extract.records.lists.list_sources import ListCandidate

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
