"""Candidate regions: groups of nodes, each of which may be a record.

Source: Ren and Xue 2007, section 3.3, definition 2, property 1 and DataRegionMining(k). A region is one or more
adjacent nodes with one parent, or of one generation; a cluster is a list of regions of similar size.

Deviations: neither "size" nor k is given: nodes of similar size are nodes with one tag whose areas differ by less than
the share ``k`` of the larger, any two of them. A cluster has at least two members, and a member a value. The printed
order puts the longest menu first; ``count_area`` multiplies instead. With ``groups="shape"``, members have one tag and
similar shapes of any size, a record may be several neighbours, and rows of records become their records: the repeated
units of ``iawce.data.reading.units`` are the regions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from iawce.extract.records.alignment.settings import SimHTreeSettings
from iawce.extract.records.alignment.sim_tree import SimTree

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
