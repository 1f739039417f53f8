"""The grid of a table: the rows and columns that each cell covers, its header rows, its headings of groups.

Source: HTML Standard, section 4.9.12.1, forming a table: a span ends with the row group, and ``rowspan=0`` reaches to
its end. Deviations: a span has at most ``MAX_SPANNED`` columns or rows, and those of one table cover ``MAX_AREA``
places at most, so that time stays linear in the page.
"""

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from iawce.data.dom.elements import Elements
from iawce.data.dom.tags import CELLS

MAX_SPANNED = 100
"""Most columns or rows that one cell may span; ``rowspan=0`` has no limit but ``MAX_AREA``."""
MAX_AREA = 200_000
"""Most places of a table that are covered by cells from another row or column."""
MAX_HEAD = 4
"""Most header rows."""
ROW_GROUPS = frozenset({"thead", "tbody", "tfoot"})


class Cell(NamedTuple):
    """Row and first column of a cell, from 0, and the number of its columns."""

    row: int
    column: int
    width: int


class TableGrid:
    """The grid of a table, without those of tables in its cells.

    Attributes:
        rows: elements of its rows; ``numbers``: the place of each row, by element; ``cells``: that of each cell.
    """

    def __init__(self, index: Elements, table: int) -> None:
        self.index, self.rows, self.cells = index, list[int](), dict[int, Cell]()
        self._covering, self._spanned = dict[tuple[int, int], int](), 0
        for group in self._row_groups(table):
            self._read(group)
        self.numbers = {row: number for number, row in enumerate(self.rows)}
        self.width = max((cell.column + cell.width for cell in self.cells.values()), default=0)

    def _row_groups(self, table: int) -> Iterator[list[int]]:
        loose = list[int]()
        for child in self.index.children(table):
            if self.index.tags[child] in ROW_GROUPS:
                yield [row for row in self.index.children(child) if self.index.tags[row] == "tr"]
            elif self.index.tags[child] == "tr":
                loose.append(child)
        yield loose

    def _read(self, rows: list[int]) -> None:
        lasting = dict[int, tuple[int, float]]()  # cells from above by column, and the rows that they still cover
        for element in rows:
            row, column, begun = len(self.rows), 0, dict[int, tuple[int, float]]()
            self.rows.append(element)
            self._covering.update({(row, place): cell for place, (cell, _) in lasting.items()})
            for cell in cells_of(self.index, element):
                while column in lasting:
                    column += 1
                width, height = 1, 1.0
                if self._spanned <= MAX_AREA:
                    width, height = _span(self.index, cell, "colspan"), _span(self.index, cell, "rowspan") or math.inf
                self.cells[cell] = Cell(row, column, width)
                self._spanned += width if height > 1 or width > 1 else 0
                for place in range(column, column + width):
                    self._covering.setdefault((row, place), cell)
                    if height > 1:
                        begun[place] = cell, height - 1
                column += width
            lasting = begun | {place: (cell, left - 1) for place, (cell, left) in lasting.items() if left > 1}
            self._spanned += len(lasting)
            if self._spanned > MAX_AREA:
                lasting = {}

    def at(self, row: int, column: int) -> int | None:
        """Element of the cell that covers a place; None if there is none."""
        return self._covering.get((row, column))

    def head(self, names_columns: Callable[[int], bool] | None = None) -> int:
        """Number of the header rows at the top.

        ``names_columns``: whether a row of plain cells, by its element, names columns all the same.
        """
        count = 0
        for number, row in enumerate(self.rows[:MAX_HEAD]):
            cells = cells_of(self.index, row)
            in_head = self.index.tags[int(self.index.parents[row])] == "thead"
            named = bool(cells) and all(self.index.tags[cell] == "th" for cell in cells)
            if not (
                in_head
                or (named and not (count and self.heading(number) is not None))
                or (names_columns and names_columns(row))
            ):
                break
            count = number + 1
        return count

    def header_cells(self, column: int, head: int) -> list[int]:
        """Elements of the cells above a column in the first ``head`` rows, each once; no title over the whole table."""
        found = (self.at(row, column) for row in range(head))
        named = (
            cell for cell in found if cell is not None and (self.cells[cell].width < self.width or self.width == 1)
        )
        return list(dict.fromkeys(named))

    def heading(self, row: int) -> int | None:
        """Element of the only cell of a row, over all columns: a heading of the rows below; None for other rows."""
        cells = cells_of(self.index, self.rows[row])
        is_heading = len(cells) == 1 and self.cells[cells[0]].width == self.width > 1
        return cells[0] if is_heading else None

    @cached_property
    def is_data(self) -> bool:
        """Whether the markup names its columns, so that its rows are records: by header cells, or a ``thead``."""
        return self.width > 1 and 0 < self.head() < len(self.rows)

    @property
    def has_record_groups(self) -> bool:
        """Whether its row groups are records: a row of cells in each, and details below it."""
        full = [row for row in self.rows[self.head() :] if len(cells_of(self.index, row)) > 1]
        return len(full) <= len({int(self.index.parents[row]) for row in full})

    @cached_property
    def headings(self) -> dict[int, int]:
        """Element of the heading above each row that has one, by the element of the row."""
        found, last = dict[int, int](), None
        for number, row in enumerate(self.rows):
            if (heading := self.heading(number)) is not None:
                last = heading if number else None  # the first row may be the title of the table
            elif last is not None:
                found[row] = last
        return found


def cells_of(index: Elements, row: int) -> list[int]:
    """The cells of a row, empty ones too."""
    return [child for child in index.children(row) if index.tags[child] in CELLS]


def _span(index: Elements, cell: int, name: str) -> int:
    """Columns (``colspan``) or rows (``rowspan``, 0 for all of its group) of a cell."""
    given = index.attributes.given[cell].get(name, "").strip()
    if not (given.isascii() and given.isdigit() and len(given) < 6):
        return 1
    return min(max(int(given), int(name == "colspan")), MAX_SPANNED)
