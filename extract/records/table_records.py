"""Rows of a table as records of the page's content; and the records that are a list page's content."""

from collections.abc import Sequence
from dataclasses import replace

from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.extract.content import Field, Record, Rectangle
from iawce.extract.records.find_tables import find_tables
from iawce.extract.records.settings import SimHTreeSettings
from iawce.extract.records.table import Cell, Table

LISTS = 3
"""Lists of a page, of which one is its content."""
LEAST_SHARE = 0.3
"""Of the main content that a list must hold."""


def content_records(document: Document, content: Subset) -> tuple[Record, ...]:
    """The records of the list that holds most of the main content; none if no list holds enough of it.

    Args:
        document: the page.
        content: its main content.

    Raises:
        PageError: the page holds no element, or takes too long.
    """
    tables = find_tables(document, replace(SimHTreeSettings.default(), tables=LISTS))
    held = [sum(int(content.words[element]) for element in _elements(table)) for table in tables]
    if not tables or max(held) < LEAST_SHARE * max(int(content.words[0]), 1):
        return ()
    return tuple(table_records(tables[held.index(max(held))], document.without(("head",)), 1))


def _elements(table: Table) -> list[int]:
    """The elements of all records, none within another."""
    tree = table.model.tree
    return tree.document.topmost(sorted({tree.parts[node].element for region in table.regions for node in region}))


def table_records(table: Table, shown: Subset, number: int) -> list[Record]:
    """The rows of a table, with the place of each value.

    Args:
        table: of a page.
        shown: what of the page is seen.
        number: of the list on the page, from 1.
    """
    document, tree = table.model.tree.document, table.model.tree
    found = []
    for region, row in zip(table.regions, table.rows, strict=True):
        elements = [tree.parts[node].element for node in region]
        fields = {
            column.name: None if cell is None else _field(table, shown, cell)
            for column, cell in zip(table.columns, row, strict=True)
        }
        found.append(Record(fields, document.path(elements[0]), _around(document, shown, elements), number))
    return found


def _field(table: Table, shown: Subset, cell: Cell) -> Field:
    tree = table.model.tree
    elements = [tree.parts[node].element for node in cell.nodes]
    value = cell.value
    box = _around(tree.document, shown, elements)
    return Field(value.text, value.link, value.image, tree.document.path(elements[0]), box)


def _around(document: Document, shown: Subset, elements: Sequence[int]) -> Rectangle | None:
    """Smallest rectangle around what is drawn of all these elements."""
    boxes = [box for element in elements if (box := document.drawn_area(element, shown))]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top
