"""Tables as a reader sees them: the cell at each place of each row, and which rows are the header.

Source: HTML Standard, section 4.9.12.1, forming a table. Deviation: a cell whose span is longer than its part of the
table continues in the next part if the first row there is as much shorter.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.elements import Elements
from iawce.data.dom.tags import CELLS, HEADINGS
from iawce.data.dom.tree import sums_before

FREE_PLACES, MOST_TIMES = 10_000, 4
"""Places that a table may have in any case, and how many for each of its cells: beyond, no cell spans others."""
MAX_SPAN = 1_000  # Most columns or rows that one cell spans, as in browsers
LAYOUT = frozenset({"presentation", "none"})  # Roles of tables that are none
MAX_HEADS = 4  # Most rows of a header
MAX_CELL = 40  # Most mean words of a cell of a table of data with fewer than two heads
MIN_ROWS = 3  # Least rows of such a table without heads; two if none of these parts is in a cell
_PARTS = frozenset({"figure", "ol", "pre", "ul"})
_NO_CELL = frozenset({"blockquote", "hr", "dl"})  # In no cell of such a table
MIN_COLUMNS = 3
"""Least columns of a table whose header is recognised by its words alone; one with fewer may have labels and values."""
_SPAN = re.compile(r"\s*+([0-9]{1,5}+)(?![0-9])")
_DIGIT = re.compile(r"\d")
_VALUE = re.compile(r"\d|\A[^\w\s]+\Z")  # A number, or signs alone, as ticks are
_GAP = re.compile(r"[\s.…–—-]+")  # What stands for no value


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell; ``rows`` is 0 if it spans all that follow in its part of the table."""

    text: str
    is_head: bool
    columns: int = 1
    rows: int = 1
    is_bold: bool = False
    is_empty: bool = False
    element: int = -1


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row, and the part of the table in which it is: a ``thead``, one of several ``tbody``."""

    part: int
    is_in_head: bool
    cells: list[TableCell] = field(default_factory=list)
    element: int = -1

    @property
    def heads(self) -> int:
        """Number of its cells that are ``th``."""
        return sum(cell.is_head for cell in self.cells)

    @property
    def is_bold(self) -> bool:
        """Whether all of its texts are in bold type."""
        return all(cell.is_bold for cell in self.cells if cell.text)

    def spans(self, width: int) -> bool:
        """Whether a single cell is as wide as the table: a title, or the heading of the rows below."""
        return len(self.cells) == 1 and self.cells[0].columns >= width > 1


Line = list[tuple[TableCell, bool]]  # The cell at each place of a row, and whether the place is its first
_Spread = dict[int, tuple[TableCell, int]]
"""Cells from rows above by column, each with the number of rows that it still spans; below 0 for all."""
_NOTHING = TableCell("", is_head=False)


def read_span(written: str, most: int = MAX_SPAN) -> int:
    """``colspan`` or ``rowspan``: 0 if it is 0, 1 if it begins with no number, and no more than ``most``."""
    found = _SPAN.match(written)
    return min(int(found[1]), most) if found else 1


def rows_of_tables(index: Elements) -> Mapping[int, Sequence[int]]:
    """The rows of each table, without those of tables inside it."""
    found, nearest = dict[int, list[int]](), index.nearest(index.has_tag(("table",)))
    for row in index.tagged("tr"):
        if index.tags[table := int(nearest[row])] == "table":
            found.setdefault(table, []).append(row)
    return found


def read_rows(index: Elements, rows: Iterable[int], read_cell: Callable[[int, int], TableCell]) -> list[TableRow]:
    """The rows of a table; ``read_cell`` is asked with each cell and the number of the rows before its own."""
    found, parts = list[TableRow](), list[int]()
    for row in rows:
        part = int(index.parents[row])
        parts += [part] if part not in parts[-1:] else []
        cells = [read_cell(child, len(found)) for child in index.children(row) if index.tags[child] in CELLS]
        found.append(TableRow(len(parts), index.tags[part] == "thead", cells, row))
    return found


def read_spans(index: Elements, cell: int) -> tuple[int, int]:
    """The columns and rows of a cell."""
    given = index.attributes.given[cell]
    return max(read_span(given.get("colspan", "").strip()), 1), read_span(given.get("rowspan", "").strip())


def column_steps(index: Elements, spanning: Sequence[int]) -> Ints:
    """By how many columns each cell begins after the one before it in its row, int64 (elements,); 0 for no cell.

    Other than 1 after or below cells that span several. A column in which no cell begins is none. Tables with tables in
    them are for layout, and their spans are not counted. ``spanning``: the cells with ``colspan`` or ``rowspan``.
    """
    steps, given = index.has_tag(CELLS).astype(np.int64), index.attributes.given

    def bare_cell(cell: int, _: int) -> TableCell:
        return TableCell("", False, *read_spans(index, cell), element=cell)

    tables, rows = index.has_tag(("table",)), rows_of_tables(index)
    nearest, inner = index.nearest(tables), index.subtree_sums(tables.astype(np.int64))
    for table in sorted(set(nearest[spanning].tolist()) & rows.keys()):
        if inner[table] > 1 or given[table].get("role", "").lower() in LAYOUT:
            continue
        read = read_rows(index, rows[table], bare_cell)
        grid = form_grid(read, max(len(row.cells) for row in read))
        begun = [
            [(at, cell.element) for at, (cell, first) in enumerate(row) if first and cell.element >= 0] for row in grid
        ]
        column = {at: number for number, at in enumerate(sorted({at for row in begun for at, _ in row}))}
        for row in begun:
            last = -1
            for at, cell in row:
                steps[cell], last = column[at] - last, column[at]
    return steps


def form_grid(rows: Sequence[TableRow], width: int) -> list[Line]:
    """The cells of each row at their places; a cell is repeated at all places that it spans.

    ``width``: most cells of a row, and most columns that one spans. Of a table whose spans would fill more than
    ``most_places``, the rest has none.
    """
    found, spread, room, part = list[Line](), _Spread(), most_places(rows), -1
    for row in rows:
        if row.part != part:
            part, own = row.part, sum(cell.columns for cell in row.cells)
            kept = {column: spanned for column, spanned in spread.items() if spanned[1] > 0}
            spread = kept if own + len(kept) <= width and own < width else _Spread()
        line, below = Line(), _Spread()
        for cell in row.cells:
            _fill(line, spread, below, 0)
            for number in range(min(cell.columns, width) if len(line) < room else 1):
                if number and len(line) in spread:
                    break
                if cell.rows != 1:
                    below[len(line)] = cell, cell.rows - 1
                line.append((cell, not number))
        _fill(line, spread, below, max(spread, default=-1) + 1)
        room -= len(line)
        spread = below if room > 0 else _Spread()
        found.append(line)
    return found


def most_places(rows: Sequence[TableRow]) -> int:
    """How many places the cells of a table may fill with those that they span."""
    return FREE_PLACES + MOST_TIMES * sum(len(row.cells) for row in rows)


def _fill(line: Line, spread: _Spread, below: _Spread, until: int) -> None:
    """Write the cells that are spread from above, up to the first free place from ``until`` on."""
    while (here := len(line)) in spread or here < until:
        above, left = spread.pop(here, (_NOTHING, 1))
        line.append((above, above is _NOTHING))
        if left != 1:
            below[here] = above, left - 1


def count_heads(rows: Sequence[TableRow]) -> int:
    """Number of the first rows that are the header; several if they are the head of the table, or all of heads."""
    if not rows or not _has_header(rows):
        return 0
    count, width = 1, sum(cell.columns for cell in rows[0].cells)
    heights = [cell.rows for cell in rows[0].cells if cell.columns == 1]  # beside heads of several columns
    height = max(heights, default=1) if len(heights) < len(rows[0].cells) else 1
    while count < len(rows) - 1 and count < MAX_HEADS:
        row = rows[count]
        is_head = row.is_in_head if rows[0].is_in_head else row.heads == len(row.cells) > 0
        is_head |= row.part == rows[0].part and count < height
        if not is_head or (row.spans(width) and not row.is_in_head):  # the heading of the rows below
            break
        count += 1
    return count


def join_heads(heads: Iterable[Sequence[str]], width: int) -> list[str]:
    """The texts of each column of several rows of heads, from top to bottom, each once: ``2024 Revenue``."""
    rows = list(heads)
    columns = ([row[column] for row in rows if column < len(row)] for column in range(width))
    return [" ".join(dict.fromkeys(filter(None, column))) for column in columns]


def _has_header(rows: Sequence[TableRow]) -> bool:
    """Whether the first row is the header: by its part, its tags, bold type, or words above columns of values."""
    first, said = rows[0], [cell.text for cell in rows[0].cells]
    if first.is_in_head or all(cell.is_head for cell in first.cells if cell.text):
        return True
    below = ((row, [cell.text for cell in row.cells]) for row in rows[1:])
    others = [(row, own) for row, own in below if own != said and sum(map(bool, own)) > 1]  # no empty rows or headings
    named = sum(map(bool, said))
    if not others or named < 2:
        return False
    if first.is_bold and not any(row.is_bold for row, _ in others):
        return True
    is_above = named >= MIN_COLUMNS and len(others) > 1 and not any(map(_DIGIT.search, said))
    columns = [*zip(*(own for _, own in others), strict=False)]
    values = (all(map(_VALUE.search, one)) and not all(map(_GAP.fullmatch, one)) for one in columns)
    return first.heads > max(1, *(row.heads for row, _ in others)) or (is_above and any(values))


def find_data_tables(index: Elements, words: Ints) -> list[int]:
    """The tables with rows and columns of values; others arrange the parts of a page.

    ``words``: of each text node of the page. A table in another is a value below a head, or they arrange parts. Long
    cells, without headings, are those of a table with several heads. Without heads, no cell has a heading, no role says
    that it is for layout, and rows have several texts. A text beside a picture is no value, unless pictures with the
    same alternative text are marks: yes, no.
    """
    tables, is_filled = np.array(index.tagged("table"), np.int64), index.text_node_sums(~index.blank) > 0
    meant = {one: text for one in index.tagged("img") if (text := index.attributes.given[one].get("alt", "").strip())}
    often = Counter(meant.values())
    marks = index.among(one for one, text in meant.items() if often[text] > 1)
    is_filled |= index.subtree_sums(marks.astype(np.int64)) > 0

    def count(*tags: str, first: Ints = tables + 1, end: Ints = index.ends[tables], among: Bools | bool = True) -> Ints:
        before = sums_before(index.has_tag(tags) & among)
        return np.asarray(before[end] - before[first])

    rows, heads, cells, nested = count("tr"), count("th"), count(*CELLS), count("table")
    is_grid, said = (rows > 0) & (cells > rows), sums_before(words)
    roles = (index.attributes.given[table].get("role", "").lower() for table in tables.tolist())
    is_short = said[index.last_text_node[tables]] - said[index.first_text_node[tables]] <= MAX_CELL * cells
    is_plain = (count(*HEADINGS) == 0) & (is_short | (heads > 1))
    is_small = (nested + count(*_PARTS) == 0) & (count("p", "br") <= cells) & (cells % np.maximum(rows, 1) == 0)
    is_open = (rows >= MIN_ROWS) | ((rows > 1) & is_small)
    is_open &= np.array([role not in LAYOUT for role in roles]) & is_plain
    is_open &= count(*CELLS, among=is_filled) > count("tr", among=is_filled)
    is_headed = (heads > 0) & (is_grid | (rows >= MIN_ROWS)) & (is_short | is_plain)
    found = (is_headed | ((heads == 0) & is_grid & is_open)) & (count(*_NO_CELL) == 0)
    if nested.any():
        inner = np.minimum(np.arange(1, len(tables) + 1), len(tables) - 1)  # the first table in each
        within = sums_before(nested > 0)
        are_flat = within[np.minimum(np.arange(len(tables)) + nested + 1, len(tables))] == within[inner]
        is_value = (count("th", end=tables[inner]) > 0) & (heads[inner] == 0) & are_flat
        found &= (nested == 0) | is_value
    return [int(table) for table in tables[found]]
