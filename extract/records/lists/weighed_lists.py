"""The lists of a page, the surest first: what several sources say, weighed by measured confidence."""

from dataclasses import dataclass
from itertools import islice

from iawce.data.html.subset import Subset
from iawce.data.reading.units.nodes import TEXT
from iawce.extract.content.entries import sole_entry
from iawce.extract.records.alignment.column_names import name_columns
from iawce.extract.records.alignment.data_regions import Cluster, make_cluster
from iawce.extract.records.alignment.find_tables import keep_apart, table_of
from iawce.extract.records.alignment.settings import SimHTreeSettings
from iawce.extract.records.alignment.sim_tree import SimTree
from iawce.extract.records.alignment.table import Table
from iawce.extract.records.choices import SOURCES, ListSource
from iawce.extract.records.lists.list_confidence import confidences
from iawce.extract.records.lists.list_features import ListFeatures
from iawce.extract.records.lists.list_sources import find_candidates


@dataclass(frozen=True, slots=True)
class WeighedList:
    """``table``: the records of a list; ``confidence`` that it is the one that the page is for, 0 to 1."""

    table: Table
    confidence: float


def weigh_lists(tree: SimTree, content: Subset, source: ListSource = "weighed", most: int = 1) -> list[WeighedList]:
    """The lists of a page, none within another, the surest first.

    Args:
        tree: of the page, by the default settings.
        content: its main content.
        source: whose lists.
        most: lists, at most.

    Raises:
        PageError: the page takes too long.
    """
    settings = SimHTreeSettings.default()
    found = _weighed(tree, content, settings, source)
    alone = _sole_entry(tree, found[0][0] if found else None) if source in ("weighed", "class_names") else None
    if alone is not None:
        found = [(alone, 1 - found[0][1] if found else 1.0), *found]
    sure = {cluster.regions: confidence for cluster, confidence in found}
    chosen = islice(keep_apart(tree, [cluster for cluster, _ in found]), most)
    return [WeighedList(_named(tree, each, settings), round(sure[each.regions], 3)) for each in chosen]


def _weighed(
    tree: SimTree, content: Subset, settings: SimHTreeSettings, source: ListSource
) -> list[tuple[Cluster, float]]:
    """The candidates of a source and how sure they are, the surest first."""
    candidates = find_candidates(tree, settings, SOURCES)
    if not candidates:
        return []
    sure = confidences(ListFeatures(tree, content, settings).of(candidates)).tolist()
    pairs = zip(candidates, sure, strict=True)
    kept = [(each.cluster, one) for each, one in pairs if source == "weighed" or source in each.sources]
    return sorted(kept, key=lambda pair: -pair[1])


def _sole_entry(tree: SimTree, first: Cluster | None) -> Cluster | None:
    """The only entry of a page that has just one, if its surest list is no more than a part of it or beside it."""
    elements = [tree.parts[unit[0]].element for unit in first.regions] if first else [0]
    entry = sole_entry(tree.reading.shown, elements)
    node = next((node for node, part in enumerate(tree.parts) if node and part.element == entry), 0)
    return make_cluster(tree, [(node,)]) if node and tree.tag(node) != TEXT else None


def _named(tree: SimTree, cluster: Cluster, settings: SimHTreeSettings) -> Table:
    return name_columns(table_of(tree, cluster, settings), settings)
