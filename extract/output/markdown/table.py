"""A table in GitHub's Markdown: one line for each row, a header, no spans."""

import re
from dataclasses import dataclass, field

_BOLD = re.compile(r"\*\*((?:(?!\*\*).)+)\*\*")
_DIGIT = re.compile(r"\d")
FEWEST_COLUMNS = 3
"""Least columns of a table whose header is recognised by its words alone; one with fewer may have labels and values."""


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    is_head: bool
    columns: int
    """Number of columns that it spans."""


@dataclass(frozen=True, slots=True)
class _Row:
    is_in_head: bool
    cells: list[_Cell] = field(default_factory=list)

    @property
    def has_text(self) -> bool:
        return any(cell.text for cell in self.cells)

    @property
    def heads(self) -> int:
        return sum(cell.is_head for cell in self.cells)


class MarkdownTable:
    """Rows of cells; a cell that spans columns is followed by empty cells, up to the width of the table."""

    def __init__(self, width: int) -> None:
        self._width, self._is_in_head = width, False
        self._rows: list[_Row] = []

    def begin_part(self, tag: str) -> None:
        """Begin a ``thead`` or another part of the table."""
        self._is_in_head = tag == "thead"

    def begin_row(self) -> None:
        """Begin another row."""
        self._rows.append(_Row(self._is_in_head))

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
        rows = [row for row in self._rows if row.has_text]
        if not rows:
            return []
        spans = self._can_span(rows)
        cells = [_columns(row.cells, spans) for row in rows]
        header, body = ([_plain(text) for text in cells[0]], cells[1:]) if _has_header(rows) else (list[str](), cells)
        width = max(len(cells) for cells in (header, *body))
        header += [""] * (width - len(header))
        return [_line(header), _line(["---"] * width), *map(_line, body)]

    def _can_span(self, rows: list[_Row]) -> bool:
        """Whether empty cells for the spans need less space than the text itself."""
        added = sum(cell.columns - 1 for row in rows for cell in row.cells[:-1])
        return 3 * added <= sum(len(cell.text) for row in rows for cell in row.cells)


def _has_header(rows: list[_Row]) -> bool:
    """Whether the first row is the header: by its part, its tags, bold type, or words above columns of numbers."""
    first, others = rows[0], rows[1:]
    texts = [cell.text for cell in first.cells if cell.text]
    if first.is_in_head or all(cell.is_head for cell in first.cells if cell.text):
        return True
    if not others or len(texts) < 2:
        return False
    if first.heads > max(1, *(row.heads for row in others)) or (_is_bold(first) and not any(map(_is_bold, others))):
        return True
    return len(texts) >= FEWEST_COLUMNS and _is_above_numbers(first, others)


def _is_bold(row: _Row) -> bool:
    return all(_BOLD.fullmatch(cell.text) for cell in row.cells if cell.text)


def _is_above_numbers(first: _Row, others: list[_Row]) -> bool:
    """Whether no cell of a row has a digit, and all cells of a column below it have one."""
    if any(_DIGIT.search(cell.text) for cell in first.cells):
        return False
    columns = zip(*([cell.text for cell in row.cells] for row in others), strict=False)
    return len(others) > 1 and any(all(map(_DIGIT.search, column)) for column in columns)


def _plain(text: str) -> str:
    """The text of a header without the marks of bold type, since headers are shown in bold."""
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text


def _columns(row: list[_Cell], spans: bool) -> list[str]:
    columns = list[str]()
    for place, cell in enumerate(row, 1):
        columns.append(cell.text)
        if spans and place < len(row):  # empty cells at the end of a row are left out
            columns.extend([""] * (cell.columns - 1))
    return columns


def _line(cells: list[str]) -> str:
    return " ".join(["|", *(f"{cell} |" if cell else " |" for cell in cells)])
