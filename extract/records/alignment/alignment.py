"""Aligns the records of a cluster: the record model, in rounds.

Source: Ren and Xue 2007, section 3.4. The level codes of the records are matched with the pattern top down, breadth
first, the children of matched nodes with each other; nodes with a certain place are added to the pattern, and records
with other nodes are matched again after that.

Deviations: the first pattern is the record with most leaves among those with the most frequent root; records with
another root are dropped. Nodes are matched in the tree, whose levels are those of the codes. Rounds end when one
changes nothing, or after ``settings.rounds``. In a record that then remains, unmatched nodes are placed after the
preceding match and the record is marked, or it is dropped if ``settings.strict``.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

from iawce.data.limits import Deadline
from iawce.extract.records.alignment.cells import cell_columns
from iawce.extract.records.alignment.level_codes import LevelCode, level_code
from iawce.extract.records.alignment.pattern import RECORD, NodeLook, PatternNode, look_of, node_likeness
from iawce.extract.records.alignment.settings import SimHTreeSettings
from iawce.extract.records.alignment.sim_tree import SimTree
from iawce.extract.records.alignment.spanned import repeat_spanned
from iawce.extract.records.alignment.str_match import MOST_PAIRS, Map, align_alike, check, match_first

Region = tuple[int, ...]
CHECKED_EVERY = 16
"""Number of records between two checks of the deadline."""
MOST_NODES = 1_000
"""Most nodes of the pattern; further nodes of a record have no place."""
MOST_LIKENESSES = 500_000
"""Most comparisons of nodes for one cluster; then only the first choices are examined."""
Pair = tuple[PatternNode, int]


@dataclass(frozen=True, slots=True)
class RecordModel:
    """The pattern of a cluster, the regions that are its records, and the numbers of records with uncertain places."""

    tree: SimTree
    pattern: PatternNode
    regions: tuple[Region, ...]
    unsure: frozenset[int] = frozenset()

    def code(self, record: int) -> LevelCode:
        """Level code of a record."""
        return level_code(self.tree, self.regions[record])


def align_records(tree: SimTree, regions: Sequence[Region], settings: SimHTreeSettings) -> RecordModel:
    """The record model of a cluster; regions whose root differs from that of the pattern are dropped.

    If there are more records than allowed, one more is kept, so that the row gets a warning.
    """
    roots = [tuple(tree.tag(node) for node in region[:1]) for region in regions]
    usual = Counter(roots).most_common(1)[0][0]
    kept = tuple(region for region, root in zip(regions, roots, strict=True) if root == usual)
    return _Aligner(tree, kept[: tree.reading.document.limits.records + 1], settings).align()


class _Aligner:
    def __init__(self, tree: SimTree, regions: tuple[Region, ...], settings: SimHTreeSettings) -> None:
        self.tree, self.regions, self.settings = tree, regions, settings
        self.pattern = PatternNode(RECORD)
        self.columns = cell_columns(tree, regions) if settings.ties == "alike" else {}
        self.changed = False
        self.size, self.compared = 0, 0
        self.looks: dict[int, NodeLook] = {}
        self.roots = {
            node for region in regions for node in region
        }  # a text at the beginning of a record is a value, not a label
        self.deadline = Deadline(tree.reading.document.limits.seconds)

    def align(self) -> RecordModel:
        """Match every record, in rounds."""
        fullest = max(range(len(self.regions)), key=self._leaves)
        waiting = [fullest, *(record for record in range(len(self.regions)) if record != fullest)]
        for _ in range(self.settings.rounds):
            self.changed = False
            rematched = [record for record in waiting if not self._match(record, insert_all=False)]
            if not rematched or not (self.changed or len(rematched) < len(waiting)):
                waiting = rematched
                break
            waiting = rematched
        if self.settings.strict:
            return self._without(frozenset(waiting))
        for record in waiting:
            self._match(record, insert_all=True)
        if self.columns:
            repeat_spanned(self.tree, self.pattern, self.regions)
        return RecordModel(self.tree, self.pattern, self.regions, frozenset(waiting))

    def _without(self, dropped: frozenset[int]) -> RecordModel:
        """The model with empty regions in place of some records."""
        kept = tuple(() if record in dropped else region for record, region in enumerate(self.regions))
        return RecordModel(self.tree, self.pattern, kept)

    def _leaves(self, record: int) -> int:
        nodes = (node for root in self.regions[record] for node in self.tree.below(root))
        return sum(self.tree.value(node) is not None for node in nodes)

    def _match(self, record: int, *, insert_all: bool) -> bool:
        """StrMatch of one record with the pattern, level by level; returns whether each of its nodes has a place."""
        if record % CHECKED_EVERY == 0:
            self.deadline.check()
        pairs: list[Pair] = []
        waiting: deque[tuple[PatternNode, Sequence[int]]] = deque([(self.pattern, self.regions[record])])
        is_sure = True
        while waiting:
            pattern, nodes = waiting.popleft()
            found, sure = self._match_children(pattern, nodes, insert_all=insert_all)
            is_sure = is_sure and sure
            pairs += found
            waiting.extend((child, self.tree.children[node]) for child, node in found if self.tree.children[node])
        if is_sure or insert_all:
            for pattern, node in pairs:
                pattern.fill(record, node, self._look(node))
        return is_sure

    def _match_children(
        self, pattern: PatternNode, nodes: Sequence[int], *, insert_all: bool
    ) -> tuple[list[Pair], bool]:
        """The places of siblings in the pattern, to which new ones are added; and whether all have a place."""
        matched = self._map(pattern.children, nodes)
        pairs = {index: pattern.children[place] for index, place in matched.items()}
        is_sure = True
        inserted = 0
        for run, place, sure in check(matched, len(pattern.children), len(nodes)):
            if not (sure or insert_all):
                is_sure = False
                continue
            placed = run[: max(MOST_NODES - self.size, 0)]
            looks = [self._look(nodes[index]) for index in placed]
            new = [PatternNode(look.tag, look.column) for look in looks]
            pattern.children[place + inserted : place + inserted] = new
            inserted += len(new)
            self.size += len(new)
            self.changed = self.changed or bool(new)
            pairs.update(zip(placed, new, strict=True))
        return [(pairs[index], nodes[index]) for index in sorted(pairs)], is_sure

    def _map(self, pattern: Sequence[PatternNode], nodes: Sequence[int]) -> Map:
        pairs = len(pattern) * len(nodes)
        self.compared += pairs if pairs <= MOST_PAIRS else 0
        looks = [self._look(node) for node in nodes]
        if self.settings.ties == "first" or pairs > MOST_PAIRS or self.compared > MOST_LIKENESSES:
            theirs = [(node.tag, node.column) for node in pattern]
            return match_first(theirs, [(look.tag, look.column) for look in looks])
        return align_alike(pattern, looks, node_likeness)

    def _look(self, node: int) -> NodeLook:
        if node not in self.looks:
            look = look_of(self.tree, node, self.columns.get(node, -1))
            self.looks[node] = look._replace(label="") if node in self.roots else look
        return self.looks[node]
