"""Headers of the columns of a table, for records that are its rows."""

from iawce.data.html.element_index import ElementIndex
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.alignment.alignment import RecordModel
from iawce.extract.records.alignment.cells import cells_of, grid_columns
from iawce.extract.records.alignment.pattern import PatternNode
from iawce.extract.records.columns.vocabulary import role_of_label

MOST_ROWS = 3
"""Most rows at the top of a table that are examined."""

FEWEST = 2
"""Least cells that name different columns."""


def find_headers(model: RecordModel) -> dict[PatternNode, str]:
    """Text of the header above each node of the pattern; none if the records are not rows."""
    index = model.tree.reading.index
    first = next((region[0] for region in model.regions if region), 0)
    row = model.tree.parts[first].element
    table = next((number for number in index.ancestors(row) if index.tags[number] == "table"), -1)
    if index.tags[row] != "tr" or table < 0:
        return {}
    texts = _header_texts(model.tree.reading, table, row)
    found: dict[PatternNode, str] = {}
    waiting = [(model.pattern, -1)]
    while waiting:
        node, column = waiting.pop()
        column = node.column if node.column >= 0 else column
        if text := texts.get(column, ""):
            found[node] = text
        waiting += [(child, column) for child in node.children]
    return found


def _header_texts(reading: PageReading, table: int, first: int) -> dict[int, str]:
    """Texts of the header rows, the lowest one of each column; ``first`` is the first row that is a record."""
    index, rows = reading.index, list[int]()
    around = index.nearest(index.has_tag(("table",)))
    for number in range(table, int(index.ends[table])):
        if index.tags[number] == "tr" and around[number] == table:
            rows.append(number)
        if len(rows) == MOST_ROWS:
            break
    head = [row for row in rows if _is_header(index, row) or (row < first and _names_columns(reading, row))]
    texts: dict[int, str] = {}
    for cell, (column, width) in grid_columns(index, head).items():
        text = reading.texts.line(cell)
        texts.update(dict.fromkeys(range(column, column + width), text) if text else {})
    return texts


def _names_columns(reading: PageReading, row: int) -> bool:
    """Whether plain cells are called as columns are, as in old forums: *Subject*, *Replies*, *Views*."""
    texts = (reading.texts.line(cell) for cell in cells_of(reading.index, row))
    return len({role for text in texts if (role := role_of_label(text))}) >= FEWEST


def _is_header(index: ElementIndex, row: int) -> bool:
    cells = cells_of(index, row)
    return bool(cells) and (
        index.tags[int(index.parents[row])] == "thead" or all(index.tags[cell] == "th" for cell in cells)
    )
