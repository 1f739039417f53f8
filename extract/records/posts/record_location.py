"""The places of the records of a forum page: the posts of a thread, the threads of a board.

Source: Liu et al. 2017, Information Extraction Research Aimed at Open Source Web Pages, section on locating records. A
walk over the elements; the children of each are clustered by the paths in their subtrees; clusters with equally many
members at a constant distance are merged, so that one record may span several siblings; of the candidates that pass
five filters, the deepest is chosen.

Deviations: ``record_tags`` names more than ``div`` and ``table``, which few forums still use alone (the mode ``paper``
has the two). An element with fewer than two time expressions is not examined: its records could not have one each. Of
several candidates, the one with most words is chosen (``choice``), not the deepest: quotations and polls inside of a
post repeat, too. A record without a time is dropped from its cluster (``strict`` is the paper's rule: the cluster is
dropped). Outside the mode ``paper`` (``join``), records are the repeated units of ``iawce.data.analysis.units``; those
of one element with the same name are one list, and the elements between two of them belong to the first
(``record_grouping.py``): on today's pages, the first post, that of a moderator and every second one have further class
names.

Source: Liu et al. 2017, section on locating records: similar children are clustered, and clusters with equally many
members at a constant distance are merged, so that one record may span several siblings.

Source: Liu et al. 2017, section on location features. Deviation: subtrees are only compared with siblings, whose paths
from the page's root are equal above them, so a path is stored as the key of the whole path from the root.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, Literal

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.elements import Bools
from iawce.extract.content.method import MethodSettings
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.record_grouping import (
    Row,
    fill_between,
    is_called_post,
    join_alike,
    keep_rhythm,
    without_overlaps,
)


class PathFeatures:
    """Paths to the innermost elements that a reader sees.

    Args:
        analysis: of the page.
    """

    def __init__(self, analysis: PageAnalysis) -> None:
        self.index, self.places, numbers = analysis.index, analysis.path_keys, analysis.shown.numbers
        has_children = np.zeros(len(self.index) + 1, bool)
        has_children[self.index.parents[numbers]] = True
        self._ends = numbers[~has_children[numbers]]

    def of(self, number: int, strictness: PathSpec = PathSpec.NAMES) -> frozenset[int]:
        """The features of the subtree of an element."""
        first, last = np.searchsorted(self._ends, [number, self.index.ends[number]])
        return frozenset(np.unique(self.places.keys(strictness)[self._ends[first:last]]).tolist())


def distance(first: frozenset[int], second: frozenset[int]) -> float:
    """(len_i + len_j - 2 overlap) / overlap: 0 for equal sets, below 2 if they share more than half, else infinite."""
    overlap = len(first & second)
    return (len(first) + len(second) - 2 * overlap) / overlap if overlap else float("inf")


FEWEST = 2
"""Members of a cluster."""
MOST_KINDS = 60
"""Most clusters of one element's children; further children that fit none of them are left out."""


def cluster_rows(features: PathFeatures, children: Sequence[int], threshold: float) -> Iterator[list[Row]]:
    """Possible records among the children of an element, a list for each cluster or merger of clusters.

    Args:
        features: of the page.
        children: numbers of the children.
        threshold: distance below which two of them are similar.
    """
    mergeable: dict[Row, list[list[int]]] = defaultdict(list)
    for cluster in _cluster(features, children, threshold):
        if len(cluster) >= FEWEST:
            mergeable[tuple(np.diff(cluster).tolist())].append(cluster)
    for steps, clusters in mergeable.items():
        for together in _merge(min(steps), clusters):
            yield [tuple(children[place] for place in row) for row in zip(*together, strict=True)]


def _merge(least: int, clusters: list[list[int]]) -> Iterator[list[list[int]]]:
    """Clusters that are parts of the same records: at a constant distance from the first, less than ``least``."""
    together: list[list[int]] = []
    for cluster in clusters:
        if together and cluster[0] - together[0][0] >= least:
            yield together
            together = []
        together.append(cluster)
    yield together


def _cluster(features: PathFeatures, children: Sequence[int], threshold: float) -> list[list[int]]:
    """Indices of children in clusters of similar ones; each joins the first cluster whose leader is similar."""
    leaders: list[frozenset[int]] = []
    clusters: list[list[int]] = []
    known: dict[frozenset[int], int] = {}
    for place, child in enumerate(children):
        own = features.of(child)
        if own not in known:
            near = (n for n, leader in enumerate(leaders) if distance(own, leader) < threshold)
            known[own] = next(near, len(leaders))
            if known[own] == len(leaders) < MOST_KINDS:
                leaders.append(own)
                clusters.append([])
        if known[own] < len(clusters):
            clusters[known[own]].append(place)
    return clusters


TABLES = frozenset({"div", "table"})
CONTAINERS = TABLES | {
    "tbody", "tr", "td", "ul", "ol", "li", "dl", "article", "section", "main", "form", "body", "center",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LocationSettings(MethodSettings):
    """Constants of locating records and the main post.

    ``record_tags``: tags of governing and record nodes. ``threshold``: distance below which two subtrees are similar.
    ``max_depth``: of the governing node, 1 is the root. ``id_digits``: least consecutive digits in the id of a record.
    ``choice``: of candidates the ``deepest``, or that with most ``words``. ``strict``: every record has a time.
    ``join``: records are the repeated units of the page, and those with the same names are one list; else clusters of
    paths. ``main_words``: least words of a main post. ``main_levels``: elements whose left sibling may be one, the
    governing node and those around it.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "record_tags": TABLES,
        "max_depth": 11,
        "id_digits": 4,
        "choice": "deepest",
        "strict": True,
        "join": False,
        "main_words": 20,
        "main_levels": 1,
    }

    record_tags: frozenset[str] = CONTAINERS
    threshold: float = 2.0
    max_depth: int = 40
    id_digits: int = 0
    choice: Literal["deepest", "words"] = "words"
    strict: bool = False
    join: bool = True
    main_words: int = 5
    main_levels: int = 4


MOST_CHILDREN = 2_000
"""Most children of one element that are examined."""
SAID = 2
"""Weight of the words of records named posts, in contrast to teasers of other threads."""


@dataclass(frozen=True, slots=True)
class LocatedRecords:
    """``governing``: number of the element that holds the records; ``records``: the siblings that each consists of."""

    governing: int
    records: tuple[tuple[int, ...], ...]


def locate_records(
    analysis: PageAnalysis, settings: LocationSettings, content: DomMask | None = None
) -> LocatedRecords | None:
    """The records of a page; None if there are fewer than two.

    Args:
        analysis: of the page.
        settings: constants.
        content: its main content, if known: the records with most of it are those of the page.

    Raises:
        PageError: the page holds no element.
    """
    search = _Search(analysis, settings, content)
    found = list(search.candidates())
    if settings.choice == "deepest":
        return max(found, key=lambda one: search.index.depths[one.governing], default=None)
    return max(search.lists(found), key=search.weight, default=None)


def locate_all(analysis: PageAnalysis, settings: LocationSettings, governing: Bools) -> list[LocatedRecords]:
    """The lists of records in some parts of a page, in document order; one may lie in a record of another.

    Args:
        analysis: of the page.
        settings: constants.
        governing: the elements in which, or in whose subtrees, lists are searched, bool (elements,).

    Raises:
        PageError: the page holds no element.
    """
    search = _Search(analysis, settings, None)
    return search.lists(list(search.candidates(analysis.index.inside(np.flatnonzero(governing)))))


class _Search:
    def __init__(self, analysis: PageAnalysis, settings: LocationSettings, content: DomMask | None) -> None:
        self.analysis, self.subset, self.index, self.settings = analysis, analysis.shown, analysis.index, settings
        subset = self.subset
        self.plain = subset.words - subset.link_words
        self.weights = content.words if content else self.plain
        self.features = PathFeatures(analysis)
        self.times = subset.subtree_sums(CandidateReader(analysis).written)

    def candidates(self, wanted: Bools | None = None) -> Iterator[LocatedRecords]:
        """All groups of records that pass the filters, in document order, or those in ``wanted`` elements."""
        index, settings = self.index, self.settings
        likely = self.subset.kept & (self.times >= FEWEST) & (index.depths <= settings.max_depth)
        if wanted is not None:
            likely &= wanted
        governing = likely if settings.join else likely & index.has_tag(settings.record_tags)
        for number in np.flatnonzero(governing).tolist():
            children = [child for child in self.subset.children(number)[:MOST_CHILDREN] if self.subset.words[child]]
            groups = self._repeated(number, children) if settings.join else self._clustered(children)
            yield from (LocatedRecords(number, tuple(group)) for group in groups if self._is_list(group))

    def _clustered(self, children: list[int]) -> Iterator[list[Row]]:
        """Clusters of the children of an element by their paths."""
        return self._filtered(cluster_rows(self.features, children, self.settings.threshold))

    def _repeated(self, number: int, children: list[int]) -> Iterator[list[Row]]:
        """The repeated units among the children of an element, those with the same names together."""
        known = set(children)
        units = ([row for row in rows if row[0] in known] for rows in self.regions.get(number, ()))
        for group in join_alike(self.index, list(self._filtered(filter(None, units)))):
            yield fill_between(self.index, children, keep_rhythm(children, without_overlaps(group)))

    @cached_property
    def regions(self) -> dict[int, list[list[Row]]]:
        """The repeated regions of the page by the element that holds their units, those in several rows row by row."""
        found = defaultdict[int, list[list[Row]]](list)
        for region in self.analysis.units.regions:
            for parent, rows in groupby(region.units, lambda row: int(self.index.parents[row[0]])):
                found[parent].append(list(rows))
        return found

    def _filtered(self, groups: Iterable[list[Row]]) -> Iterator[list[Row]]:
        return (kept for rows in groups if (kept := self._filter(rows)))

    def lists(self, candidates: list[LocatedRecords]) -> list[LocatedRecords]:
        """Candidates without those of two records around a longer list, which are two halves of the page."""
        longer = [one.governing for one in candidates if len(one.records) > FEWEST]
        holding = self.subset.holds(np.isin(np.arange(len(self.index)), longer))
        return [
            one
            for one in candidates
            if len(one.records) > FEWEST or not any(holding[element] for record in one.records for element in record)
        ]

    def weight(self, located: LocatedRecords) -> float:
        """Words of content in all records, reduced for few records; in records named posts, words outside links."""
        elements = [element for record in located.records for element in record]
        if any(is_called_post(self.index, record[0]) for record in located.records):
            return SAID * float(np.maximum(self.weights, self.plain)[elements].sum())
        count = len(located.records)
        return float(self.weights[elements].sum()) * (count - 1) / count

    def _is_list(self, rows: list[Row]) -> bool:
        """Whether there are several records; two must be similar or named posts, or may be halves of one record."""
        if len(rows) != FEWEST or all(is_called_post(self.index, row[0]) for row in rows):
            return len(rows) >= FEWEST
        first, second = (self.features.of(row[0], PathSpec.TAGS) for row in rows)
        return distance(first, second) < self.settings.threshold

    def _filter(self, rows: list[Row]) -> list[Row]:
        """The records that pass the filters; none if the filters are strict, as in the paper, and one record fails."""
        timed = [row for row in rows if any(self.times[element] for element in row)]
        if self.settings.strict and len(timed) < len(rows):
            return []
        return timed if all(self._is_record(row[0]) for row in timed) else []

    def _is_record(self, element: int) -> bool:
        if self.index.tags[element] not in self.settings.record_tags:
            return False
        identity = self.index.attributes.given[element].get("id") or ""
        if not identity or not self.settings.id_digits:
            return True
        runs = "".join(character if character.isdigit() else " " for character in identity).split()
        return any(len(run) >= self.settings.id_digits for run in runs)
