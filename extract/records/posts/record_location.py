"""The places of the records of a forum page: the posts of a thread, the threads of a board.

Source: Liu et al. 2017, Information Extraction Research Aimed at Open Source Web Pages, sections on locating records
and on location features. A walk over the elements; the children of each are clustered by the paths in their subtrees;
clusters with equally many members at a constant distance are merged, so that one record may span several siblings; of
the candidates that pass five filters, the deepest is chosen.

Deviations, outside the mode ``paper``: ``record_tags`` names more than ``div`` and ``table``. The candidate with most
words is chosen, not the deepest: quotations and polls inside of a post repeat, too. A record without a time is dropped
from its cluster, not the cluster. Records are the repeated units of ``iawce.data.analysis.units``; those of one element
with the same name are one list, and the elements between two of them belong to the first. In both modes, an element
with fewer than two times is not examined, and a path is stored as the key of the whole path from the root, since only
siblings are compared.
"""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec, mask_digits
from iawce.data.analysis.units.repeated_units import RecordGroup, Unit
from iawce.data.arrays import Bools
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.extract.content.method import MethodSettings
from iawce.extract.records.posts.field_candidates import CandidateReader

MIN_COUNT = 2  # Members of a cluster
THRESHOLD = 2.0  # Distance below which two subtrees are similar
MAX_KINDS = 60  # Most clusters of one element's children; further children that fit none of them are left out
TABLES = frozenset({"div", "table"})
CONTAINERS = TABLES | {
    "tbody", "tr", "td", "ul", "ol", "li", "dl", "dt", "article", "section", "main", "form", "body", "center", "aside",
    "blockquote", "header", "h4",
}  # fmt: skip
MAX_CHILDREN = 2_000  # Most children of one element that are examined
SAID = 2  # Weight of the words of records named posts, in contrast to teasers of other threads
TYPES = re.compile(r"schema\.org/(?:Answer|Comment|Question|DiscussionForumPosting)\b")
"""Types of microdata that posts have."""
NUMBERED = re.compile(
    r"(?:(?:^|[-_]|(?-i:(?<=[a-z])(?=[A-Z])))(?:post|comment|message|msg|reply|answer)[-_]?|^p)\d+\Z", re.I
)
"""An id that posts have: ``post-12``, ``js-post-12``, ``elComment_12``, ``p12``."""


def distance(first: frozenset[int], second: frozenset[int]) -> float:
    """(len_i + len_j - 2 overlap) / overlap: 0 for equal sets, below 2 if they share more than half, else infinite."""
    overlap = len(first & second)
    return (len(first) + len(second) - 2 * overlap) / overlap if overlap else float("inf")


def cluster_rows(children: Sequence[int], paths: Sequence[frozenset[int]]) -> Iterator[list[Unit]]:
    """Possible records among the children of an element, a list for each cluster or merger of clusters.

    Each child joins the first cluster whose leader is nearer than ``THRESHOLD``. Clusters are parts of the same records
    if their members are at a constant distance from those of the first one, less than the distance of these.
    ``children``: their numbers; ``paths``: the paths in each.
    """
    leaders, clusters, known = list[frozenset[int]](), list[list[int]](), dict[frozenset[int], int]()
    for place, own in enumerate(paths):
        if own not in known:
            near = (n for n, leader in enumerate(leaders) if distance(own, leader) < THRESHOLD)
            known[own] = next(near, len(leaders))
            if known[own] == len(leaders) < MAX_KINDS:
                leaders.append(own)
                clusters.append([])
        if known[own] < len(clusters):
            clusters[known[own]].append(place)
    merged = dict[tuple[int, ...], list[list[list[int]]]]()
    for cluster in clusters:
        if len(cluster) >= MIN_COUNT:
            steps = tuple(np.diff(cluster).tolist())
            groups = merged.setdefault(steps, [])
            if groups and cluster[0] - groups[-1][0][0] < min(steps):
                groups[-1].append(cluster)
            else:
                groups.append([cluster])
    for groups in merged.values():
        yield from ([tuple(children[n] for n in row) for row in zip(*group, strict=True)] for group in groups)


@dataclass(frozen=True, slots=True)
class LocationSettings(MethodSettings):
    """Constants of locating records and the main post.

    ``is_printed``: records are searched as in the paper. ``record_tags``: their tags, and in the paper those of
    governing nodes. ``max_depth``: of the governing node, 1 is the root. ``id_digits``: least consecutive digits in the
    id of a record. ``main_words``: least words of a main post. ``main_levels``: elements whose left sibling may be one,
    the governing node and those around it.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "is_printed": True, "record_tags": TABLES, "max_depth": 11, "id_digits": 4, "main_words": 20, "main_levels": 1,
    }  # fmt: skip

    is_printed: bool = False
    record_tags: frozenset[str] = CONTAINERS
    max_depth: int = 40
    id_digits: int = 0
    main_words: int = 5
    main_levels: int = 4


def locate_records(
    analysis: PageAnalysis, settings: LocationSettings, content: DomMask | None = None
) -> RecordGroup | None:
    """The records of a page, with most of its main content if this is known; None if there are fewer than two.

    Raises PageError: the page holds no element.
    """
    if settings.is_printed:
        found = list(_Search(analysis, settings).candidates())
        return max(found, key=lambda one: analysis.index.depths[governing_node(analysis.index, one)], default=None)
    plain = analysis.shown.words - analysis.shown.link_words
    words = content.words if content else plain

    def weight(group: RecordGroup) -> float:
        """Words of content in all records, reduced for few records; in records named posts, words outside links."""
        count = len(group.units)
        if any(is_called_post(analysis.index, unit[0]) for unit in group.units):
            return SAID * float(np.maximum(words, plain)[group.members].sum())
        return float(words[group.members].sum()) * (count - 1) / count

    return max(analysis.keep(_all_lists), key=weight, default=None)


def _all_lists(analysis: PageAnalysis) -> list[RecordGroup]:
    return _Search(analysis, LocationSettings()).lists()


def locate_all(analysis: PageAnalysis, governing: Bools) -> list[RecordGroup]:
    """The lists of records in some parts of a page, in document order; one may lie in a record of another.

    ``governing``: the elements in which, or in whose subtrees, lists are searched, bool (elements,).

    Raises PageError: the page holds no element.
    """
    wanted = analysis.index.inside(np.flatnonzero(governing))
    return _Search(analysis, LocationSettings()).lists(wanted)


def governing_node(index: ElementIndex, group: RecordGroup) -> int:
    """Number of the element that holds the records."""
    return int(index.parents[group.units[0][0]])


class _Search:
    def __init__(self, analysis: PageAnalysis, settings: LocationSettings) -> None:
        self.analysis, self.subset, self.index, self.settings = analysis, analysis.shown, analysis.index, settings
        self.times = self.subset.subtree_sums(analysis.keep(CandidateReader).written)
        has_children = np.zeros(len(self.index) + 1, bool)
        has_children[self.index.parents[self.subset.numbers]] = True
        self._innermost = self.subset.numbers[~has_children[self.subset.numbers]]

    def paths(self, number: int, strictness: PathSpec = PathSpec.NAMES) -> frozenset[int]:
        """The paths from the root to the innermost elements of a subtree that a reader sees."""
        first, last = np.searchsorted(self._innermost, [number, self.index.ends[number]])
        return frozenset(self.analysis.path_keys.keys(strictness)[self._innermost[first:last]].tolist())

    def own_paths(self, number: int, names: frozenset[str]) -> frozenset[int]:
        """The paths of tags in a subtree, without those in elements that have all of the names: answers to a post."""
        index, own = self.index, list[int]()
        one, end = number + 1, int(self.index.ends[number])
        while one < end:
            is_alike = names <= kind_names(index, one)
            own += [] if is_alike else [one]
            one = int(index.ends[one]) if is_alike else one + 1
        inner = np.intersect1d(own, self._innermost, assume_unique=True).astype(np.int64)
        return frozenset(self.analysis.path_keys.keys(PathSpec.TAGS)[inner].tolist())

    def lists(self, wanted: Bools | None = None) -> list[RecordGroup]:
        """Candidates; neither parts of the records of others, nor two halves of the page around a longer list."""
        found = list(self.candidates(wanted))
        by_length = sorted(found, key=lambda one: len(one.units))
        within = {element: len(one.units) for one in by_length for unit in one.units for element in unit[1:]}
        found = [one for one in found if within.get(one.units[0][0], 0) < len(one.units)]
        longer = [governing_node(self.index, one) for one in found if len(one.units) > MIN_COUNT]
        holding = self.subset.holds(self.index.among(longer))
        return [one for one in found if len(one.units) > MIN_COUNT or not holding[one.members].any()]

    def candidates(self, wanted: Bools | None = None) -> Iterator[RecordGroup]:
        """All groups of records that pass the filters, in document order, or those in ``wanted`` elements."""
        index, settings = self.index, self.settings
        likely = self.subset.kept & (self.times >= MIN_COUNT) & (index.depths <= settings.max_depth)
        if wanted is not None:
            likely &= wanted
        governing = likely & index.has_tag(settings.record_tags) if settings.is_printed else likely
        for number in np.flatnonzero(governing).tolist():
            children = [child for child in self.subset.children(number)[:MAX_CHILDREN] if self.subset.words[child]]
            if settings.is_printed:
                groups = self._filtered(cluster_rows(children, list(map(self.paths, children))))
            else:
                groups = self._repeated(number, children)
            yield from (RecordGroup(tuple(group)) for group in groups if self._is_list(group))

    def _repeated(self, number: int, children: list[int]) -> Iterator[list[Unit]]:
        """The repeated units among the children of an element, those with the same names together."""
        known = set(children)
        units = ([row for row in rows if row[0] in known] for rows in self.regions.get(number, ()))
        for group in join_alike(self.index, list(self._filtered(filter(None, units)))):
            yield fill_between(self.index, children, keep_rhythm(children, without_overlaps(group)))

    @cached_property
    def regions(self) -> dict[int, list[list[Unit]]]:
        """The repeated regions of the page by the element that holds their units, those in several rows row by row."""
        found = defaultdict[int, list[list[Unit]]](list)
        for region in self.analysis.units.regions:
            for parent, rows in itertools.groupby(region.units, lambda row: int(self.index.parents[row[0]])):
                found[parent].append(list(rows))
        return found

    def _filtered(self, groups: Iterable[list[Unit]]) -> Iterator[list[Unit]]:
        """The groups of records with a time and a suitable element; in the paper, of no others."""
        for rows in groups:
            timed = [row for row in rows if any(self.times[element] for element in row)]
            is_whole = len(timed) == len(rows) or not self.settings.is_printed
            if timed and is_whole and all(map(self._is_record, timed)):
                yield timed

    def _is_list(self, rows: list[Unit]) -> bool:
        """Whether there are several records; two must be similar or named posts, or may be halves of one record."""
        if len(rows) != MIN_COUNT or all(is_called_post(self.index, row[0]) for row in rows):
            return len(rows) >= MIN_COUNT
        firsts = rows[0][0], rows[1][0]
        is_alike = distance(*(self.paths(first, PathSpec.TAGS) for first in firsts)) < THRESHOLD
        shared = frozenset.intersection(*(telling_names(self.index, first) for first in firsts))
        return is_alike or (bool(shared) and distance(*(self.own_paths(first, shared) for first in firsts)) < THRESHOLD)

    def _is_record(self, row: Unit) -> bool:
        tag = self.index.tags[row[0]]
        if tag not in self.settings.record_tags and "-" not in tag:  # custom elements have a hyphen
            return False
        identity, digits = self.index.attributes.given[row[0]].get("id", ""), self.settings.id_digits
        return not (identity and digits) or re.search(rf"\d{{{digits}}}", identity) is not None


def kind_names(index: ElementIndex, element: int) -> frozenset[str]:
    """The tag of an element with each class name, and with the pattern of its id; the tag alone if it has neither."""
    return _kind_names(index.tags[element], index.classes[element], index.attributes.given[element].get("id", ""))


def telling_names(index: ElementIndex, element: int) -> frozenset[str]:
    """The names of an element that others of its tag do not have; of a custom element, its tag is one."""
    tag = index.tags[element]
    return kind_names(index, element) - (frozenset() if "-" in tag else {tag})


@lru_cache(maxsize=8192)
def _kind_names(tag: str, classes: str, identity: str) -> frozenset[str]:
    names = [f"{tag}.{mask_digits(name)}" for name in classes.split()]
    return frozenset([*names, f"{tag}#{mask_digits(identity)}"] if identity else names or [tag])


def join_alike(index: ElementIndex, groups: list[list[Unit]]) -> list[list[Unit]]:
    """Groups of records; those whose first elements have a common name are joined."""
    joined: list[tuple[frozenset[str], list[Unit]]] = []
    for group in groups:
        names = frozenset[str]().union(*(kind_names(index, row[0]) for row in group))
        alike = [one for one in joined if one[0] & names]
        rows = sorted(row for _, rows in [*alike, (names, group)] for row in rows)
        joined = [one for one in joined if not one[0] & names]
        joined.append((names.union(*(one[0] for one in alike)), rows))
    return [rows for _, rows in joined]


def keep_rhythm(children: list[int], rows: list[Unit]) -> list[Unit]:
    """Records without those inside another one, if at least half of them begin at equal distances.

    Two rows of a table may be one record, of which the second, with a time in its text, is not a separate one.
    """
    place = {child: number for number, child in enumerate(children)}
    steps = Counter(place[later[0]] - place[row[0]] for row, later in itertools.pairwise(rows))
    usual = max(steps, key=lambda step: (steps[step], -step), default=1)
    if usual == 1 or 2 * steps[usual] < len(rows) - 1:
        return rows
    kept = rows[:1]
    for row, later in itertools.pairwise([*rows[1:], (-1,)]):
        begin = place[kept[-1][0]]
        if place[row[0]] - begin >= usual or place.get(later[0], 0) - begin != usual:
            kept.append(row)
    return kept


def fill_between(index: ElementIndex, children: list[int], rows: list[Unit]) -> list[Unit]:
    """Records with the same beginnings that continue with siblings named like those after most of them."""
    place = {child: number for number, child in enumerate(children)}
    begins = [*(place[row[0]] for row in rows), len(children)]
    runs = [children[begin:end] for begin, end in itertools.pairwise(begins)]
    counts = Counter(name for run in runs[:-1] for name in {name for one in run for name in kind_names(index, one)})
    usual = {name for name, count in counts.items() if 2 * count > len(rows) - 1}
    most = max(map(len, runs[:-1]), default=1)  # the rest of the page follows the last record
    return [
        tuple(child for child in run[:most] if child in row or kind_names(index, child) & usual)
        for row, run in zip(rows, runs, strict=True)
    ]


def without_overlaps(rows: list[Unit]) -> list[Unit]:
    """Records that share no elements with earlier ones; of those with the same beginning, the longest."""
    kept, taken = list[Unit](), set[int]()
    for row in sorted(rows, key=lambda row: (row[0], -len(row))):
        if taken.isdisjoint(row):
            kept.append(row)
            taken.update(row)
    return kept


def nested_records(shown: DomMask, governing: int, rows: Sequence[Unit], *, by_class: bool) -> list[Unit]:
    """Answers inside the posts that they answer: elements in records, with the names of all records.

    They have the pattern of the ids and one of the class names that all records have, or all of these class names, if
    these are sufficient (``by_class``) for records of one element each. ``governing``: the element that holds the rows.
    """
    index = shown.index
    names = frozenset.intersection(*(kind_names(index, row[0]) for row in rows)) - {index.tags[rows[0][0]]}
    identities = {name for name in names if "#" in name and "d+" in name}
    classes = names - identities
    if not classes or not (identities or (by_class and all(len(row) == 1 for row in rows))):
        return []
    known = {row[0] for row in rows}
    inside = governing + 1 + np.flatnonzero(shown.kept[governing + 1 : index.ends[governing]])
    kinds = ((number, kind_names(index, number)) for number in inside.tolist() if number not in known)
    return [(one,) for one, kind in kinds if (identities <= kind and classes & kind if identities else names <= kind)]


def is_called_post(index: ElementIndex, element: int) -> bool:
    """Whether microdata or the id of an element say that it is a post."""
    given = index.attributes.given[element]
    return bool(TYPES.search(given.get("itemtype", "")) or NUMBERED.search(given.get("id", "")))
