"""Aligns the records of a cluster: the record model, in rounds.

Source: Ren and Xue 2007, section 3.4. The level codes of the records are matched with the pattern top down, breadth
first, the children of matched nodes with each other; nodes with a certain place are added to the pattern, and records
with other nodes are matched again after that.

Deviations: the first pattern is the record with most leaves among those with the most frequent root; records with
another root are dropped. Nodes are matched in the tree, whose levels are those of the codes. Rounds end when one
changes nothing, or after ``settings.rounds``. In a record that then remains, unmatched nodes are placed after the
preceding match and the record is marked, or it is dropped if ``settings.strict``.

Source: Ren and Xue 2007, section 3.4, StrMatch and check.

Deviations: the printed example of case 3, ``p/abc`` with ``p/adbc``, is case 1 by its own definition, since ``a`` and
``b`` are neighbours; case 3 is interpreted as an item between two whose matches have other items between them. Cases 1
and 2 are one, as the paper says they can be. ``align_alike`` is the paper's future work: of several equal choices it
chooses those with the largest total similarity, whereas ``match_first`` chooses the first.

The level codes of the paper are a notation of these trees, which is not made: an inner node is its tag and number of
children, a leaf its tag and a pointer into a table of values, and ``#`` marks a run of nodes that a more complete
record has.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.limits import Deadline
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings, ValueKind
from iawce.extract.papers.simhtree.sim_tree import NodeLook, SimTree

RECORD = "record"  # Tag of the pattern's root
SAME_KIND, SAME_TEXT, SAME_CLASS, OTHER_CLASS = 1.0, 2.0, 2.0, 0.1
"""The similarity of two nodes with one tag is 1 plus these, for values of one kind, equal values, and similar class
names."""
MAX_TEXTS = 50  # Most different texts of a node that are stored
P = TypeVar("P")
S = TypeVar("S")
Map = dict[int, int]  # Place in the pattern of each matched place of the string; both are increasing
MAX_PAIRS = 2_500  # Largest product of the lengths of both strings; beyond it, only the first choice is examined
CHECKED_EVERY = 16  # Number of records between two checks of the deadline
MAX_NODES = 1_000  # Most nodes of the pattern; further nodes of a record have no place
MAX_LIKENESSES = 500_000  # Most comparisons of nodes for one cluster; then only the first choices are examined


@dataclass(eq=False, slots=True)
class PatternNode:
    """A node of the record model, with the distinctive class names of its nodes, and its node in each record."""

    tag: str
    column: int = -1
    names: Counter[str] = field(default_factory=Counter)
    kinds: Counter[ValueKind] = field(default_factory=Counter)
    texts: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    children: list["PatternNode"] = field(default_factory=list)
    filled: dict[int, int] = field(default_factory=dict)

    def below(self) -> Iterator["PatternNode"]:
        """The node and its descendants, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def fill(self, record: int, node: int, look: NodeLook) -> None:
        """Add the node of a record."""
        self.filled[record] = node
        self.names.update(look.names)
        self.kinds[look.kind] += 1
        if look.text and len(self.texts) < MAX_TEXTS:
            self.texts.add(look.text)
        if look.label and len(self.labels) < MAX_TEXTS:
            self.labels.add(look.label)


def node_likeness(pattern: PatternNode, look: NodeLook) -> float:
    """Similarity of a node to the nodes of a pattern node; 0 if they do not match."""
    if pattern.tag != look.tag or pattern.column != look.column:
        return 0.0
    if look.label and pattern.labels and look.label not in pattern.labels:
        return 0.0
    score = 1.0
    if look.names and pattern.names:
        shared = sum(name in pattern.names for name in look.names)
        if not shared and (look.kind in (ValueKind.TEXT, ValueKind.NONE) or look.kind not in pattern.kinds):
            return 0.0
        score += SAME_CLASS * shared / len(look.names) if shared else OTHER_CLASS - 1
    if look.kind in pattern.kinds:
        score += SAME_KIND * pattern.kinds[look.kind] / len(pattern.filled)
    return score + (SAME_TEXT if look.text and look.text in pattern.texts else 0.0)


def _are_in_order(pattern: Sequence[PatternNode], looks: Sequence[NodeLook]) -> bool:
    """Whether the sum of likenesses of nodes at equal places is above that of any map, which would leave one out."""
    found, bounds = 0.0, list[float]()
    for node, look in zip(pattern, looks, strict=True):
        if not (likeness := node_likeness(node, look)):
            return False
        found += likeness
        is_said = bool(look.text) and any(look.text in one.texts for one in pattern)
        bounds.append(1 + SAME_KIND + (SAME_CLASS if look.names else 0.0) + (SAME_TEXT if is_said else 0.0))
    return found > sum(bounds) - min(bounds)


def match_first(pattern: Sequence[Hashable], string: Sequence[Hashable]) -> Map:
    """The map of StrMatch: each item of the string with the first equal one after the last match."""
    places: dict[Hashable, list[int]] = {}
    for place, item in enumerate(pattern):
        places.setdefault(item, []).append(place)
    matched: Map = {}
    following = 0
    for index, item in enumerate(string):
        equal = places.get(item, [])
        found = bisect_left(equal, following)
        if found < len(equal):
            matched[index] = equal[found]
            following = equal[found] + 1
    return matched


def align_alike(pattern: Sequence[P], string: Sequence[S], likeness: Callable[[P, S], float]) -> Map:
    """The map with the largest sum of likenesses; items whose likeness is 0 are never matched.

    Time grows with the product of both lengths, which callers limit to ``MAX_PAIRS``.
    """
    if not (pattern and string):
        return {}
    best = [[0.0] * (len(string) + 1) for _ in range(len(pattern) + 1)]
    alike = [[likeness(theirs, ours) for ours in string] for theirs in pattern]
    for row in range(len(alike) - 1, -1, -1):
        below, here, most = best[row + 1], best[row], 0.0
        for column in range(len(string) - 1, -1, -1):
            most = max(most, below[column])
            if (one := alike[row][column]) and one + below[column + 1] > most:
                most = one + below[column + 1]
            here[column] = most
    matched: Map = {}
    row = column = 0
    while row < len(pattern) and column < len(string):
        if alike[row][column] and best[row][column] == alike[row][column] + best[row + 1][column + 1]:
            matched[column] = row
            row, column = row + 1, column + 1
        elif best[row][column] == best[row][column + 1]:
            column += 1
        else:
            row += 1
    return matched


def check(matched: Map, pattern_length: int, string_length: int) -> list[tuple[range, int, bool]]:
    """Each run of unmatched items, the place in the pattern where it is inserted, and whether that is certain.

    It is certain if the items around the run are neighbours in the pattern (case 1), or the run is before the first or
    after the last item of the pattern (case 2). Otherwise (case 3) the place is right after the match before the run.
    """
    around = [(-1, -1), *sorted(matched.items()), (string_length, pattern_length)]
    return [
        (range(start + 1, end), before + 1, after == before + 1)
        for (start, before), (end, after) in pairwise(around)
        if start + 1 < end
    ]


def cell_columns(tree: SimTree, regions: Sequence[Sequence[int]]) -> dict[int, int]:
    """Column of each cell, from 0, by its node, if the records are rows of a table."""
    found = dict[int, int]()
    for node in (node for region in regions for node in region if tree.tag(node) == "tr"):
        nodes = {tree.parts[cell].element: cell for cell in tree.children[node]}
        for column, (cell, is_first) in enumerate(tree.line(node)):
            if is_first and cell.element in nodes:
                found[nodes[cell.element]] = column
    return found


def repeat_spanned(tree: SimTree, pattern: PatternNode, regions: Sequence[Sequence[int]]) -> None:
    """Repeat a cell that spans columns or rows at each place that it spans in a record."""
    cells = {cell.column: cell for row in pattern.children for cell in row.children if cell.column >= 0}
    sources = {node: (cell, record) for cell in cells.values() for record, node in cell.filled.items()}
    for record, region in enumerate(regions):
        for column, (spanned, _) in enumerate(tree.line(region[0])):
            cell, node = cells.get(column), tree.node_of.get(spanned.element, -1)
            if cell is None or node < 0 or record in cell.filled:
                continue
            source, above = sources.get(node, (None, 0))
            if source is not cell:
                cell.filled[record] = node
                continue
            for inner in cell.below():
                if above in inner.filled:
                    inner.filled.setdefault(record, inner.filled[above])


Pair = tuple[PatternNode, int]


class RecordModel(NamedTuple):
    """The pattern of a cluster, its records, of which dropped ones are empty, and those with uncertain places."""

    tree: SimTree
    pattern: PatternNode
    regions: tuple[Unit, ...]
    unsure: frozenset[int] = frozenset()


def align_records(tree: SimTree, regions: Sequence[Unit], settings: SimHTreeSettings) -> RecordModel:
    """The record model of a cluster; regions whose root differs from that of the pattern are dropped.

    If there are more records than allowed, one more is kept, so that the row gets a warning.
    """
    roots = [tuple(tree.tag(node) for node in region[:1]) for region in regions]
    usual = Counter(roots).most_common(1)[0][0]
    kept = tuple(region for region, root in zip(regions, roots, strict=True) if root == usual)
    return _Aligner(tree, kept[: tree.analysis.document.limits.records + 1], settings).align()


class _Aligner:
    def __init__(self, tree: SimTree, regions: tuple[Unit, ...], settings: SimHTreeSettings) -> None:
        self.tree, self.regions, self.settings = tree, regions, settings
        self.pattern, self.look = PatternNode(RECORD), cache(self._look)
        self.columns = cell_columns(tree, regions) if settings.ties == "alike" else {}
        self.size, self.compared = 0, 0
        self.roots = {node for region in regions for node in region}
        self.has_one_root = len(self.roots) == len(regions)
        self.deadline = Deadline(tree.analysis.document.limits.seconds)

    def align(self) -> RecordModel:
        """Match every record, in rounds."""
        fullest = max(range(len(self.regions)), key=lambda record: len(list(self.tree.values(self.regions[record]))))
        waiting = [fullest, *(record for record in range(len(self.regions)) if record != fullest)]
        for _ in range(self.settings.rounds):
            before = self.size, len(waiting)
            waiting = [record for record in waiting if not self._match(record, insert_all=False)]
            if not waiting or (self.size, len(waiting)) == before:
                break
        unsure = frozenset(waiting)
        if self.settings.strict:
            kept = tuple(() if record in unsure else region for record, region in enumerate(self.regions))
            return RecordModel(self.tree, self.pattern, kept)
        for record in waiting:
            self._match(record, insert_all=True)
        if self.columns:
            repeat_spanned(self.tree, self.pattern, self.regions)
        return RecordModel(self.tree, self.pattern, self.regions, unsure)

    def _match(self, record: int, *, insert_all: bool) -> bool:
        """StrMatch of one record with the pattern, level by level; returns whether each of its nodes has a place."""
        if record % CHECKED_EVERY == 0:
            self.deadline.check()
        pairs: list[Pair] = []
        waiting: deque[tuple[PatternNode, Sequence[int]]] = deque([(self.pattern, self.regions[record])])
        is_sure = True
        while waiting:
            found, sure = self._match_children(*waiting.popleft(), insert_all=insert_all)
            is_sure = is_sure and sure
            pairs += found
            waiting.extend((child, self.tree.children[node]) for child, node in found if self.tree.children[node])
        if is_sure or insert_all:
            for pattern, node in pairs:
                pattern.fill(record, node, self.look(node))
        return is_sure

    def _match_children(
        self, pattern: PatternNode, nodes: Sequence[int], *, insert_all: bool
    ) -> tuple[list[Pair], bool]:
        """The places of siblings in the pattern, to which new ones are added; and whether all have a place."""
        looks = [self.look(node) for node in nodes]
        if len(looks) == len(pattern.children) == 1 and node_likeness(pattern.children[0], looks[0]):
            self.compared += 1
            return [(pattern.children[0], nodes[0])], True
        matched = self._map(pattern.children, looks)
        if len(matched) == len(nodes) == len(pattern.children):
            return [*zip(pattern.children, nodes, strict=True)], True
        pairs = {index: pattern.children[place] for index, place in matched.items()}
        is_sure, inserted = True, 0
        for run, place, sure in check(matched, len(pattern.children), len(nodes)):
            if not (sure or insert_all):
                is_sure = False
                continue
            placed = run[: max(MAX_NODES - self.size, 0)]
            new = [PatternNode(looks[index].tag, looks[index].column) for index in placed]
            pattern.children[place + inserted : place + inserted] = new
            inserted += len(new)
            self.size += len(new)
            pairs.update(zip(placed, new, strict=True))
        return [(pairs[index], nodes[index]) for index in sorted(pairs)], is_sure

    def _map(self, pattern: Sequence[PatternNode], looks: Sequence[NodeLook]) -> Map:
        pairs = len(pattern) * len(looks)
        self.compared += pairs if pairs <= MAX_PAIRS else 0
        if self.settings.ties == "first" or pairs > MAX_PAIRS or self.compared > MAX_LIKENESSES:
            theirs = [(node.tag, node.column) for node in pattern]
            return match_first(theirs, [(look.tag, look.column) for look in looks])
        if len(pattern) == len(looks) > 0 and _are_in_order(pattern, looks):
            return {place: place for place in range(len(looks))}
        return align_alike(pattern, looks, node_likeness)

    def _look(self, node: int) -> NodeLook:
        look = self.tree.look(node)
        if node in self.columns:
            look = look._replace(column=self.columns[node])
        if node in self.roots:  # a text at the beginning is no label, and names of the only root tell records apart
            look = look._replace(label="", names=frozenset() if self.has_one_root else look.names)
        return look
