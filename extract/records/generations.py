"""Lists whose records stand in several rows, or below several headings: records of one generation."""

from collections.abc import Sequence

from iawce.extract.records.likeness import ALIKE, Shape, dice
from iawce.extract.records.sim_tree import SimTree

FEWEST_VALUES = 2
"""Values of a record, without which what stands in a row are the fields of one."""
Region = tuple[int, ...]


def join_generations(
    tree: SimTree, groups: list[list[Region]], valued: Sequence[int], shapes: Sequence[Shape]
) -> list[list[Region]]:
    """Groups of records; a group of rows that hold nothing but records of one kind becomes that of their records."""
    by_parent = {tree.parents[group[0][0]]: group for group in groups if all(len(region) == 1 for region in group)}
    joined: list[list[Region]] = []
    kept: list[list[Region]] = []
    inside: set[int] = set()
    for group in groups:
        rows = _rows(tree, group, by_parent, valued)
        if _are_one_list(rows, valued, shapes):
            joined.append([(node,) for row in rows for node in row])
            inside.update(tree.parents[row[0]] for row in rows)
        else:
            kept.append(group)
    return [*joined, *(group for group in kept if tree.parents[group[0][0]] not in inside)]


def _rows(
    tree: SimTree, group: Sequence[Region], by_parent: dict[int, list[Region]], valued: Sequence[int]
) -> list[list[int]]:
    """What each row holds, if all but the last hold one group and nothing else; otherwise nothing."""
    if any(len(region) > 1 for region in group):
        return []
    rows, steps = list[list[int]](), 0
    for (node,) in group[:-1]:
        held, steps = _only_group(tree, node, valued)
        if len(by_parent.get(tree.parents[held[0]], ())) != len(held) or len(held) < 2:
            return []
        rows.append(held)
    last = group[-1][0]
    for _ in range(steps):
        last = next(iter(_held(tree, last, valued)), last)
    return [*rows, _held(tree, last, valued)]


def _only_group(tree: SimTree, node: int, valued: Sequence[int]) -> tuple[list[int], int]:
    """The first children of a node that are several, and how many steps lie between; of a leaf, itself."""
    held, steps = [node], 0
    while len(held) == 1 and (inner := _held(tree, held[0], valued)):
        held, steps = inner, steps + 1
    return held, steps - 1


def _held(tree: SimTree, node: int, valued: Sequence[int]) -> list[int]:
    """Children with values, without a heading before the others: a year, a letter."""
    inner = [child for child in tree.children[node] if valued[child]]
    is_headed = len(inner) > 1 and valued[inner[0]] == 1 and tree.tag(inner[0]) not in map(tree.tag, inner[1:])
    return inner[is_headed:]


def _are_one_list(rows: Sequence[Sequence[int]], valued: Sequence[int], shapes: Sequence[Shape]) -> bool:
    """Whether the rows hold records of one kind."""
    if not rows or not all(rows):
        return False
    first = rows[0][0]
    return all(
        valued[node] >= FEWEST_VALUES and dice(shapes[node], shapes[first]) > ALIKE for row in rows for node in row
    )
