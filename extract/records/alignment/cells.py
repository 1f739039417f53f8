"""Columns of table cells according to HTML: a cell may span columns and rows."""

from collections.abc import Sequence

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import CELLS
from iawce.extract.records.alignment.sim_tree import SimTree

MOST_SPANNED = 100
"""Most columns or rows that one cell may span."""


def cell_columns(tree: SimTree, regions: Sequence[Sequence[int]]) -> dict[int, int]:
    """Column of each cell, from 0, by its node, if the records are rows of a table."""
    rows = [node for region in regions for node in region if tree.tag(node) == "tr"]
    nodes = {tree.parts[cell].element: cell for row in rows for cell in tree.children[row]}
    grid = grid_columns(tree.reading.index, [tree.parts[row].element for row in rows])
    return {nodes[cell]: column for cell, (column, _) in grid.items() if cell in nodes}


def grid_columns(index: ElementIndex, rows: Sequence[int]) -> dict[int, tuple[int, int]]:
    """First column and number of columns of each cell of the rows, by element; rows of one table follow each other."""
    found: dict[int, tuple[int, int]] = {}
    busy: dict[int, int] = {}
    for row in rows:
        column = 0
        taken: dict[int, int] = {}
        for cell in cells_of(index, row):
            while busy.get(column, 0) > 0:
                column += 1
            width, height = (span(index, cell, name) for name in ("colspan", "rowspan"))
            found[cell] = column, width
            if height > 1:
                taken.update(dict.fromkeys(range(column, column + width), height))
            column += width
        busy = {place: left - 1 for place, left in busy.items() if left > 1} | {
            place: height - 1 for place, height in taken.items()
        }
    return found


def cells_of(index: ElementIndex, row: int) -> list[int]:
    """The cells of a row, empty ones too."""
    found, child = list[int](), row + 1
    while child < index.ends[row]:
        if index.tags[child] in CELLS:
            found.append(child)
        child = int(index.ends[child])
    return found


def span(index: ElementIndex, cell: int, name: str) -> int:
    """Columns (``colspan``) or rows (``rowspan``) of a cell, at least 1."""
    given = index.attributes.given[cell].get(name, "").strip()
    return min(max(int(given), 1), MOST_SPANNED) if given.isascii() and given.isdigit() and len(given) < 6 else 1
