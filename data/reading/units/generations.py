"""Lists whose records are in several rows, or below several headings: records of one generation."""

from collections.abc import Sequence

from iawce.data.reading.units.combined import Unit
from iawce.data.reading.units.nodes import Nodes
from iawce.data.reading.units.shapes import ALIKE, Shape, dice

FEWEST_VALUES = 2
"""Least values of a record; units of a row with fewer are the fields of one record."""


def join_generations(
    nodes: Nodes, groups: list[list[Unit]], shapes: Sequence[Shape]
) -> tuple[list[list[Unit]], list[list[Unit]]]:
    """Groups of the records in rows, for each group of rows that consist of records of one kind; and other groups."""
    by_parent = {nodes.parents[group[0][0]]: group for group in groups if all(len(unit) == 1 for unit in group)}
    joined: list[list[Unit]] = []
    kept: list[list[Unit]] = []
    inside: set[int] = set()
    for group in groups:
        rows = _rows(nodes, group, by_parent)
        if _are_one_list(nodes, rows, shapes):
            joined.append([(node,) for row in rows for node in row])
            inside.update(nodes.parents[row[0]] for row in rows)
        else:
            kept.append(group)
    return joined, [group for group in kept if nodes.parents[group[0][0]] not in inside]


def _rows(nodes: Nodes, group: Sequence[Unit], by_parent: dict[int, list[Unit]]) -> list[list[int]]:
    """The content of each row, if all but the last consist of one group; otherwise nothing."""
    if any(len(unit) > 1 for unit in group):
        return []
    rows, steps = list[list[int]](), 0
    for (node,) in group[:-1]:
        held, steps = _only_group(nodes, node)
        if len(by_parent.get(nodes.parents[held[0]], ())) != len(held) or len(held) < 2:
            return []
        rows.append(held)
    last = group[-1][0]
    for _ in range(steps):
        last = next(iter(_held(nodes, last)), last)
    return [*rows, _held(nodes, last)]


def _only_group(nodes: Nodes, node: int) -> tuple[list[int], int]:
    """The first descendants of a node that have siblings, and the steps to them; for a leaf, itself."""
    held, steps = [node], 0
    while len(held) == 1 and (inner := _held(nodes, held[0])):
        held, steps = inner, steps + 1
    return held, steps - 1


def _held(nodes: Nodes, node: int) -> list[int]:
    """Children with values, without a heading before the others: a year, a letter."""
    inner = [child for child in nodes.children[node] if nodes.values[child]]
    tags = [nodes.tags[child] for child in inner]
    is_headed = len(inner) > 1 and nodes.values[inner[0]] == 1 and tags[0] not in tags[1:]
    return inner[is_headed:]


def _are_one_list(nodes: Nodes, rows: Sequence[Sequence[int]], shapes: Sequence[Shape]) -> bool:
    """Whether the rows have records of one kind."""
    if not rows or not all(rows):
        return False
    first = rows[0][0]
    return all(
        nodes.values[node] >= FEWEST_VALUES and dice(shapes[node], shapes[first]) > ALIKE
        for row in rows
        for node in row
    )
