"""From a page to its tables: SimHTree, candidate regions, record models, tables.

Source: Ren and Xue 2007, section 3.1, the four parts of the system.

Source: Ren and Xue 2007, section 3.3, definition 2, property 1 and DataRegionMining(k). A region is one or more
adjacent nodes with one parent, or of one generation; a cluster is a list of regions of similar size.

Deviations: neither "size" nor k is given: nodes of similar size are nodes with one tag whose areas differ by less than
the share ``k`` of the larger, any two of them. A cluster has at least two members, and a member a value. The printed
order puts the longest menu first; ``count_area`` multiplies instead. With ``groups="shape"``, members have one tag and
similar shapes of any size, a record may be several neighbours, and rows of records become their records: the repeated
units of ``iawce.data.analysis.units`` are the regions.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from iawce.extract.papers.simhtree.alignment import align_records
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.papers.simhtree.table import Table, make_table, name_columns

Region = tuple[int, ...]
"""Adjacent nodes with one parent."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Regions that may be records, in document order; mean area in px²; their similarity, 0 to 1."""

    regions: tuple[Region, ...]
    area: float
    likeness: float = 1.0


def mine_data_regions(tree: SimTree, settings: SimHTreeSettings) -> list[Cluster]:
    """DataRegionMining(k): clusters, the most likely first."""
    if settings.groups == "size":
        groups = [group for children in tree.children for group in group_by_size(tree, children, settings.k)]
        clusters = [make_cluster(tree, [(node,) for node in group]) for group in groups]
    else:
        clusters = [make_cluster(tree, found.units, found.likeness) for found in tree.units.regions]
    kept = [cluster for cluster in clusters if _has_values(cluster, tree.nodes.values)]
    return sorted(kept, key=lambda cluster: rank(cluster, settings), reverse=True)


def group_by_size(tree: SimTree, nodes: Sequence[int], k: float) -> list[list[int]]:
    """The fewest groups of nodes with one tag in which any two differ in size by less than ``k``."""
    areas = tree.areas
    groups: list[list[int]] = []
    ordered = sorted(nodes, key=lambda node: (tree.tag(node), areas[node], node))
    for _, same in groupby(ordered, key=tree.tag):
        smallest = -1.0
        for node in same:
            largest = float(areas[node])
            if smallest < 0 or (largest and (largest - smallest) / largest >= k):
                groups.append([])
                smallest = largest
            groups[-1].append(node)
    return sorted(sorted(group) for group in groups if len(group) > 1)


def _has_values(cluster: Cluster, valued: Sequence[int]) -> bool:
    return all(any(valued[node] for node in region) for region in cluster.regions)


def make_cluster(tree: SimTree, regions: Sequence[Region], likeness: float = 1.0) -> Cluster:
    """A cluster of these regions with its mean area."""
    areas = tree.areas
    total = float(sum(areas[node] for region in regions for node in region))
    return Cluster(tuple(regions), total / len(regions), likeness)


def rank(cluster: Cluster, settings: SimHTreeSettings) -> tuple[float, ...]:
    """The sort key of clusters, largest first; equal ones stay in document order."""
    count = len(cluster.regions)
    match settings.rank:
        case "count":
            return count, cluster.area
        case "count_area":
            return (count * cluster.area,)
    return ((count - 1) * cluster.area * cluster.likeness,)


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
