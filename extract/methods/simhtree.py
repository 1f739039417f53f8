"""List pages: the records of a page, aligned into the rows of a table.

Source: Ren and Xue 2007, Structured Data Extraction Based on Web Page Tags. The page is cleaned and becomes a tree
nested as its rectangles are (``extract/records/sim_tree.py``); groups of like nodes are candidate regions
(``data_regions.py``); the level codes of the best group are matched into one pattern (``alignment.py``), which is the
schema of a table, and each record a row (``table.py``). Each of these modules lists its deviations; without a browser
the rectangles are an estimate, which the score ``rectangles`` says.
"""

from collections.abc import Sequence

from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.extract.content import Content, Field, Record, Rectangle, Scores
from iawce.extract.methods.method import register_method
from iawce.extract.records.find_tables import find_tables
from iawce.extract.records.settings import SimHTreeSettings
from iawce.extract.records.table import Cell, Table


SCORES = {
    "lists": "lists of the page that were aligned",
    "records": "records of them all",
    "columns": "columns of the first list",
    "unsure": "rows one of whose values might stand in another column",
    "rectangles": "whether the rectangles were `drawn` by a browser, or `estimated`",
}


@register_method("simhtree", SimHTreeSettings, SCORES)
def extract_records(document: Document, settings: SimHTreeSettings) -> Content:
    """SimHTree (Ren and Xue 2007): the records of a list page, their fields aligned into columns."""
    tables = find_tables(document, settings)
    shown = document.without(("head",))
    records = tuple(record for number, table in enumerate(tables, 1) for record in _records(table, shown, number))
    elements = {table.model.tree.parts[node].element for table in tables for region in table.regions for node in region}
    scores: Scores = {"lists": len(tables), "records": len(records)}
    if tables:
        scores["columns"] = len(tables[0].columns)
        scores["unsure"] = sum(len(table.unsure) for table in tables)
        scores["rectangles"] = "estimated" if tables[0].model.tree.is_estimate else "drawn"
    return Content(tuple(sorted(document.topmost(sorted(elements)))), shown, records, scores=scores)


def _records(table: Table, shown: Subset, number: int) -> list[Record]:
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
