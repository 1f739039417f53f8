"""From a page to its tables: SimHTree, candidate regions, record models, tables.

Source: Ren and Xue 2007, section 3.1, the four parts of the system.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from iawce.extract.records.alignment.alignment import align_records
from iawce.extract.records.alignment.column_names import name_columns
from iawce.extract.records.alignment.data_regions import Cluster, mine_data_regions, rank
from iawce.extract.records.alignment.settings import SimHTreeSettings
from iawce.extract.records.alignment.sim_tree import SimTree
from iawce.extract.records.alignment.table import Table, make_table

LOOKED_AT = 12
"""Most clusters whose records are aligned to measure their agreement."""
COMPARED = 12
"""Most records of each that are aligned for that."""


def find_tables(tree: SimTree, settings: SimHTreeSettings) -> tuple[Table, ...]:
    """At most ``settings.tables`` tables of a page, the most likely list first; none if nothing repeats.

    Args:
        tree: of the page, by these settings.
        settings: constants.

    Raises:
        PageError: the page takes too long.
    """
    clusters = mine_data_regions(tree, settings)
    if settings.rank == "shape_area":
        clusters = _ranked_by_agreement(tree, clusters, settings)
    chosen = islice(keep_apart(tree, clusters), settings.tables)
    return tuple(name_columns(table_of(tree, cluster, settings), settings) for cluster in chosen)


def table_of(tree: SimTree, cluster: Cluster, settings: SimHTreeSettings) -> Table:
    """The records of a cluster as a table, its columns without names."""
    return make_table(align_records(tree, cluster.regions, settings), join=settings.join)


def _ranked_by_agreement(tree: SimTree, clusters: Sequence[Cluster], settings: SimHTreeSettings) -> list[Cluster]:
    """The clusters, the first ones sorted by the product of their rank and the quality of their table.

    Large parts of a page may be similar at their upper levels; a table of them has many empty cells. Menus have one
    column.
    """
    first, rest = clusters[:LOOKED_AT], clusters[LOOKED_AT:]

    def score(cluster: Cluster) -> float:
        return rank(cluster, settings)[0] * agreement(tree, cluster, settings)

    return [*sorted(first, key=score, reverse=True), *rest]


def agreement(tree: SimTree, cluster: Cluster, settings: SimHTreeSettings) -> float:
    """Quality of a table: from 0, if each value has its own row, to nearly 1, if many columns have no empty cell."""
    few = Cluster(cluster.regions[:COMPARED], cluster.area)
    table = table_of(tree, few, settings)
    rows, columns = len(table.rows), len(table.columns)
    if rows < 2 or not columns:
        return 0.0
    filled = sum(cell is not None for row in table.rows for cell in row) / (rows * columns)
    agreed = max(0.0, (filled - 1 / rows) / (1 - 1 / rows))
    return math.sqrt(agreed) * columns / (columns + 1)


def keep_apart(tree: SimTree, clusters: Iterable[Cluster]) -> Iterator[Cluster]:
    """The clusters that are neither inside a record of an earlier cluster nor contain records of one."""
    taken: set[int] = set()
    around: set[int] = set()
    for cluster in clusters:
        heads = [node for region in cluster.regions for node in region]
        if any(node in taken or node in around for node in heads):
            continue
        yield cluster
        for head in heads:
            taken.update(tree.below(head))
            outer = head
            while outer not in around and outer >= 0:
                around.add(outer)
                outer = tree.parents[outer]
