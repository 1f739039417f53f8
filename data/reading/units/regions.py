"""Repeated siblings: those of similar shape, runs with similar beginnings, and records in several rows.

Siblings with similar shapes, or the same names, are units of one region (``shapes``); so are runs of siblings with
similar beginnings (``combined``), and units in several rows or below several headings (``generations``); parts of a
unit may be missing from others, and a unit may contain a region itself. Time is linear in the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from iawce.data.reading.units.combined import Unit, combined_units
from iawce.data.reading.units.generations import join_generations
from iawce.data.reading.units.nodes import Nodes
from iawce.data.reading.units.shapes import Shape, dice, sort_by_kind

FEWEST = 2
"""Least units of a repetition."""


class Evidence(StrEnum):
    """The evidence for the units of a region."""

    SHAPE = "siblings alike in shape or called alike"
    COMBINED = "runs of siblings that begin alike"
    GENERATIONS = "what the rows of a region hold"


@dataclass(frozen=True, slots=True)
class RepeatedRegion:
    """``units``: neighbours that each unit consists of, in document order; ``likeness`` of their shapes, 0 to 1."""

    units: tuple[Unit, ...]
    likeness: float
    evidence: Evidence


def find_regions(nodes: Nodes, shapes: Sequence[Shape]) -> list[RepeatedRegion]:
    """The repeated regions of a tree, those in several rows first, the others in document order of their parents.

    Args:
        nodes: the tree.
        shapes: of its nodes (``find_shapes``).
    """
    found: list[list[Unit]] = []
    for children in nodes.children:
        valued = [child for child in children if nodes.values[child]]
        if len(valued) >= FEWEST:
            found += _units(valued, sort_by_kind(nodes, valued, shapes))
    joined, kept = join_generations(nodes, found, shapes)
    regions = [_region(units, Evidence.GENERATIONS, shapes) for units in joined]
    for units in kept:
        is_run = any(len(unit) > 1 for unit in units)
        regions.append(_region(units, Evidence.COMBINED if is_run else Evidence.SHAPE, shapes))
    return regions


def _units(siblings: Sequence[int], kinds: Sequence[int]) -> list[list[Unit]]:
    """Siblings of one kind that are several, each a unit; and units of several siblings."""
    singles: dict[int, list[Unit]] = {}
    for node, kind in zip(siblings, kinds, strict=True):
        singles.setdefault(kind, []).append((node,))
    alike = [units for kind, units in singles.items() if kind >= 0 and len(units) >= FEWEST]
    return [*alike, *combined_units(siblings, kinds)]


def _region(units: Sequence[Unit], evidence: Evidence, shapes: Sequence[Shape]) -> RepeatedRegion:
    return RepeatedRegion(tuple(units), mean_likeness(units, shapes), evidence)


def mean_likeness(units: Sequence[Unit], shapes: Sequence[Shape]) -> float:
    """Mean Dice coefficient of each unit and the next; 1 of a unit alone."""
    heads = [_shape_of(unit, shapes) for unit in units]
    return sum(dice(one, other) for one, other in pairwise(heads)) / (len(heads) - 1) if len(heads) > 1 else 1.0


def _shape_of(unit: Unit, shapes: Sequence[Shape]) -> Shape:
    return shapes[unit[0]] if len(unit) == 1 else Shape().union(*(shapes[node] for node in unit))
