"""From a page to its tables: SimHTree, candidate regions, record models, tables.

Source: Ren and Xue 2007, section 3.1, the four parts of the system.
"""

from collections.abc import Iterator

from iawce.data.document import Document
from iawce.extract.records.alignment import align_records
from iawce.extract.records.data_regions import Cluster, mine_data_regions
from iawce.extract.records.settings import SimHTreeSettings
from iawce.extract.records.sim_tree import SimTree, build_sim_tree
from iawce.extract.records.table import Table, make_table


def find_tables(document: Document, settings: SimHTreeSettings) -> tuple[Table, ...]:
    """At most ``settings.tables`` tables of a page, the most likely list first; none if nothing repeats.

    Raises:
        PageError: the page holds no element, or takes too long.
    """
    tree = build_sim_tree(document, settings)
    tables: list[Table] = []
    for cluster in _apart(tree, mine_data_regions(tree, settings)):
        model = align_records(tree, cluster.regions[: document.limits.blocks], settings)
        tables.append(make_table(model, join=settings.join))
        if len(tables) == settings.tables:
            break
    return tuple(tables)


def _apart(tree: SimTree, clusters: list[Cluster]) -> Iterator[Cluster]:
    """The clusters that neither lie in a record of an earlier one nor hold records of one."""
    taken: set[int] = set()
    around: set[int] = set()
    for cluster in clusters:
        heads = [node for region in cluster.regions for node in region]
        if any(node in taken or node in around for node in heads):
            continue
        yield cluster
        for head in heads:
            taken.update(tree.below(head))
            while head not in around and head >= 0:
                around.add(head)
                head = tree.parents[head]
