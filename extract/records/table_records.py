"""Rows of a table as records of the content; and the records that are the content of a list page."""

from dataclasses import replace

from iawce.data.html.subset import Subset
from iawce.extract.content.found_records import FoundField, FoundRecord
from iawce.extract.records.alignment.sim_tree import SimTree
from iawce.extract.records.alignment.table import Cell, Table
from iawce.extract.records.choices import ListSource
from iawce.extract.records.columns.record_columns import record_fields
from iawce.extract.records.lists.weighed_lists import WeighedList, weigh_lists

LEAST_CONFIDENCE = 0.1
"""Least confidence of a list; less probable ones are ignored."""


def content_lists(tree: SimTree, content: Subset, source: ListSource = "weighed") -> list[WeighedList]:
    """The main list of the page; none if no list is probable enough.

    Args:
        tree: of the page, by the default settings.
        content: its main content.
        source: of the candidates.

    Raises:
        PageError: the page takes too long.
    """
    return [found for found in weigh_lists(tree, content, source) if found.confidence >= LEAST_CONFIDENCE]


def table_records(table: Table, number: int, confidence: float | None = None) -> list[FoundRecord]:
    """The rows of a table, with the elements of each value.

    Args:
        table: of a page.
        number: of the list on the page, from 1.
        confidence: that it is the main list of the page, if it was estimated.
    """
    parts, found = table.model.tree.parts, list[FoundRecord]()
    for region, row in zip(table.regions, table.rows, strict=True):
        cells = zip(table.columns, row, strict=True)
        fields = {column.name: None if cell is None else _field(table, cell) for column, cell in cells}
        found.append(FoundRecord(fields, tuple(parts[node].element for node in region), number, confidence))
    return found


def list_records(found: WeighedList, number: int, *, all_columns: bool = False) -> list[FoundRecord]:
    """The rows of a list with columns that have a meaning (``extract/records/columns``).

    Args:
        found: a list of the page.
        number: of the list on the page, from 1.
        all_columns: whether rare values have columns, too.
    """
    rows = table_records(found.table, number, found.confidence)
    fields = record_fields(found.table, all_columns=all_columns)
    return [replace(row, fields=own) for row, own in zip(rows, fields, strict=True)]


def _field(table: Table, cell: Cell) -> FoundField:
    elements = tuple(table.model.tree.parts[node].element for node in cell.nodes)
    return FoundField(cell.value.text, cell.value.link, cell.value.image, elements)
