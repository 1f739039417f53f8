"""Blocks of Markdown within quotations and list items; tables as on GitHub: a line for each row, a header, no spans."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from iawce.data.dom.table_grid import TableCell, TableRow, count_heads, form_grid, join_heads, most_places, read_span
from iawce.data.dom.text_layout import numeral

MAX_NESTING = 16  # Most nested containers; deeper ones are written at this depth, as a line begins with all marks
RULE, RULE_IN_ITEM = "---", "___"  # A line of dashes behind a bullet would be a rule with it
_BOLD = re.compile(r"\*\*((?:(?!\*\*).)+)\*\*")


@dataclass(slots=True)
class _Container:
    """A quotation, a list or a list item: the prefix of its first line, and of all others; ``head``: a line before."""

    first: str = ""
    rest: str = ""
    used: bool = False
    head: str = ""


@dataclass(slots=True)
class _List(_Container):
    is_ordered: bool = False
    number: int = 1
    step: int = 1
    bullet: str = "-"
    kind: str = "1"
    indent: int = 0  # Prefix of the lines inside the last item with text


@dataclass(slots=True)
class _Item(_Container):
    joins: bool = False  # Whether it follows the previous line without an empty one


class MarkdownBlocks:
    """The lines so far. Containers are closed by ``close_to`` the depth before them."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._open: list[_Container] = []
        self._deeper = 0
        self._is_headed = self._is_ruled = False
        self._heading = 0, 0, False  # Level of the last block, its first line, and whether notes were below it
        self._ended: tuple[int, int, _List] | None = None  # Depth and end of the last list, and the list

    def __len__(self) -> int:
        """Number of open containers."""
        return len(self._open) + self._deeper

    def open_quotation(self, head: str = "") -> None:
        """Open a quotation for the blocks that follow, which is a callout if it has a head."""
        self._push(_Container("> ", "> ", head=head))

    @property
    def is_headed(self) -> bool:
        """Whether the innermost container is a callout without text."""
        return bool(self._open and self._open[-1].head)

    def entitle(self, title: str) -> None:
        """Give the innermost callout a title; one that only repeats its kind is left out."""
        if title.strip(" :").casefold() != (head := self._open[-1].head)[2:-1].casefold():
            self._open[-1].head = f"{head} {title}"

    def open_list(self, start: int | None, step: int = 1, kind: str = "1") -> None:
        """Open a list of bullets, or one numbered from ``start``, upwards or downwards (``step``).

        ``kind``: numbers, letters or Roman numerals, as in HTML; all but numbers are text after a bullet. Lists one
        after the other are one if the numbers go on, or there is one for each bullet.
        """
        ordered, ended = start is not None and kind == "1", self._ended
        if self._open and isinstance(self._open[-1], _List):  # a list directly in a list belongs to the item before
            inside = " " * self._open[-1].indent
            self._push(_Container(inside, inside))
        usual, other = (".", ")") if ordered else ("-", "*")
        bullet, indent = usual, 0
        if ended and ended[:2] == (len(self._open), len(self._lines)) and (before := ended[2]).is_ordered == ordered:
            goes_on = (before.kind, before.number, before.step) == (kind, 1 if start is None else start, step)
            bullet = before.bullet if goes_on else other if before.bullet == usual else usual
            indent = before.indent if goes_on else 0
        self._push(_List(is_ordered=ordered, number=start or 0, step=step, bullet=bullet, kind=kind, indent=indent))

    def open_item(self, number: int | None = None) -> str:
        """Open an item of the innermost list, with the next number or a given one, and return its letter if any."""
        around = self._open[-1] if self._open else None
        if not isinstance(around, _List):
            around = _List()
        around.number = around.number if number is None else number
        marker = f"{around.number}{around.bullet} " if around.is_ordered else f"{around.bullet} "
        letter = f"{numeral(around.number, around.kind)}. " if around.kind != "1" else ""
        is_in_item = any(isinstance(container, _Item) and container.used for container in self._open)
        joins = around.indent > 0 or ((not around.is_ordered or around.number == 1) and is_in_item)
        around.number = max(0, around.number + around.step)
        self._push(_Item(marker, " " * len(marker), joins=joins))
        return letter

    def _push(self, container: _Container) -> None:
        self._ended = None  # a list in the container before is no neighbour of one in this
        if len(self._open) < MAX_NESTING:
            self._open.append(container)
        else:
            self._deeper += 1

    def close_to(self, depth: int) -> None:
        """Close all but the first ``depth`` containers."""
        self._deeper = min(self._deeper, max(0, depth - len(self._open)))
        while len(self._open) > depth:
            closed = self._open.pop()
            around = self._open[-1] if self._open else None
            if isinstance(closed, _Item) and closed.used and isinstance(around, _List):
                around.indent = len(closed.rest)
            if isinstance(closed, _List) and closed.indent:
                self._ended = len(self._open), len(self._lines), closed

    def leave_note(self) -> None:
        """Take notice of a note here, which is written elsewhere."""
        level, start, _ = self._heading
        self._heading = level, start, level > 0

    def add(self, lines: Sequence[str], heading: int = 0) -> None:
        """Add a block, behind an empty line unless it begins the next item of a list; a rule only between others.

        ``heading``: its level. One with nothing but notes below goes where the next one is not within it.
        """
        level, start, is_noted = self._heading
        if is_noted and not self._open and (0 < heading <= level or lines == [RULE]):
            del self._lines[start:]
            self._is_ruled = self._lines[-1:] == [RULE]
        if lines:
            self._heading = heading * (not self._open), len(self._lines), False
        if lines == [RULE] and (self._is_ruled or not self._lines):
            return
        self._is_ruled = lines == [RULE] if lines else self._is_ruled
        if not lines or not self._open:
            self._lines += ["", *lines] if lines and self._lines else lines
            return
        for place, container in enumerate(self._open):
            if container.head:
                head, container.head, inside = container.head, "", self._open[place + 1 :]
                del self._open[place + 1 :]
                self.add([head])
                self._open += inside
                self._is_headed = True
        new = [container for container in self._open if not container.used]
        items = [container for container in new if isinstance(container, _Item)]
        lines = [RULE_IN_ITEM] if items and lines == [RULE] else lines
        if self._lines and not (items and items[0].joins) and not self._is_headed:
            self._lines.append("".join(container.rest for container in self._open if container.used).rstrip())
        if isinstance(self._open[-1], _List):
            self._open[-1].indent = 0  # a text between items ends the last of them
        rest = "".join(container.rest for container in self._open)
        first = "".join(container.rest if container.used else container.first for container in self._open)
        self._is_headed = False
        for container in new:
            container.used = True
        self._lines.append(first + lines[0])
        self._lines.extend(rest + line if line else rest.rstrip() for line in lines[1:])

    def text(self) -> str:
        """All blocks, without a rule behind the last."""
        self.add((), heading=1)
        return "\n".join(self._lines).removesuffix(f"\n\n{RULE}")


class MarkdownTable:
    """Rows of cells, written as a grid: a cell that spans columns or rows is followed by empty cells."""

    def __init__(self) -> None:
        self._part, self._is_in_head, self._feet = 0, False, set[int]()
        self._rows: list[TableRow] = []

    def begin_part(self, tag: str) -> None:
        """Begin a ``thead`` or another part of the table."""
        self._part, self._is_in_head = self._part + 1, tag == "thead"
        if tag == "tfoot":
            self._feet.add(self._part)

    def begin_row(self) -> None:
        """Begin another row."""
        self._rows.append(TableRow(self._part, self._is_in_head))

    def add(self, text: str, *, is_head: bool, columns: str, rows: str = "") -> None:
        """Add a cell; ``columns`` and ``rows`` are its ``colspan`` and ``rowspan`` on the page."""
        if not self._rows:
            self.begin_row()
        spans, is_bold = (max(read_span(columns), 1), read_span(rows)), _BOLD.fullmatch(text) is not None
        self._rows[-1].cells.append(TableCell(text, is_head, *spans, is_bold=is_bold))

    def lines(self) -> list[str]:
        """The table without empty rows; only the text of the cell if a single one is filled.

        Tables of GitHub need a header, which is an empty row if the table has none. Several rows of heads are one:
        ``2024 Revenue``.
        """
        self._rows.sort(key=lambda row: row.part in self._feet)  # which may stand before the body
        wide = max((len(row.cells) for row in self._rows), default=0)
        for row in self._rows:
            row.cells[:] = [replace(cell, columns=min(cell.columns, wide)) for cell in row.cells]
        found = form_grid(self._rows, wide)
        places = [place for place, row in enumerate(self._rows) if any(cell.text for cell in row.cells)]
        if len(filled := [cell.text for row in self._rows for cell in row.cells if cell.text]) < 2:
            return filled
        title = list[str]()
        while len(places) > 2 and (first := self._rows[places[0]]).spans(wide):
            title += [first.cells[0].text, ""]  # of the whole table
            places = places[1:]
        rows = [self._rows[place] for place in places]
        heads = count_heads(rows)
        cells = [[cell.text if is_first else "" for cell, is_first in found[place]] for place in places]
        width = max(max((number for number, text in enumerate(line, 1) if text), default=0) for line in cells)
        heading = (found[place] for place in places[:heads])
        plain = ([cell.text[2:-2] if cell.is_bold else cell.text for cell, _ in row] for row in heading)
        header = join_heads(plain, width)  # without the marks of bold type, since headers are shown in bold
        padded = width if width * len(cells) <= most_places(self._rows) else 0  # a row may have fewer cells
        body = [(line + [""] * (padded - len(line)))[:width] for line in cells[heads:]]
        return [*title, _line(header), _line(["---"] * width), *map(_line, body)]


def _line(cells: list[str]) -> str:
    return " ".join(["|", *(f"{cell} |" if cell else " |" for cell in cells)])
