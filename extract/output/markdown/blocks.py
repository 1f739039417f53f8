"""Blocks of Markdown, one after the other, each within the quotations and list items that are open; and tables.

A table is one of GitHub's Markdown: one line for each row, a header, no spans.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from iawce.data.dom.tags import CELLS, HEADINGS

MAX_NESTING = 16
"""Most nested lists, items and quotations; deeper ones are written at this depth, since each line begins with the marks
of all."""


@dataclass(slots=True)
class _Container:
    """A quotation, a list or a list item: the prefix of its first line, and of all others."""

    first: str = ""
    rest: str = ""
    used: bool = False


@dataclass(slots=True)
class _List(_Container):
    is_ordered: bool = False
    number: int = 1
    bullet: str = "-"
    indent: int = 0
    """Prefix of the lines inside the last item."""
    items: int = 0


@dataclass(slots=True)
class _Item(_Container):
    joins: bool = False
    """Whether it follows the previous line without an empty one."""


class MarkdownBlocks:
    """The lines so far. Containers are closed by ``close_to`` the depth before them."""

    def __init__(self) -> None:
        self._lines, self._open, self._deeper = list[str](), list[_Container](), 0
        self._ended: tuple[int, bool, str, int] | None = None

    def __len__(self) -> int:
        """Number of open containers."""
        return len(self._open) + self._deeper

    def open_quotation(self) -> None:
        """Open a quotation for the blocks that follow."""
        self._push(_Container("> ", "> "))

    def open_list(self, start: int | None) -> None:
        """Open a list of bullets, or one numbered from ``start``."""
        ordered = start is not None
        if self._open and isinstance(self._open[-1], _List):  # a list directly in a list belongs to the item before
            indent = " " * self._open[-1].indent
            self._push(_Container(indent, indent))
        usual, other = (".", ")") if ordered else ("-", "*")
        neighbour = (len(self._open), ordered, usual, len(self._lines))
        self._push(_List(is_ordered=ordered, number=start or 0, bullet=other if self._ended == neighbour else usual))

    def open_item(self, number: int | None = None) -> None:
        """Open an item of the innermost list, with the next number or a given one."""
        around = self._open[-1] if self._open and isinstance(self._open[-1], _List) else _List()
        around.number = around.number if number is None else number
        marker = f"{around.number}{around.bullet} " if around.is_ordered else f"{around.bullet} "
        is_in_item = any(isinstance(container, _Item) and container.used for container in self._open)
        joins = around.items > 0 or ((not around.is_ordered or around.number == 1) and is_in_item)
        around.number, around.items, around.indent = around.number + 1, around.items + 1, len(marker)
        self._push(_Item(marker, " " * len(marker), joins=joins))

    def _push(self, container: _Container) -> None:
        if len(self._open) < MAX_NESTING:
            self._open.append(container)
        else:
            self._deeper += 1

    def close_to(self, depth: int) -> None:
        """Close all but the first ``depth`` containers."""
        while self._deeper and len(self) > depth:
            self._deeper -= 1
        while len(self._open) > depth:
            closed = self._open.pop()
            if isinstance(closed, _List):
                self._ended = (len(self._open), closed.is_ordered, closed.bullet, len(self._lines))

    def add(self, lines: Sequence[str]) -> None:
        """Add a block, separated from the previous one by an empty line unless it begins the next item of a list."""
        if not lines:
            return
        if not self._open:
            self._lines += ["", *lines] if self._lines else lines
            return
        new = [container for container in self._open if not container.used]
        items = [container for container in new if isinstance(container, _Item)]
        if self._lines and not (items and items[0].joins):
            self._lines.append("".join(container.rest for container in self._open if container.used).rstrip())
        rest = "".join(container.rest for container in self._open)
        first = "".join(container.rest if container.used else container.first for container in self._open)
        for container in new:
            container.used = True
        self._lines.append(first + lines[0])
        self._lines.extend(rest + line if line else rest.rstrip() for line in lines[1:])

    def text(self) -> str:
        """All blocks."""
        return "\n".join(self._lines)


LISTS = frozenset({"ul", "ol"})
NO_CELL = frozenset({*HEADINGS, "table", "pre", "blockquote", "hr", "figure", "dl"})
"""Elements not allowed in a cell of a Markdown table."""


@dataclass(slots=True)
class TableShape:
    """The shape of a table, without nested tables."""

    width: int = 0
    rows: int = 0
    has_heads: bool = False
    has_lists: bool = False
    has_blocks: bool = False
    cells: int = 0
    """Of the current row."""

    @property
    def is_grid(self) -> bool:
        """Whether it is written as a table; others are layout tables, whose cells are blocks."""
        return self.width > 1 and not self.has_blocks and (self.has_heads or (self.rows > 1 and not self.has_lists))

    def look(self, tag: str) -> None:
        """Examine a start tag."""
        self.has_blocks |= tag in NO_CELL
        self.has_lists |= tag in LISTS
        self.has_heads |= tag == "th"
        if tag == "tr":
            self.rows, self.cells = self.rows + 1, 0
        elif tag in CELLS:
            self.cells += 1
            self.width = max(self.width, self.cells)


_BOLD = re.compile(r"\*\*((?:(?!\*\*).)+)\*\*")
_DIGIT = re.compile(r"\d")
MIN_COLUMNS = 3
"""Least columns of a table whose header is recognised by its words alone; one with fewer may have labels and values."""


class _Cell(NamedTuple):
    """``columns``: number of columns that it spans."""

    text: str
    is_head: bool
    columns: int


class _Row(NamedTuple):
    is_in_head: bool
    cells: list[_Cell]


class MarkdownTable:
    """Rows of cells; a cell that spans columns is followed by empty cells, up to the width of the table."""

    def __init__(self, width: int) -> None:
        self._width, self._is_in_head, self._rows = width, False, list[_Row]()

    def begin_part(self, tag: str) -> None:
        """Begin a ``thead`` or another part of the table."""
        self._is_in_head = tag == "thead"

    def begin_row(self) -> None:
        """Begin another row."""
        self._rows.append(_Row(self._is_in_head, []))

    def add(self, text: str, *, is_head: bool, columns: str) -> None:
        """Add a cell; ``columns`` is its ``colspan`` on the page."""
        if not self._rows:
            self.begin_row()
        number = int(columns) if columns.isascii() and columns.isdigit() and len(columns) < 5 else 1
        self._rows[-1].cells.append(_Cell(text, is_head, min(max(number, 1), self._width)))

    def lines(self) -> list[str]:
        """The table without empty rows; nothing if all rows are empty.

        Tables of GitHub need a header, which is an empty row if the table has none.
        """
        rows = [row for row in self._rows if any(cell.text for cell in row.cells)]
        if not rows:
            return []
        added = sum(cell.columns - 1 for row in rows for cell in row.cells[:-1])
        can_span = 3 * added <= sum(len(cell.text) for row in rows for cell in row.cells)  # else mostly empty cells
        body, header = [_columns(row.cells, can_span) for row in rows], list[str]()
        if _has_header(rows):  # it is shown in bold anyway
            header = [bold[1] if (bold := _BOLD.fullmatch(text)) else text for text in body.pop(0)]
        width = max(map(len, (header, *body)))
        header += [""] * (width - len(header))
        return [
            " ".join(["|", *(f"{cell} |" if cell else " |" for cell in cells)])
            for cells in (header, ["---"] * width, *body)
        ]


def _has_header(rows: list[_Row]) -> bool:
    """Whether the first row is the header: by its part, its tags, bold type, or words above columns of numbers."""
    first, *others = ([cell for cell in row.cells if cell.text] for row in rows)
    if rows[0].is_in_head or all(cell.is_head for cell in first):
        return True
    if not others or len(first) < 2:
        return False
    heads = [sum(cell.is_head for cell in row.cells) for row in rows]
    is_bold = [all(_BOLD.fullmatch(cell.text) for cell in row) for row in (first, *others)]
    if heads[0] > max(1, *heads[1:]) or (is_bold[0] and not any(is_bold[1:])):
        return True
    if len(first) < MIN_COLUMNS or len(others) < 2 or any(_DIGIT.search(cell.text) for cell in first):
        return False
    columns = zip(*([cell.text for cell in row.cells] for row in rows[1:]), strict=False)
    return any(all(map(_DIGIT.search, column)) for column in columns)


def _columns(row: list[_Cell], spans: bool) -> list[str]:
    columns = list[str]()
    for place, cell in enumerate(row, 1):
        columns.append(cell.text)
        if spans and place < len(row):  # empty cells at the end of a row are left out
            columns.extend([""] * (cell.columns - 1))
    return columns
