"""SimHTree: the records of a list page, aligned into the rows of a table.

Source: Ren and Xue 2007, Structured Data Extraction Based on Web Page Tags, section 3.1. The page is cleaned and
becomes a tree nested by its rectangles (``sim_tree.py``); groups of similar nodes are candidate regions; the level
codes of the best group are matched with one pattern (``alignment.py``), which is the schema of a table whose rows are
the records (``table.py``). Without a browser, rectangles are estimates, as the score ``rectangles`` shows.

Source: section 3.3, definition 2, property 1 and DataRegionMining(k). A region is one or more adjacent nodes with one
parent, or of one generation; a cluster is a list of regions of similar size.

Deviations: neither "size" nor k is given: nodes of similar size are nodes with one tag whose areas differ by less than
the share ``k`` of the larger, any two of them. A cluster has at least two members, and a member a value. The printed
order puts the longest menu first; ``count_area`` multiplies instead. With ``groups="shape"``, members have one tag and
similar shapes of any size, a record may be several neighbours, and rows of records become their records: the repeated
units of ``iawce.data.analysis.units`` are the regions.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import RecordGroup, Unit
from iawce.extract.content.content import Content, FoundRecord, Scores
from iawce.extract.content.method import register_method
from iawce.extract.papers.simhtree.alignment import align_records
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree, build_sim_tree
from iawce.extract.papers.simhtree.table import Table, label_columns, make_table, name_columns, table_records

LOOKED_AT = 12  # Most groups whose records are aligned to measure their agreement
MAX_ALIGNED = 12  # Most records of each that are aligned for that
SCORES = {
    "lists": "lists of the page that were aligned",
    "records": "records of all these lists",
    "columns": "columns of the first list",
    "unsure": "rows with a value that may belong to another column",
    "rectangles": "whether the rectangles were `drawn` by a browser, or `estimated`",
}


def mine_data_regions(tree: SimTree, settings: SimHTreeSettings) -> list[RecordGroup]:
    """DataRegionMining(k): groups of nodes of the tree, the most likely first."""
    if settings.groups == "size":
        sized = (group for children in tree.children for group in group_by_size(tree, children, settings.k))
        found: Sequence[RecordGroup] = [RecordGroup(tuple((node,) for node in nodes)) for nodes in sized]
    else:
        found = tree.units.regions
    valued = tree.nodes.values
    kept = [group for group in found if all(any(valued[node] for node in unit) for unit in group.units)]
    return sorted(kept, key=lambda group: rank(tree, group, settings), reverse=True)


def group_by_size(tree: SimTree, nodes: Sequence[int], k: float) -> list[list[int]]:
    """The fewest groups of nodes with one tag in which any two differ in size by less than ``k``."""
    areas = tree.areas
    groups: list[list[int]] = []
    ordered = sorted(nodes, key=lambda node: (tree.tag(node), areas[node], node))
    for _, same in groupby(ordered, key=tree.tag):
        smallest = -1.0
        for node in same:
            largest = areas[node]
            if smallest < 0 or (largest and (largest - smallest) / largest >= k):
                groups.append([])
                smallest = largest
            groups[-1].append(node)
    return sorted(sorted(group) for group in groups if len(group) > 1)


def rank(tree: SimTree, group: RecordGroup, settings: SimHTreeSettings) -> tuple[float, ...]:
    """The sort key of groups, largest first; equal ones stay in document order."""
    count = len(group.units)
    area = sum(tree.areas[node] for node in group.members) / count
    match settings.rank:
        case "count":
            return count, area
        case "count_area":
            return (count * area,)
    return ((count - 1) * area * group.likeness,)


def find_tables(tree: SimTree, settings: SimHTreeSettings) -> tuple[Table, ...]:
    """At most ``settings.tables`` tables of a page, the most likely list first; none if nothing repeats.

    Raises PageError: the page takes too long.
    """
    groups = mine_data_regions(tree, settings)
    if settings.rank == "shape_area":
        # Large parts of a page may be alike at their upper levels: their table has empty cells. Menus have one column.
        top, rest = groups[:LOOKED_AT], groups[LOOKED_AT:]
        top.sort(key=lambda one: -rank(tree, one, settings)[0] * agreement(tree, one, settings))
        groups = [*top, *rest]
    tables = (table_of(tree, group, settings) for group in islice(keep_apart(tree, groups), settings.tables))
    return tuple(name_columns(table, settings) for table in tables)


def table_of(tree: SimTree, group: RecordGroup, settings: SimHTreeSettings) -> Table:
    """The records of a group as a table, its columns without names."""
    table = _aligned(tree, group.units, settings)
    return table if settings.names == "numbered" else label_columns(table)


def _aligned(tree: SimTree, units: tuple[Unit, ...], settings: SimHTreeSettings) -> Table:
    """The table of records, aligned once: those of a short list are compared first, too."""
    if (units, settings) not in tree.tables:
        tree.tables[units, settings] = make_table(align_records(tree, units, settings), join=settings.join)
    table: Table = tree.tables[units, settings]
    return table


def agreement(tree: SimTree, group: RecordGroup, settings: SimHTreeSettings) -> float:
    """Quality of a table: from 0, if each value has its own row, to nearly 1, if many columns have no empty cell."""
    table = _aligned(tree, group.units[:MAX_ALIGNED], settings)
    rows, columns = len(table.rows), len(table.columns)
    if rows < 2 or not columns:
        return 0.0
    filled = sum(cell is not None for row in table.rows for cell in row) / (rows * columns)
    agreed = max(0.0, (filled - 1 / rows) / (1 - 1 / rows))
    return math.sqrt(agreed) * columns / (columns + 1)


def keep_apart(tree: SimTree, groups: Iterable[RecordGroup]) -> Iterator[RecordGroup]:
    """The groups that are neither inside a record of an earlier group nor contain records of one."""
    taken: set[int] = set()
    around: set[int] = set()
    for group in groups:
        if any(node in taken or node in around for node in group.members):
            continue
        yield group
        for node in group.members:
            taken.update(tree.below(node))
            outer = node
            while outer not in around and outer >= 0:
                around.add(outer)
                outer = tree.parents[outer]


@register_method("simhtree", SimHTreeSettings, SCORES)
def extract_records(analysis: PageAnalysis, settings: SimHTreeSettings) -> Content:
    """SimHTree (Ren and Xue 2007): the records of a list page, their fields aligned into columns."""
    tree = build_sim_tree(analysis, settings)
    tables = find_tables(tree, settings)
    records = tuple(record for number, table in enumerate(tables, 1) for record in table_records(table, number))
    scores: Scores = {"lists": len(tables), "records": len(records)}
    if tables:
        scores["columns"] = len(tables[0].columns)
        scores["unsure"] = sum(len(table.unsure) for table in tables)
        scores["rectangles"] = "estimated" if tree.is_estimate else "drawn"
    return content_of(tree, tables, records, scores)


def content_of(tree: SimTree, tables: Iterable[Table], records: Sequence[FoundRecord], scores: Scores) -> Content:
    """The records of a page as its content."""
    elements = {number for table in tables for unit in table.units for number in unit}
    chosen = tuple(tree.analysis.index.topmost(sorted(elements)))
    return Content(chosen, tree.analysis.shown, tuple(records), scores=scores, warnings=tree.warnings)
