"""What repeats on a page, and where each unit of it begins and ends: the one module that says so.

SimHTree, the default lists of a page and the posts of a thread read this. Siblings that are alike in shape, or called
alike, are units of one region (``shapes``); so are runs of siblings that each begin alike (``combined``), and what
stands in several rows or below several headings (``generations``); parts of a unit may be missing from others, and a
unit may hold a region of its own. Time is linear in the page.

Three algorithms keep a form of their own, since they are printed so: the groups of like size of SimHTree in its mode
``paper``, the path clusters of forum records in theirs, and the elements of one depth and class of I-AWCE, which the
features of the page-type models count, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from iawce.data.html.subset import Subset
from iawce.data.repeats.combined import Unit, combined_units
from iawce.data.repeats.generations import join_generations
from iawce.data.repeats.nodes import Nodes, nodes_of
from iawce.data.repeats.shapes import Shape, dice, find_shapes, sort_by_kind

FEWEST = 2
"""Units of what repeats."""


@dataclass(frozen=True, slots=True)
class RepeatedRegion:
    """``units``: neighbours that each unit consists of, in document order; ``likeness`` of their shapes, 0 to 1."""

    units: tuple[Unit, ...]
    likeness: float


def find_regions(nodes: Nodes, shapes: Sequence[Shape]) -> list[RepeatedRegion]:
    """The repeated regions of a tree, those in several rows first, the others in document order of what holds them.

    Args:
        nodes: the tree.
        shapes: of its nodes (``find_shapes``).
    """
    found: list[list[Unit]] = []
    for children in nodes.children:
        valued = [child for child in children if nodes.values[child]]
        if len(valued) >= FEWEST:
            found += _units(valued, sort_by_kind(nodes, valued, shapes))
    groups = join_generations(nodes, found, shapes)
    return [RepeatedRegion(tuple(group), likeness(group, shapes)) for group in groups]


def repeated_regions(subset: Subset) -> list[RepeatedRegion]:
    """The repeated regions of a part of a page; their nodes are numbers of elements."""
    nodes = nodes_of(subset)
    return find_regions(nodes, find_shapes(nodes))


def _units(siblings: Sequence[int], kinds: Sequence[int]) -> list[list[Unit]]:
    """Siblings of one kind that are several, each a unit; and units of several siblings."""
    singles: dict[int, list[Unit]] = {}
    for node, kind in zip(siblings, kinds, strict=True):
        singles.setdefault(kind, []).append((node,))
    alike = [units for kind, units in singles.items() if kind >= 0 and len(units) >= FEWEST]
    return [*alike, *combined_units(siblings, kinds)]


def likeness(units: Sequence[Unit], shapes: Sequence[Shape]) -> float:
    """Mean Dice coefficient of each unit and the next."""
    heads = [frozenset[int]().union(*(shapes[node] for node in unit)) for unit in units]
    return sum(dice(one, other) for one, other in pairwise(heads)) / (len(heads) - 1)
