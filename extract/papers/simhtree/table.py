"""The table of a cluster: a column for each value of the record model, a row for each record.

Source: Ren and Xue 2007, sections 3.1 and 3.4: the pattern gives the schema of a relation, the records its rows.

Deviations: outside the mode ``paper`` (``join``) a list within a record is one value, and nested columns that never
occur together are one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from iawce.data.dom.tags import STRUCK
from iawce.data.dom.words import split_words
from iawce.extract.papers.simhtree.alignment import RecordModel
from iawce.extract.papers.simhtree.leaves import Value
from iawce.extract.papers.simhtree.pattern import PatternNode, ValueKind

SEPARATOR = ", "
LIST_TAGS = frozenset({"li", "a", "span"})
MOST_COMPARED = 50
"""Records whose items are compared."""
FEWEST_ITEMS = 3
"""Least neighbours of one kind, some of which are missing in some records, that are a list."""
ALIKE_STEPS = 2
"""Number of equal steps at the end of the paths of one value in different wrappers."""
Region = tuple[int, ...]


@dataclass(eq=False, slots=True)
class Column:
    """A column: the nodes of the pattern with its values, several for a list or for alternatives; and its name.

    ``prefix`` is a label at the beginning of each value, which is not part of it; ``label`` is this one, the one before
    the values, or their header, as on the page.
    """

    nodes: list[PatternNode]
    path: str
    name: str = ""
    prefix: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value and its nodes."""

    value: Value
    nodes: tuple[int, ...]


Row = tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One list of a page: a cell is None if a record has no such value.

    ``regions`` are the nodes of each row, ``unsure`` the numbers of rows with values that may belong to another column.
    """

    model: RecordModel
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    regions: tuple[Region, ...]
    unsure: frozenset[int] = field(default=frozenset())


def make_table(model: RecordModel, *, join: bool) -> Table:
    """The table of a record model; its columns have no names yet."""
    columns = _columns(model, join=join)
    if join:
        columns = _merge_alternatives(model, columns)
    records = [record for record, region in enumerate(model.regions) if region]
    rows = tuple(tuple(_cell(model, column, record) for column in columns) for record in records)
    unsure = frozenset(row for row, record in enumerate(records) if record in model.unsure)
    return Table(model, tuple(columns), rows, tuple(model.regions[record] for record in records), unsure)


def _columns(model: RecordModel, *, join: bool) -> list[Column]:
    """A column for each node of the pattern that has values, in the order of the pattern."""
    columns: list[Column] = []
    waiting: list[tuple[list[PatternNode], str]] = [([model.pattern], "")]
    while waiting:
        nodes, path = waiting.pop()
        if len(nodes) > 1:
            columns.append(Column([leaf for node in nodes for leaf in node.below() if _has_values(model, leaf)], path))
            continue
        if _has_values(model, nodes[0]):
            columns.append(Column(nodes, path))
        groups = _lists(model, nodes[0].children) if join else [[child] for child in nodes[0].children]
        waiting += [(group, f"{path}/{group[0].tag}") for group in reversed(groups)]
    return columns


def _lists(model: RecordModel, children: Sequence[PatternNode]) -> list[list[PatternNode]]:
    """The children, with adjacent items of a list in one group."""
    groups: list[list[PatternNode]] = []
    for child in children:
        if (
            groups
            and child.tag in LIST_TAGS
            and child.tag == groups[-1][0].tag
            and _names(child) == _names(groups[-1][0])
        ):
            groups[-1].append(child)
        else:
            groups.append([child])
    return [part for group in groups for part in ([group] if _is_list(model, group) else [[child] for child in group])]


def _names(node: PatternNode) -> frozenset[str]:
    return frozenset(node.names)


def _is_list(model: RecordModel, group: Sequence[PatternNode]) -> bool:
    """Whether records have different numbers of these items, and items at the same place have no common word."""
    if len(group) < FEWEST_ITEMS or len({len(node.filled) for node in group}) == 1:
        return False
    return sum(_shares_word(model, node) for node in group) < len(group) / 2


def _shares_word(model: RecordModel, node: PatternNode) -> bool:
    """Whether half of the values have a word in common, such as a unit."""
    texts = [
        " ".join(value.text for inner in model.tree.below(own) if (value := model.tree.value(inner)))
        for own in list(node.filled.values())[:MOST_COMPARED]
    ]
    words = Counter(word for text in texts for word in set(split_words(text.lower())) if not word.isdecimal())
    return len(texts) > 1 and bool(words) and words.most_common(1)[0][1] >= max(2, len(texts) / 2)


def _has_values(model: RecordModel, node: PatternNode) -> bool:
    return any(_said(model, own) for own in node.filled.values())


def _said(model: RecordModel, node: int) -> Value | None:
    """The value of a node of the tree, unless it is empty."""
    value = model.tree.value(node)
    return value if value is not None and (value.text or value.image) else None


def _merge_alternatives(model: RecordModel, columns: Sequence[Column]) -> list[Column]:
    """The columns, each joined with the first alternative that never occurs together with it."""
    merged: list[Column] = []
    by_path: dict[str, Column] = {}
    by_look: dict[tuple[object, ...], Column] = {}
    for column in columns:
        around, parent = column.path.rpartition("/")[0], None
        while around and (parent := by_path.get(around)) is None:
            around = around.rpartition("/")[0]
        others = (parent, *(by_look.get(look) for look in _looks(column)))
        same = next((other for other in others if other and _is_alternative(model, column, other)), None)
        if same is not None:
            same.nodes = [*same.nodes, *column.nodes]
        else:
            merged.append(column)
            by_path[column.path] = column
        for look in _looks(column):
            by_look.setdefault(look, same or column)
    return merged


def _looks(column: Column) -> list[tuple[object, ...]]:
    """Features that identify a value in different wrappers: the end of its path, or being a price there."""
    steps = column.path.split("/")
    found: list[tuple[object, ...]] = [("end", *steps[-ALIKE_STEPS:], _names(column.nodes[-1]))]
    if set(column.nodes[0].kinds) <= {ValueKind.PRICE, ValueKind.NONE}:
        found.append(("price", _is_struck(column), *steps[:-1]))
    return found


def _is_alternative(model: RecordModel, column: Column, other: Column) -> bool:
    """Whether no record has both; a struck-out value is never an alternative."""
    is_same = _is_struck(column) == _is_struck(other)
    return is_same and not _records(model, column) & _records(model, other)


def _is_struck(column: Column) -> bool:
    return not STRUCK.isdisjoint(node.tag for node in column.nodes)


def _records(model: RecordModel, column: Column) -> set[int]:
    return {record for node in column.nodes for record, own in node.filled.items() if _said(model, own)}


def _cell(model: RecordModel, column: Column, record: int) -> Cell | None:
    nodes = [node.filled[record] for node in column.nodes if record in node.filled]
    values = [(node, value) for node in nodes if (value := _said(model, node))]
    if not values:
        return None
    text = SEPARATOR.join(value.text for _, value in values if value.text)
    first = values[0][1]
    return Cell(Value(text, first.link, first.image), tuple(node for node, _ in values))
