"""Cells that span rows belong to each of them."""

from collections.abc import Sequence

from iawce.extract.records.alignment.cells import span
from iawce.extract.records.alignment.pattern import PatternNode
from iawce.extract.records.alignment.sim_tree import SimTree


def repeat_spanned(tree: SimTree, pattern: PatternNode, regions: Sequence[Sequence[int]]) -> None:
    """Repeat a cell that spans rows in the records of the rows below it."""
    index = tree.reading.index
    for row in pattern.children:
        for cell in row.children:
            for record, node in sorted(cell.filled.items()):
                height = span(index, tree.parts[node].element, "rowspan") if cell.column >= 0 else 1
                for below in range(record + 1, min(record + height, len(regions))):
                    if below in cell.filled or tree.parents[regions[below][0]] != tree.parents[regions[record][0]]:
                        break
                    _repeat(cell, record, below)


def _repeat(cell: PatternNode, record: int, below: int) -> None:
    for inner in cell.below():
        if record in inner.filled:
            inner.filled.setdefault(below, inner.filled[record])
