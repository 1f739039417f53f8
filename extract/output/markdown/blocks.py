"""Blocks of Markdown, one after the other, each within the quotations and list items that are open; and tables.

A table is one of GitHub's Markdown: one line for each row, a header, no spans.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from iawce.data.dom.table_grid import TableCell, TableRow, count_heads, form_grid, join_heads, read_span
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
    step: int = 1
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
        self._lines: list[str] = []
        self._open: list[_Container] = []
        self._deeper = 0
        self._ended: tuple[int, bool, str, int] | None = None

    def __len__(self) -> int:
        """Number of open containers."""
        return len(self._open) + self._deeper

    def open_quotation(self) -> None:
        """Open a quotation for the blocks that follow."""
        self._push(_Container("> ", "> "))

    def open_list(self, start: int | None, step: int = 1) -> None:
        """Open a list of bullets, or one numbered from ``start``, upwards or downwards (``step``)."""
        ordered = start is not None
        if self._open and isinstance(self._open[-1], _List):  # a list directly in a list belongs to the item before
            indent = " " * self._open[-1].indent
            self._push(_Container(indent, indent))
        usual, other = (".", ")") if ordered else ("-", "*")
        neighbour = (len(self._open), ordered, usual, len(self._lines))
        bullet = other if self._ended == neighbour else usual
        self._push(_List(is_ordered=ordered, number=start or 0, step=step, bullet=bullet))

    def open_item(self, number: int | None = None) -> None:
        """Open an item of the innermost list, with the next number or a given one."""
        around = self._open[-1] if self._open else None
        if not isinstance(around, _List):
            around = _List()
        around.number = around.number if number is None else number
        marker = f"{around.number}{around.bullet} " if around.is_ordered else f"{around.bullet} "
        is_in_item = any(isinstance(container, _Item) and container.used for container in self._open)
        joins = around.items > 0 or ((not around.is_ordered or around.number == 1) and is_in_item)
        around.number = max(0, around.number + around.step)
        around.items, around.indent = around.items + 1, len(marker)
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


class MarkdownTable:
    """Rows of cells, written as a grid: a cell that spans columns or rows is followed by empty cells."""

    def __init__(self, width: int) -> None:
        self._width, self._part, self._is_in_head = width, 0, False
        self._rows: list[TableRow] = []

    def begin_part(self, tag: str) -> None:
        """Begin a ``thead`` or another part of the table."""
        self._part, self._is_in_head = self._part + 1, tag == "thead"

    def begin_row(self) -> None:
        """Begin another row."""
        self._rows.append(TableRow(self._part, self._is_in_head))

    def add(self, text: str, *, is_head: bool, columns: str, rows: str = "") -> None:
        """Add a cell; ``columns`` and ``rows`` are its ``colspan`` and ``rowspan`` on the page."""
        if not self._rows:
            self.begin_row()
        wide, is_bold = max(read_span(columns, self._width), 1), _BOLD.fullmatch(text) is not None
        self._rows[-1].cells.append(TableCell(text, is_head, wide, read_span(rows), is_bold=is_bold))

    def lines(self) -> list[str]:
        """The table without empty rows; nothing if all rows are empty.

        Tables of GitHub need a header, which is an empty row if the table has none. Several rows of heads are one:
        ``2024 Revenue``.
        """
        found = form_grid(self._rows, self._width)
        places = [place for place, row in enumerate(self._rows) if any(cell.text for cell in row.cells)]
        if not places:
            return []
        title = list[str]()
        while len(places) > 2 and (first := self._rows[places[0]]).spans(self._width):
            title += [first.cells[0].text, ""]  # of the whole table
            places = places[1:]
        rows = [self._rows[place] for place in places]
        heads = count_heads(rows)
        cells = [[cell.text if is_first else "" for cell, is_first in found[place]] for place in places]
        width = max(max((number for number, text in enumerate(line, 1) if text), default=0) for line in cells)
        header = join_heads(([_plain(cell.text) for cell, _ in found[place]] for place in places[:heads]), width)
        body = [(line + [""] * width)[:width] for line in cells[heads:]]
        return [*title, _line(header), _line(["---"] * width), *map(_line, body)]


def _plain(text: str) -> str:
    """The text of a header without the marks of bold type, since headers are shown in bold."""
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text


def _line(cells: list[str]) -> str:
    return " ".join(["|", *(f"{cell} |" if cell else " |" for cell in cells)])
