"""The lists of a page, the most probable first: candidates of several sources, compared by measured confidence.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench lists PATH --learn``, which prints these numbers.

The expensive feature of a list is the agreement of its records, and the confidence increases with it. So each candidate
first gets the confidence that it would have with perfect agreement. The records of the best candidate are aligned, and
it is the next in the order if it is still the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import chain, compress, islice

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.units.nodes import TEXT
from iawce.data.analysis.units.repeated_units import MIN_COUNT, RecordGroup, Unit
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.elements import Bools, Ints
from iawce.data.dom.tags import HEADINGS
from iawce.extract.content.entries import sole_entry
from iawce.extract.papers.simhtree.find_tables import agreement, keep_apart, rank, table_of
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.papers.simhtree.table import Table
from iawce.extract.records.choices import SOURCES, ListSource
from iawce.extract.records.lists.list_sources import find_candidates, whole_list

MIN_VALUE = 1e-6  # Share of the best rank of the page below which ranks count as equal
MIN_SHARE, MIN_BEST = 0.05, 0.2
"""Share of the main content below which a list is beside it, if another list has the second share."""
RIVAL = 0.4  # Share of the confidence of a list beside the main content below which all lists in it come after that one
LINKED = 0.9  # Least share of units with links in a list that is grouped
MAX_HEADING, MAX_LONG = 3, 6
"""Words of a heading above a group: a year, a letter; or a kind of things, if each of these has more words."""
HELD = {"links": ("a",), "headings": HEADINGS[:4], "paragraphs": ("p",)}
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
"""Weight of each feature; shares, and the position of the first unit on the page, are from 0 to 1."""
FEATURES = tuple(WEIGHTS)  # Names of the features, in order
AGREEMENT, GROUPS, SIMHTREE = (FEATURES.index(name) for name in ("agreement of columns", "groups", "simhtree"))
RANKED = [FEATURES.index(name) for name in ("log of relative rank", "first by rank")]
Floats = NDArray[np.float64]


def confidences(features: Floats) -> Floats:
    """Probability that each candidate is its page's main list, float64 (candidates,); 0 if it groups another.

    ``features``: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([*WEIGHTS.values()]) + INTERCEPT
    return np.where(features[:, GROUPS] > 0, 0.0, 1 / (1 + np.exp(-logits)))


def _are_own(features: Floats) -> Bools:
    """Whether each candidate is one of SimHTree and not a list of groups, bool (candidates,)."""
    return np.asarray((features[:, SIMHTREE] > 0) & (features[:, GROUPS] == 0))


class ListFeatures:
    """The features of the lists of a page by its tree, its main content, and the settings of the alignment."""

    def __init__(self, tree: SimTree, content: DomMask, settings: SimHTreeSettings) -> None:
        self.tree, self.settings, index = tree, settings, tree.analysis.index
        shown = tree.analysis.shown
        self.words, self.wanted = shown.words, content.words
        self.values = np.array(tree.nodes.values)
        given, hrefs = index.attributes.given, index.tagged("a")
        self.leads = np.zeros(len(index), bool)
        self.leads[[number for number in hrefs if not given[number].get("href", "#").startswith("#")]] = True
        self.leads &= shown.kept
        self.links = shown.subtree_sums(self.leads)
        self.held = [shown.holds(index.has_tag(tags)) for tags in HELD.values()]
        self.is_heading = index.has_tag(HEADINGS) & shown.kept
        self.headings = np.flatnonzero(self.is_heading).tolist()

    def of(self, candidates: Sequence[RecordGroup]) -> Floats:
        """The features of each candidate, float64 (candidates, ``len(FEATURES)``)."""
        features, ranks = self.before_alignment(candidates), self.ranks(candidates)
        features[:, AGREEMENT] = [self.agreement(each) for each in candidates]
        scores, own = ranks * features[:, AGREEMENT], _are_own(features)
        features[:, RANKED] = _ranked(scores, float(scores[own].max(initial=1.0)), own)
        return features

    def before_alignment(self, candidates: Sequence[RecordGroup]) -> Floats:
        """The features before the alignment of records, which is expensive; those that depend on it are 0."""
        units = [[self._elements(unit) for unit in each.units] for each in candidates]
        rows = np.array([*map(self._of, candidates, units)], np.float64).reshape(len(candidates), -1)
        sources = np.array([[float(source in each.sources) for source in SOURCES] for each in candidates])
        return np.column_stack([rows, self._grouped(units), sources, np.zeros((len(candidates), 2))])

    def agreement(self, candidate: RecordGroup) -> float:
        """Agreement of the records of a candidate, 0 to 1."""
        return agreement(self.tree, candidate, self.settings)

    def ranks(self, candidates: Sequence[RecordGroup]) -> Floats:
        """Ranks of the candidates among the regions of SimHTree, float64 (candidates,)."""
        return np.array([rank(self.tree, each, self.settings)[0] for each in candidates], np.float64)

    def are_menus(self, candidates: Sequence[RecordGroup]) -> list[bool]:
        """Which candidates are links, or mostly such, beside the main content, where another one has a part of it.

        Those that a list in the content groups are none: its texts are about them.
        """
        places = [[self.tree.parts[node].element for node in each.members] for each in candidates]
        counted = (self.wanted, self.words, self.tree.analysis.shown.link_words)
        wanted, said, linked = ([int(words[one].sum()) for one in places] for words in counted)
        if max(wanted, default=0) < MIN_BEST * self.wanted[0]:
            return [False] * len(candidates)
        rows = zip(wanted, said, linked, strict=True)
        found = [own < MIN_SHARE * self.wanted[0] and links >= LINKED * words for own, words, links in rows]
        members = {node for each in compress(candidates, found) for node in each.members}
        found = [2 * sum(node in members for node in each.members) >= len(each.members) for each in candidates]
        units = [[self._elements(unit) for unit in each.units] for each in candidates]
        for outer, inner in self._groupings(units) if any(found) and not all(found) else ():
            heads = np.array([unit[0] for unit in units[inner]])
            is_few = len(units[outer]) <= MIN_COUNT and not self._are_sections(units[outer], heads)
            found[inner] &= found[outer] or is_few
        return found

    def are_cards(self, candidate: RecordGroup) -> bool:
        """Whether units have more values than a name and a picture."""
        return bool(self.values[candidate.members].sum() > 2 * len(candidate.units))

    def _of(self, candidate: RecordGroup, units: Sequence[Ints]) -> list[float]:
        elements = np.concatenate(units)
        starts = np.cumsum([0, *map(len, units[:-1])])
        sizes = np.add.reduceat(self.words[elements], starts)
        own, wanted = float(sizes.sum()), float(self.wanted[elements].sum())
        return [
            float(np.log(len(units))),
            wanted / max(float(self.wanted[0]), 1.0),
            own / max(float(self.words[0]), 1.0),
            wanted / max(own, 1.0),
            float(np.log1p(own / len(units))),
            float(sizes.std() / max(sizes.mean(), 1.0)),
            *(float(np.maximum.reduceat(found[elements], starts).mean()) for found in self.held),
            float(np.log1p(self.values[candidate.members].sum() / len(units))),
            candidate.likeness,
            float(elements.min()) / len(self.words),
            0.0,
        ]

    def _elements(self, unit: Unit) -> Ints:
        """Elements of a unit's nodes; for a text node, the element around it."""
        parts = [self.tree.parts[node] for node in unit]
        return np.array([part.element for part in parts if part.tag != TEXT] or [parts[0].element], np.int64)

    def _grouped(self, candidates: Sequence[Sequence[Ints]]) -> Floats:
        """Whether the units of each candidate are groups of those of another one, or are grouped by one."""
        found = np.zeros((len(candidates), 2))
        for outer, inner in self._groupings(candidates):
            found[outer, 0] = found[inner, 1] = 1.0
        return found

    def _groupings(self, candidates: Sequence[Sequence[Ints]]) -> list[tuple[int, int]]:
        """Candidates whose units are groups of linked units of another candidate, and this one.

        A group consists of one or more units, not equally many in all groups, below a short heading, whose link, if it
        has one, is the same in all: ``edit``; or below several headings; or below a text and a heading above those of
        the units. The parts of groups with several units are groups, too. ``candidates``: the elements of each unit of
        each.
        """
        heads = [np.array([unit[0] for unit in units]) for units in candidates]
        whole = [np.concatenate(units) for units in candidates]
        headings = self.tree.analysis.shown.subtree_sums(np.where(self.is_heading, self.words, 0))
        words, links, headed = (
            [int(counts[own].sum()) for own in whole] for counts in (self.words, self.links, headings)
        )
        linked = [each for each, own in enumerate(heads) if self.held[0][own].mean() >= LINKED]
        rows = self.tree.analysis.index.has_tag(("tr",))  # whose children are their cells
        pairs = [(outer, inner) for outer, own in enumerate(heads) for inner in linked if not rows[own[0]]]
        rests, found = {pair: words[pair[0]] - words[pair[1]] for pair in pairs}, list[tuple[int, int]]()
        for outer, inner in sorted(pairs, key=lambda pair: rests[pair] == 0):
            count, rest = len(heads[outer]), rests[outer, inner]
            each = min(max(MAX_HEADING, words[inner] / len(heads[inner])), MAX_LONG)
            is_headings = rest == headed[outer] - headed[inner] > 0
            is_rest = 0 < rest <= each * count or is_headings or (rest == 0 and any(inner == one for _, one in found))
            more = links[outer] - links[inner]
            is_text = more == 0 and self._are_sections(candidates[outer], heads[inner])
            if ((is_rest and more in (0, count)) or is_text) and self._are_groups(candidates[outer], heads[inner]):
                found.append((outer, inner))
        ends = [self.tree.analysis.index.ends[[unit[-1] for unit in units]] for units in candidates]
        for outer, inner in tuple(found):
            inside = self.tree.analysis.index.inside(whole[outer])
            held = [np.diff(np.searchsorted(heads[inner], pair), axis=0) for pair in zip(heads, ends, strict=True)]
            are_parts = [
                inside[own].all() and counts.min() > 0 and counts.max() > 1
                for own, counts in zip(heads, held, strict=True)
            ]
            found += [(each, inner) for each, is_part in enumerate(are_parts) if is_part]
        return found

    def _are_sections(self, groups: Sequence[Ints], inner: Ints) -> bool:
        """Whether groups are headed above their units, each of which has a heading: all with a text about the group."""
        index, units = self.tree.analysis.index, ((one,) for one in inner.tolist())
        above, below = (
            [index.first_within(self.headings, own) for own in each] for each in (map(tuple, groups), units)
        )
        levels = [[index.tags[one] for one in each if one is not None] for each in (above, below)]
        return len(levels[0]) == len(above) and len(levels[1]) == len(below) and max(levels[0]) < min(levels[1])

    def _are_groups(self, groups: Sequence[Ints], inner: Ints) -> bool:
        """Whether groups contain all of the elements, nearly each some, and not all of these the same number."""
        index, heads = self.tree.analysis.index, np.array([own[0] for own in groups])
        around = np.maximum(np.searchsorted(heads, inner, "right") - 1, 0)
        counts = np.bincount(around, minlength=len(heads))
        ends = index.ends[[own[-1] for own in groups]]
        is_inside = (heads[around] <= inner) & (inner < ends[around])
        if not is_inside.all() or (counts > 0).mean() < LINKED or len(np.unique(counts[counts > 0])) == 1:
            return False
        others = self.leads & index.inside(np.concatenate(groups)) & ~index.inside(inner)
        return len({self.tree.analysis.texts.line(one) for one in np.flatnonzero(others).tolist()}) <= 1


def _ranked(scores: Floats, best: float, own: Bools) -> Floats:
    """The features ``RANKED`` of candidates by their scores, relative to the best of SimHTree's own lists."""
    return np.column_stack([np.log(np.clip(scores / best, MIN_VALUE, 1.0)), own & (scores >= best)])


def best_first_search(
    features: ListFeatures, candidates: Sequence[RecordGroup], source: ListSource = "weighed"
) -> Iterator[tuple[RecordGroup, float]]:
    """The candidates of a source with their confidences beside all others, most probable first, equal ones in order."""
    known, ranks = features.before_alignment(candidates), features.ranks(candidates)
    own, best = _are_own(known), 1.0
    agreement = cache(lambda place: features.agreement(candidates[place]))
    for place in np.argsort(-np.where(own, ranks, 0.0), kind="stable").tolist():
        if not own[place] or ranks[place] <= best:  # its rank is an upper bound of its score
            break
        best = max(best, float(ranks[place]) * agreement(place))

    def confidence(places: Sequence[int], agreements: Floats) -> list[float]:
        rows, scores = known[places], ranks[places] * agreements
        rows[:, AGREEMENT], rows[:, RANKED] = agreements, _ranked(scores, best, own[places])
        return [float(one) for one in confidences(rows)]

    asked = [place for place, each in enumerate(candidates) if source == "weighed" or source in each.sources]
    bounds = confidence(asked, np.ones(len(asked))) if asked else []
    waiting = [(-bound, place, False) for place, bound in zip(asked, bounds, strict=True)]
    heapify(waiting)
    while waiting:
        bound, place, is_aligned = heappop(waiting)
        if is_aligned:
            yield candidates[place], -bound
        else:
            heappush(waiting, (-confidence([place], np.array([agreement(place)]))[0], place, True))


@dataclass(frozen=True, slots=True)
class RankedList:
    """``table``: the records of a list; ``confidence`` that it is the main list, 0 to 1."""

    table: Table
    confidence: float


def rank_lists(tree: SimTree, content: DomMask, source: ListSource = "weighed", most: int = 1) -> list[RankedList]:
    """At most so many lists of a page, none within another, the most probable first.

    ``tree``: by the default settings; ``content``: the main content.

    Raises PageError: the page takes too long.
    """
    settings, sure = SimHTreeSettings.default(), dict[RecordGroup, float]()
    candidates, features = find_candidates(tree, settings), ListFeatures(tree, content, settings)
    is_menu = features.are_menus(candidates)
    menus, others = (list(compress(candidates, chosen)) for chosen in (is_menu, [not one for one in is_menu]))

    def search() -> Iterator[tuple[RecordGroup, float]]:
        """The candidates in order; menus last, but cards first if all other lists are groups or much less probable."""
        inside, beside = (best_first_search(features, each, source) if each else iter(()) for each in (others, menus))
        first = [*islice(inside, 1)]
        sure = sum(confidence for _, confidence in first)
        weaker = ((group, confidence * (1 - sure)) for group, confidence in beside)
        rival = [*islice(weaker, 1 if sure < RIVAL else 0)]
        is_won = any(not sure or (features.are_cards(one) and confidence * RIVAL > sure) for one, confidence in rival)
        yield from chain(rival if is_won else [], first, inside, [] if is_won else rival, weaker)

    ranked = search()

    def groups() -> Iterator[RecordGroup]:
        heads = [*islice(ranked, 1)]
        if source in ("weighed", "class_names") and (alone := _sole_entry(tree, heads[0][0] if heads else None)):
            heads.insert(0, (alone, 1 - sum(confidence for _, confidence in heads)))
        for group, confidence in chain(heads, ranked):
            sure[group] = confidence
            yield group

    chosen = list(islice(keep_apart(tree, groups()), most))
    return [RankedList(table_of(tree, whole_list(tree, each), settings), round(sure[each], 3)) for each in chosen]


def _sole_entry(tree: SimTree, first: RecordGroup | None) -> RecordGroup | None:
    """The only entry of a page, if the most probable list is only a part of it or beside it."""
    elements = [tree.parts[unit[0]].element for unit in first.units] if first else [0]
    entry = sole_entry(tree.analysis.shown, elements)
    node = next((node for node, part in enumerate(tree.parts) if node and part.element == entry), 0)
    return RecordGroup(((node,),)) if node and tree.tag(node) != TEXT else None
