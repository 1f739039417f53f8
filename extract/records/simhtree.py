"""List pages: the records of a page, aligned into the rows of a table.

Source: Ren and Xue 2007, Structured Data Extraction Based on Web Page Tags. The page is cleaned and becomes a tree
nested by its rectangles (``extract/papers/simhtree/sim_tree.py``); groups of similar nodes are candidate regions
(``data_regions.py``); the level codes of the best group are matched with one pattern (``alignment.py``), which is the
schema of a table whose rows are the records (``table.py``). Each of these modules lists its deviations; without a
browser, rectangles are estimates, as the score ``rectangles`` shows.
"""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.method import register_method
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from iawce.extract.records.list_records import table_records

SCORES = {
    "lists": "lists of the page that were aligned",
    "records": "records of all these lists",
    "columns": "columns of the first list",
    "unsure": "rows with a value that may belong to another column",
    "rectangles": "whether the rectangles were `drawn` by a browser, or `estimated`",
}


@register_method("simhtree", SimHTreeSettings, SCORES)
def extract_records(analysis: PageAnalysis, settings: SimHTreeSettings) -> Content:
    """SimHTree (Ren and Xue 2007): the records of a list page, their fields aligned into columns."""
    tree = build_sim_tree(analysis, settings)
    tables = find_tables(tree, settings)
    shown = analysis.shown
    records = tuple(record for number, table in enumerate(tables, 1) for record in table_records(table, number))
    elements = {table.model.tree.parts[node].element for table in tables for region in table.regions for node in region}
    scores: Scores = {"lists": len(tables), "records": len(records)}
    if tables:
        scores["columns"] = len(tables[0].columns)
        scores["unsure"] = sum(len(table.unsure) for table in tables)
        scores["rectangles"] = "estimated" if tables[0].model.tree.is_estimate else "drawn"
    chosen = tuple(sorted(analysis.document.topmost(sorted(elements))))
    return Content(chosen, shown, records, scores=scores, warnings=tree.warnings)
