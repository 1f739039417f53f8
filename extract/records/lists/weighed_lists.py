"""The lists of a page, the most probable first: candidates of several sources, compared by measured confidence."""

from collections.abc import Iterator
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
from iawce.extract.records.lists.list_features import ListFeatures
from iawce.extract.records.lists.list_sources import find_candidates
from iawce.extract.records.lists.surest_first import surest_first


@dataclass(frozen=True, slots=True)
class WeighedList:
    """``table``: the records of a list; ``confidence`` that it is the main list, 0 to 1."""

    table: Table
    confidence: float


def weigh_lists(tree: SimTree, content: Subset, source: ListSource = "weighed", most: int = 1) -> list[WeighedList]:
    """The lists of a page, none within another, the most probable first.

    Args:
        tree: of the page, by the default settings.
        content: its main content.
        source: of the lists.
        most: maximum of lists.

    Raises:
        PageError: the page takes too long.
    """
    settings = SimHTreeSettings.default()
    sure = dict[Cluster, float]()

    def clusters() -> Iterator[Cluster]:
        for cluster, confidence in _weighed(tree, content, settings, source):
            sure[cluster] = confidence
            yield cluster

    chosen = list(islice(keep_apart(tree, clusters()), most))
    return [WeighedList(_named(tree, each, settings), round(sure[each], 3)) for each in chosen]


def _weighed(
    tree: SimTree, content: Subset, settings: SimHTreeSettings, source: ListSource
) -> Iterator[tuple[Cluster, float]]:
    """The candidates of a source with their confidences, most probable first; a page's only entry before them."""
    candidates = find_candidates(tree, settings, SOURCES)
    ranked = surest_first(ListFeatures(tree, content, settings), candidates) if candidates else iter(())
    found = ((each.cluster, sure) for each, sure in ranked if source == "weighed" or source in each.sources)
    first = next(found, None)
    if source in ("weighed", "class_names") and (alone := _sole_entry(tree, first[0] if first else None)):
        yield alone, 1 - first[1] if first else 1.0
    if first:
        yield first
        yield from found


def _sole_entry(tree: SimTree, first: Cluster | None) -> Cluster | None:
    """The only entry of a page, if the most probable list is only a part of it or beside it."""
    elements = [tree.parts[unit[0]].element for unit in first.regions] if first else [0]
    entry = sole_entry(tree.reading.shown, elements)
    node = next((node for node, part in enumerate(tree.parts) if node and part.element == entry), 0)
    return make_cluster(tree, [(node,)]) if node and tree.tag(node) != TEXT else None


def _named(tree: SimTree, cluster: Cluster, settings: SimHTreeSettings) -> Table:
    return name_columns(table_of(tree, cluster, settings), settings)
