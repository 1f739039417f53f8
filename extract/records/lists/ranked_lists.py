"""The lists of a page, the most probable first: candidates of several sources, compared by boosted trees.

Learned from lists that were told right or wrong by ``python -m bench lists PATH --learn``, which measures the trees on
sites that they were not grown on and writes them to ``models/weights/lists``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, compress, islice
from operator import not_
from pathlib import Path

import numpy as np

from iawce.data.analysis.units.nodes import TEXT
from iawce.data.analysis.units.repeated_units import MIN_COUNT, RecordGroup, Unit, sole_entry
from iawce.data.arrays import Ints
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.data.errors import EnvironmentMissing
from iawce.extract.content.boilerplate import list_controls
from iawce.extract.papers.simhtree.find_tables import keep_apart, table_of
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.papers.simhtree.table import Table
from iawce.extract.records.choices import SOURCES, ListSource
from iawce.extract.records.lists.list_sources import find_candidates, first_pages, whole_list
from iawce.models.common.record import read_record, read_weights
from iawce.models.common.runtime import BoostedTrees
from iawce.models.page_type.classifier import WEIGHTS

MODEL = WEIGHTS / "lists" / "lists.json"
MIN_SHARE, MIN_BEST = 0.05, 0.2
"""Share of the main content below which a list is beside it, if another list has the second share."""
LINKED = 0.9  # Least share of units with links in a list that is grouped
CARD = 2  # Most values of a unit of a menu: a name and a picture
MAX_HEADING, MAX_LONG = 3, 6
"""Words of a heading above a group: a year, a letter; or a kind of things, if each of these has more words."""
HELD = {"links": ("a",), "headings": HEADINGS[:4], "paragraphs": ("p",)}
FEATURES = (
    *("log of units", "share of content", "share of page", "content in it", "log of words each", "spread of words"),
    *(*HELD, "log of values each", "likeness", "place", "share of area", "log of area by units", "menu"),
    *("grouped", *SOURCES),
)
"""Names of the features, in order; shares, and the position of the first unit on the page, are from 0 to 1."""


@cache
def load_list_model(path: Path = MODEL) -> BoostedTrees:
    """The trees whose record is ``path``, kept for the whole process.

    Raises EnvironmentMissing: they are absent, damaged, or were grown on other features than this version computes.
    """
    record = read_record(path)
    if record.input.features != FEATURES:
        raise EnvironmentMissing(f"{path} was trained on other features than this version computes")
    return BoostedTrees.from_arrays(read_weights(path, record))


class ListFeatures:
    """The features of lists of a page by its tree and its main content.

    ``features``: float64 (candidates, ``len(FEATURES)``). ``are_groups``: whether the units of a candidate are groups
    of those of another one, bool (candidates,); such a one is not the main list.
    """

    def __init__(self, tree: SimTree, content: DomMask, candidates: Sequence[RecordGroup]) -> None:
        self.tree, self.candidates, index = tree, candidates, tree.analysis.index
        shown = tree.analysis.shown
        self.words = shown.words
        self.values, self.areas = np.array(tree.nodes.values), np.array(tree.areas)
        given, hrefs = index.attributes.given, index.tagged("a")
        self.leads = np.zeros(len(index), bool)
        self.leads[[number for number in hrefs if not given[number].get("href", "#").startswith("#")]] = True
        self.leads &= shown.kept
        self.links = shown.subtree_sums(self.leads)
        self.held = [shown.holds(index.has_tag(tags)) for tags in HELD.values()]
        self.is_heading = index.has_tag(HEADINGS) & shown.kept
        self.headings = np.flatnonzero(self.is_heading).tolist()
        self.units = [[self._elements(unit) for unit in each.units] for each in candidates]
        self.places = [[tree.parts[node].element for node in each.members] for each in candidates]
        self.are_cards = [self.values[each.members].sum() > CARD * len(each.units) for each in candidates]
        self.wanted, self.linked = self._without_filters(content)
        self.are_groups = np.zeros(len(candidates), bool)
        self.are_groups[[outer for outer, _ in self.groupings]] = True
        grouped = {inner for _, inner in self.groupings}
        self.are_menus = self._are_menus()
        rows = (self._of(place, place in grouped) for place in range(len(candidates)))
        self.features = np.array([*rows], np.float64).reshape(len(candidates), len(FEATURES))

    def confidences(self, trees: BoostedTrees) -> list[float]:
        """Probability that each candidate is the main list of the page; 0 if it groups another, or has its fields.

        Where the units of one group are more probable than those of all groups, but less than twice, the two exchange
        their probabilities. Records are as probable as their fields.
        """
        odds = np.exp(-trees(self.features.astype(np.float32))[:, 0])
        found: list[float] = np.where(self.are_groups, 0.0, 1 / (1 + odds)).tolist()
        best = dict[int, int]()
        for part, whole in self._parts_of_groups():
            best[whole] = max(part, best.get(whole, part), key=lambda one: (found[one], -one))
        for whole, part in sorted(best.items()):
            if found[whole] < found[part] < 2 * found[whole]:
                found[part], found[whole] = found[whole], found[part]
        for fields, records in self._labelled_fields():
            found[records], found[fields] = max(found[records], found[fields]), 0.0
        return found

    def _labelled_fields(self) -> Iterator[tuple[int, int]]:
        """Candidates whose units begin with the same texts in the same order in each unit of another one, and this one.

        These are labels, so that they have no number, and what stands behind them differs, but not in its links.
        """
        tree, ends = self.tree, self.tree.analysis.index.ends
        for fields in compress(range(len(self.units)), map(not_, self.are_cards)):
            units, heads = self.candidates[fields].units, [int(own[0]) for own in self.units[fields]]
            texts = [next((value.text for value in tree.values(unit)), "") for unit in units]
            differing = {tuple(tree.said[node] for node in unit) for unit in units}
            is_labelled = all(texts) and len(differing) >= 2 * len({*texts})
            links = {value.link for unit in units if is_labelled for value in tree.values(unit)} - {""}
            if not is_labelled or len(links) > len({*texts}) or any(map(str.isdigit, chain.from_iterable(texts))):
                continue
            for records in sorted(range(len(self.units)), key=lambda one: -len(self.units[one])):
                bounds = [(own[0], ends[own[-1]]) for own in self.units[records]]
                series = [texts[slice(*pair)] for pair in np.searchsorted(heads, bounds).tolist()]
                longest = max(series, key=len)
                are_all = sum(map(len, series)) == len(texts) and len(series) > MIN_COUNT
                is_series = are_all and len({*longest}) == len(longest) > 1
                if is_series and all(text in rest for own in series for rest in [iter(longest)] for text in own):
                    yield fields, records
                    break

    def _parts_of_groups(self) -> Iterator[tuple[int, int]]:
        """Candidates whose units are those of one group of another candidate's, and this one."""
        firsts, ends = [{int(unit[0]) for unit in units} for units in self.units], self.tree.analysis.index.ends
        for outer, inner in set(self.groupings):
            spans = [range(int(group[0]), int(ends[group[-1]])) for group in self.units[outer]]
            groups = [group for span in spans if (group := firsts[inner].intersection(span)) < firsts[inner]]
            yield from ((part, inner) for part, own in enumerate(firsts) if any(map(own.issubset, groups)))

    def _without_filters(self, content: DomMask) -> tuple[Ints, Ints]:
        """Words of the main content without filters, and of links and filters; with them if no list is left then."""
        shown = self.tree.analysis.shown
        filters = shown.index.inside(self.tree.analysis.keep(list_controls))
        rest = DomMask(shown.index, content.kept & ~filters).words
        if max((rest[own].sum() for own in self.places), default=0) <= MIN_BEST * rest[0]:
            return content.words, shown.link_words
        return rest, shown.subtree_sums(np.where(shown.index.linked | filters, shown.index.own_words, 0))

    def _are_menus(self) -> list[bool]:
        """Which candidates are beside the main content, where another one has a part of it, and hardly more than links.

        Those that a list in the content groups are none: its texts are about them.
        """
        counted = (self.wanted, self.words, self.linked)
        wanted, said, linked = ([int(words[one].sum()) for one in self.places] for words in counted)
        if max(wanted, default=0) < MIN_BEST * self.wanted[0]:
            return [False] * len(self.candidates)
        rows = zip(wanted, said, linked, strict=True)
        found = [own < MIN_SHARE * self.wanted[0] and links >= LINKED * words for own, words, links in rows]
        members = {node for each in compress(self.candidates, found) for node in each.members}
        found = [2 * sum(node in members for node in each.members) >= len(each.members) for each in self.candidates]
        for outer, inner in self.groupings if any(found) and not all(found) else ():
            heads = np.array([unit[0] for unit in self.units[inner]])
            is_few = len(self.units[outer]) <= MIN_COUNT and not self._are_sections(self.units[outer], heads)
            found[inner] &= found[outer] or is_few
        return [
            is_menu and (not is_card or self._leads_everywhere(place))
            for place, (is_menu, is_card) in enumerate(zip(found, self.are_cards, strict=True))
        ]

    def _leads_everywhere(self, place: int) -> bool:
        """Whether nearly each value of a candidate is a link to another page, as in menus with menus below them."""
        index, own = self.tree.analysis.index, np.concatenate(self.units[place])
        links = np.flatnonzero(self.leads & index.inside(own)).tolist()
        pages = {index.attributes.given[one].get("href") for one in links}
        return len(pages) >= LINKED * int(self.values[self.candidates[place].members].sum())

    def _of(self, place: int, is_grouped: bool) -> list[float]:
        candidate, units = self.candidates[place], self.units[place]
        elements = np.concatenate(units)
        starts = np.cumsum([0, *map(len, units[:-1])])
        sizes = np.add.reduceat(self.words[elements], starts)
        own, wanted = float(sizes.sum()), float(self.wanted[elements].sum())
        area = float(self.areas[candidate.members].sum() / max(self.areas[0], 1.0))
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
            area,
            float(np.log1p(area * len(units))),
            float(self.are_menus[place]),
            float(is_grouped),
            *(float(source in candidate.sources) for source in SOURCES),
        ]

    def _elements(self, unit: Unit) -> Ints:
        """Elements of a unit's nodes; for a text node, the element around it."""
        parts = [self.tree.parts[node] for node in unit]
        return np.array([part.element for part in parts if part.tag != TEXT] or [parts[0].element], np.int64)

    @cached_property
    def groupings(self) -> list[tuple[int, int]]:
        """Candidates whose units are groups of linked units of another candidate, and this one.

        A group consists of one or more units, not equally many in all groups, below a short heading, whose link, if it
        has one, is the same in all: ``edit``; or below several headings; or below a text and a heading above those of
        the units. The parts of groups with several units are groups, too.
        """
        candidates = self.units
        heads = [np.array([unit[0] for unit in units]) for units in candidates]
        whole = [np.concatenate(units) for units in candidates]
        headings = self.tree.analysis.shown.subtree_sums(np.where(self.is_heading, self.words, 0))
        words, links, headed = (
            [int(counts[own].sum()) for own in whole] for counts in (self.words, self.links, headings)
        )
        linked = [each for each, own in enumerate(heads) if self.held[0][own].mean() >= LINKED]
        linked = [each for each in linked if not self._are_parts(self.candidates[each])]
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
            may_group = is_text or (is_rest and more in (0, count))
            if may_group and self._are_groups(candidates[outer], heads[inner], are_cards=self.are_cards[inner]):
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

    def _are_parts(self, candidate: RecordGroup) -> bool:
        """Whether the first links of most units lead where another unit's does: to the page of their record."""
        pages = Counter(link.partition("#")[0] for link in first_pages(self.tree, candidate.units))
        return 2 * sum(count for count in pages.values() if count > 1) > pages.total()

    def _are_sections(self, groups: Sequence[Ints], inner: Ints) -> bool:
        """Whether groups are headed above their units, each of which has a heading: all with a text about the group."""
        index, units = self.tree.analysis.index, ((one,) for one in inner.tolist())
        above, below = (
            [index.first_within(self.headings, own) for own in each] for each in (map(tuple, groups), units)
        )
        levels = [[index.tags[one] for one in each if one is not None] for each in (above, below)]
        return len(levels[0]) == len(above) and len(levels[1]) == len(below) and max(levels[0]) < min(levels[1])

    def _are_groups(self, groups: Sequence[Ints], inner: Ints, *, are_cards: bool) -> bool:
        """Whether groups contain all of the elements, nearly each some, and, unless these are cards, unlike numbers."""
        index, heads = self.tree.analysis.index, np.array([own[0] for own in groups])
        around = np.maximum(np.searchsorted(heads, inner, "right") - 1, 0)
        counts = np.bincount(around, minlength=len(heads))
        ends = index.ends[[own[-1] for own in groups]]
        is_inside = (heads[around] <= inner) & (inner < ends[around])
        is_even = len(np.unique(counts[counts > 0])) == 1 and not (are_cards and counts[0] > CARD)
        if not is_inside.all() or (counts > 0).mean() < LINKED or is_even:
            return False
        others = self.leads & index.inside(np.concatenate(groups)) & ~index.inside(inner)
        return len({self.tree.analysis.texts.line(one) for one in np.flatnonzero(others).tolist()}) <= 1


@dataclass(frozen=True, slots=True)
class RankedList:
    """``table``: the records of a list; ``confidence`` that it is the main list, 0 to 1."""

    table: Table
    confidence: float


def rank_lists(
    tree: SimTree, content: DomMask, source: ListSource = "weighed", most: int = 1, trees: BoostedTrees | None = None
) -> list[RankedList]:
    """At most so many lists of a page, none within another, the most probable first; menus after all others.

    ``tree``: by the default settings; ``content``: the main content; ``trees``: others than the shipped ones.

    Raises PageError: the page takes too long.
    """
    settings = SimHTreeSettings()
    found = ListFeatures(tree, content, find_candidates(tree, settings))
    confidences, is_menu = found.confidences(trees or load_list_model()), found.are_menus
    best = max(compress(confidences, map(not_, is_menu)), default=0.0)
    sure = dict[RecordGroup, float]()
    for place in sorted(range(len(is_menu)), key=lambda one: (is_menu[one] and best > 0, -confidences[one])):
        if source == "weighed" or source in found.candidates[place].sources:
            own = min(confidences[place], best) * (1 - best) if is_menu[place] and best else confidences[place]
            sure[found.candidates[place]] = own
    ranked = [*sure]
    if source in ("weighed", "class_names") and (alone := _sole_entry(tree, ranked[0] if ranked else None)):
        sure[alone] = 1 - sum(sure[each] for each in ranked[:1])
        ranked.insert(0, alone)
    chosen = islice(keep_apart(tree, ranked), most)
    return [RankedList(table_of(tree, whole_list(tree, each), settings), round(sure[each], 3)) for each in chosen]


def _sole_entry(tree: SimTree, first: RecordGroup | None) -> RecordGroup | None:
    """The only entry of a page, if the most probable list is only a part of it or beside it."""
    elements = [tree.parts[unit[0]].element for unit in first.units] if first else [0]
    entry = sole_entry(tree.analysis.shown, elements)
    node = next((node for node, part in enumerate(tree.parts) if node and part.element == entry), 0)
    return RecordGroup(((node,),)) if node and tree.tag(node) != TEXT else None
