"""Level codes: the nodes of a record, level by level.

Source: Ren and Xue 2007, section 3.4. An inner node is its tag and number of children, a leaf its tag and a pointer
into a table of values; the nodes of a level are in the order of their parents, levels are separated by ``/``, and ``#``
marks missing nodes.

Deviation: the two printed codes, ``p2/a0b1/#cptr`` and ``p2/a0b3/cptrg0cptr``, agree if ``#`` represents a run of nodes
that a more complete record has. So a code itself has no ``#``; it appears when a code is printed against a more
complete one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from iawce.extract.records.alignment.leaves import Value
from iawce.extract.records.alignment.sim_tree import SimTree

POINTER, MISSING, LEVEL = "ptr", "#", "/"


@dataclass(frozen=True, slots=True)
class CodeItem:
    """A node: tag, number of children, whether it points to a value, and position of its parent in the level above."""

    tag: str
    children: int
    points: bool
    parent: int
    node: int

    def __str__(self) -> str:
        return self.tag + (POINTER if self.points else str(self.children))


@dataclass(frozen=True, slots=True)
class LevelCode:
    """The levels of a record, and the values that its leaves point to, by node."""

    levels: tuple[tuple[CodeItem, ...], ...]
    values: Mapping[int, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return LEVEL.join("".join(map(str, level)) for level in self.levels)

    def printed_against(self, fuller: "LevelCode", matched: Mapping[int, int]) -> str:
        """The code with ``#`` for each missing run of nodes of a more complete one.

        Args:
            fuller: the code of another record, or of the pattern.
            matched: node of this record by node of the other.
        """
        items = {item.node: item for level in self.levels for item in level}
        printed = [_level(level, matched, items) for level in fuller.levels]
        while printed and set(printed[-1]) <= {MISSING}:
            printed.pop()
        return LEVEL.join(printed)


def level_code(tree: SimTree, region: Sequence[int]) -> LevelCode:
    """The code of a record; for a record of several neighbours, it begins with their level."""
    levels: list[tuple[CodeItem, ...]] = []
    values: dict[int, Value] = {}
    level = [(node, 0) for node in region]
    while level:
        items = []
        for node, parent in level:
            value = tree.value(node)
            if value is not None:
                values[node] = value
            items.append(CodeItem(tree.tag(node), len(tree.children[node]), value is not None, parent, node))
        levels.append(tuple(items))
        level = [(child, place) for place, (node, _) in enumerate(level) for child in tree.children[node]]
    return LevelCode(tuple(levels), values)


def _level(level: Collection[CodeItem], matched: Mapping[int, int], items: Mapping[int, CodeItem]) -> str:
    parts: list[str] = []
    for item in level:
        if item.node in matched:
            parts.append(str(items[matched[item.node]]))
        elif not parts or parts[-1] != MISSING:
            parts.append(MISSING)
    return "".join(parts)
