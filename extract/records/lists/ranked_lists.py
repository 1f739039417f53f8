"""The lists of a page, the most probable first: candidates of several sources, compared by measured confidence.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench lists PATH --learn``, which prints these numbers.

The expensive feature of a list is the agreement of its records, and the confidence increases with it. So each candidate
first gets the confidence that it would have with perfect agreement. The records of the best candidate are aligned, and
it is the next in the order if it is still the best.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.units.nodes import TEXT
from iawce.data.dom.element_index import DomMask
from iawce.extract.content.entries import sole_entry
from iawce.extract.papers.simhtree.find_tables import Cluster, keep_apart, make_cluster, table_of
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.papers.simhtree.table import Table, name_columns
from iawce.extract.records.choices import SOURCES, ListSource
from iawce.extract.records.lists.list_sources import (
    AGREEMENT,
    FEATURES,
    RANKED,
    Floats,
    ListCandidate,
    ListFeatures,
    best_score,
    find_candidates,
    is_own,
    ranked,
)

INTERCEPT = -7.502
WEIGHTS = {
    "log of units": -0.096,
    "share of content": 1.557,
    "share of page": 0.744,
    "content in it": -0.060,
    "log of words each": -0.160,
    "spread of words": -0.091,
    "links": 0.300,
    "headings": 0.175,
    "paragraphs": -0.347,
    "log of values each": 0.145,
    "likeness": 0.938,
    "place": 0.594,
    "agreement of columns": 1.264,
    "groups": 0.000,
    "grouped": 1.403,
    "simhtree": 1.539,
    "class_names": 2.115,
    "tables": 1.103,
    "schema_org": 1.409,
    "log of relative rank": 0.231,
    "first by rank": 1.825,
}
"""Weight of each feature."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is its page's main list, float64 (candidates,); 0 if it groups another.

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    groups = features[:, FEATURES.index("groups")] > 0
    return np.where(groups, 0.0, 1 / (1 + np.exp(-logits)))


def surest_first(features: ListFeatures, candidates: Sequence[ListCandidate]) -> Iterator[tuple[ListCandidate, float]]:
    """The candidates of a page with their confidences, most probable first, equal ones in order."""
    known, ranks = features.before_alignment(candidates), features.ranks(candidates)
    own = is_own(known)
    agreement = cache(lambda place: features.agreement(candidates[place]))
    best = _best(np.where(own, ranks, 0.0), agreement)

    def confidence(places: Sequence[int], agreements: Floats) -> list[float]:
        rows, scores = known[places], ranks[places] * agreements
        rows[:, AGREEMENT], rows[:, RANKED] = agreements, ranked(scores, best, own[places])
        return [float(one) for one in confidences(rows)]

    everywhere = range(len(candidates))
    waiting = [(-bound, place, False) for place, bound in enumerate(confidence(everywhere, np.ones(len(candidates))))]
    heapify(waiting)
    while waiting:
        bound, place, is_aligned = heappop(waiting)
        if is_aligned:
            yield candidates[place], -bound
        else:
            heappush(waiting, (-confidence([place], np.array([agreement(place)]))[0], place, True))


def _best(ranks: Floats, agreement: Callable[[int], float]) -> float:
    """The best score of these candidates, for each of which its rank is an upper bound."""
    best = best_score(np.zeros(0))
    for place in np.argsort(-ranks, kind="stable").tolist():
        if ranks[place] <= best:
            break
        best = max(best, float(ranks[place]) * agreement(place))
    return best


@dataclass(frozen=True, slots=True)
class WeighedList:
    """``table``: the records of a list; ``confidence`` that it is the main list, 0 to 1."""

    table: Table
    confidence: float


def weigh_lists(tree: SimTree, content: DomMask, source: ListSource = "weighed", most: int = 1) -> list[WeighedList]:
    """The lists of a page, none within another, the most probable first.

    Args:
        tree: of the page, by the default settings.
        content: its main content.
        source: of the lists.
        most: maximum of lists.

    Raises:
        PageError: the page takes too long.
    """
    settings = SimHTreeSettings.default()
    sure = dict[Cluster, float]()

    def clusters() -> Iterator[Cluster]:
        for cluster, confidence in _weighed(tree, content, settings, source):
            sure[cluster] = confidence
            yield cluster

    chosen = list(islice(keep_apart(tree, clusters()), most))
    return [WeighedList(_named(tree, each, settings), round(sure[each], 3)) for each in chosen]


def _weighed(
    tree: SimTree, content: DomMask, settings: SimHTreeSettings, source: ListSource
) -> Iterator[tuple[Cluster, float]]:
    """The candidates of a source with their confidences, most probable first; a page's only entry before them."""
    candidates = find_candidates(tree, settings, SOURCES)
    ranked = surest_first(ListFeatures(tree, content, settings), candidates) if candidates else iter(())
    found = ((each.cluster, sure) for each, sure in ranked if source == "weighed" or source in each.sources)
    first = next(found, None)
    if source in ("weighed", "class_names") and (alone := _sole_entry(tree, first[0] if first else None)):
        yield alone, 1 - first[1] if first else 1.0
    if first:
        yield first
        yield from found


def _sole_entry(tree: SimTree, first: Cluster | None) -> Cluster | None:
    """The only entry of a page, if the most probable list is only a part of it or beside it."""
    elements = [tree.parts[unit[0]].element for unit in first.regions] if first else [0]
    entry = sole_entry(tree.analysis.shown, elements)
    node = next((node for node, part in enumerate(tree.parts) if node and part.element == entry), 0)
    return make_cluster(tree, [(node,)]) if node and tree.tag(node) != TEXT else None


def _named(tree: SimTree, cluster: Cluster, settings: SimHTreeSettings) -> Table:
    return name_columns(table_of(tree, cluster, settings), settings)
