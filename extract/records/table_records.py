"""Rows of a table as records of the page's content; and the records that are a list page's content."""

from collections.abc import Sequence

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Field, Record, Rectangle
from iawce.extract.records.alignment.table import Cell, Table
from iawce.extract.records.choices import ListSource
from iawce.extract.records.lists.weighed_lists import weigh_lists

LEAST_CONFIDENCE = 0.1
"""Of a list; what is less sure is no list of the page."""


def content_records(reading: PageReading, content: Subset, source: ListSource = "weighed") -> tuple[Record, ...]:
    """The records of the list that the page is for; none if no list is sure enough to be it.

    Args:
        reading: of the page.
        content: its main content.
        source: whose lists are weighed.

    Raises:
        PageError: the page holds no element, or takes too long.
    """
    shown, found = reading.shown, weigh_lists(reading, content, source)
    return tuple(
        record
        for each in found
        if each.confidence >= LEAST_CONFIDENCE
        for record in table_records(each.table, shown, 1, each.confidence)
    )


def table_records(table: Table, shown: Subset, number: int, confidence: float | None = None) -> list[Record]:
    """The rows of a table, with the place of each value.

    Args:
        table: of a page.
        shown: what of the page is seen.
        number: of the list on the page, from 1.
        confidence: that it is the list that the page is for, where that was weighed.
    """
    reading, tree = table.model.tree.reading, table.model.tree
    found = []
    for region, row in zip(table.regions, table.rows, strict=True):
        elements = [tree.parts[node].element for node in region]
        fields = {
            column.name: None if cell is None else _field(table, shown, cell)
            for column, cell in zip(table.columns, row, strict=True)
        }
        box = _around(reading, shown, elements)
        found.append(Record(fields, reading.document.path(elements[0]), box, number, confidence))
    return found


def _field(table: Table, shown: Subset, cell: Cell) -> Field:
    tree = table.model.tree
    elements = [tree.parts[node].element for node in cell.nodes]
    value = cell.value
    box = _around(tree.reading, shown, elements)
    return Field(value.text, value.link, value.image, tree.reading.document.path(elements[0]), box)


def _around(reading: PageReading, shown: Subset, elements: Sequence[int]) -> Rectangle | None:
    """Smallest rectangle around what is drawn of all these elements."""
    boxes = [box for element in elements if (box := reading.document.drawn_area(element, shown))]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top
