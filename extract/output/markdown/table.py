"""A table as GitHub's Markdown has it: one line a row, a header, no spans."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    is_head: bool
    columns: int
    """How many it spans."""


class MarkdownTable:
    """Rows of cells; cells that span get empty ones beside and below them, as far as the table is wide."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._rows: list[list[_Cell]] = []

    def begin_row(self) -> None:
        """What is added next belongs to another row."""
        self._rows.append([])

    def add(self, text: str, *, is_head: bool, columns: str) -> None:
        """A cell; ``columns`` is its ``colspan`` as the page has it."""
        if not self._rows:
            self.begin_row()
        number = int(columns) if columns.isascii() and columns.isdigit() and len(columns) < 5 else 1
        self._rows[-1].append(_Cell(text, is_head, min(max(number, 1), self._width)))

    def lines(self) -> list[str]:
        """The table without empty rows; nothing if all are."""
        rows = [row for row in self._rows if any(cell.text for cell in row)]
        if not rows:
            return []
        has_header = all(cell.is_head for cell in rows[0] if cell.text)
        spans = self._can_span(rows)
        cells = [_columns(row, spans) for row in rows]
        header, body = (cells[0], cells[1:]) if has_header else (list[str](), cells)
        width = max(len(cells) for cells in (header, *body))
        header += [""] * (width - len(header))
        return [_line(header), _line(["---"] * width), *map(_line, body)]

    def _can_span(self, rows: list[list[_Cell]]) -> bool:
        """Whether empty cells for the spans take less room than the text itself."""
        added = sum(cell.columns - 1 for row in rows for cell in row[:-1])
        return 3 * added <= sum(len(cell.text) for row in rows for cell in row)


def _columns(row: list[_Cell], spans: bool) -> list[str]:
    columns = list[str]()
    for place, cell in enumerate(row, 1):
        columns.append(cell.text)
        if spans and place < len(row):  # an empty end of a row need not be written
            columns.extend([""] * (cell.columns - 1))
    return columns


def _line(cells: list[str]) -> str:
    return " ".join(["|", *(f"{cell} |" if cell else " |" for cell in cells)])
