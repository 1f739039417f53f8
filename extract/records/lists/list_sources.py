"""Candidates for the list of a page from four sources: each proposes nodes of SimHTree that may be its records.

``simhtree``: candidate regions of Ren and Xue 2007. ``class_names``: elements of one depth, tag and class, ranked by
number times words (Qin et al. 2023, algorithm 2; ``extract/papers/class_names.py``). ``tables``: rows of a ``table``.
``schema_org``: listed things in the data of the page. A list proposed by several sources is one candidate.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.nodes import TEXT
from iawce.data.analysis.units.repeated_units import mean_likeness
from iawce.extract.content.dialogs import closed_dialogs
from iawce.extract.papers.simhtree.find_tables import COMPARED, Cluster, make_cluster, mine_data_regions
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.records.choices import Source

MOST_REGIONS = 16
"""Most lists of each source that are compared."""
FEWEST = 2
FIELDS = (2, 3)
"""Parts of a record that may be mistaken for records."""
TRAIL_NAMES = ("class", "id", "aria-label")
"""Attributes that call an element breadcrumbs."""
LONGEST_TRAIL = 40
"""Most words of breadcrumbs; a longer element with this name is the page that has them."""
CYCLE = 6
"""Most units whose labels are examined."""
_LABEL = re.compile(r"\s*([^\W\d_][^:：\d]{0,20})[:：]")


@dataclass(frozen=True)
class ListCandidate:
    """Nodes that may be the records of a list, and the sources that propose exactly these."""

    cluster: Cluster
    sources: frozenset[Source]


def find_candidates(tree: SimTree, settings: SimHTreeSettings, sources: Iterable[Source]) -> list[ListCandidate]:
    """All lists of these sources; those of SimHTree first, in its order."""
    found: dict[tuple[int, ...], tuple[Cluster, set[Source]]] = {}
    for source in sources:
        for cluster in _CLUSTERS[source](tree, settings):
            heads = tuple(region[0] for region in cluster.regions)
            found.setdefault(heads, (cluster, set()))[1].add(source)
    words, named = tree.analysis.shown.words, [*_trails(tree.analysis), *closed_dialogs(tree.analysis.index)]
    apart = tree.analysis.index.inside(one for one in named if 2 * words[one] < words[0])
    return [
        ListCandidate(cluster, frozenset(names))
        for cluster, names in found.values()
        if _differ(tree, cluster) and not _are_fields(tree, cluster) and not apart[_first_element(tree, cluster)]
    ]


def _trails(analysis: PageAnalysis) -> list[int]:
    """Numbers of the breadcrumbs, the way from the home page to this one."""
    index, words = analysis.index, analysis.shown.words
    given, named = index.attributes.given, index.attributes.having(*TRAIL_NAMES)
    names = {number: " ".join(given[number].get(name, "") for name in TRAIL_NAMES).lower() for number in named}
    return [one for one in named if "breadcrumb" in names[one] and words[one] <= LONGEST_TRAIL]


def _first_element(tree: SimTree, cluster: Cluster) -> int:
    return tree.parts[cluster.regions[0][0]].element


def _differ(tree: SimTree, cluster: Cluster) -> bool:
    """Whether most units have texts of their own, unlike repeated banners and the copies in an endless carousel.

    Rows of tables, whose cells may hold one of few values, do in any case.
    """
    units = cluster.regions[:COMPARED]
    if tree.parts[units[0][0]].tag == "tr":
        return True
    said = {
        tuple(value for node in unit for below in tree.below(node) if (value := tree.value(below))) for unit in units
    }
    return 2 * len(said) > len(units)


def _are_fields(tree: SimTree, cluster: Cluster) -> bool:
    """Whether units are fields of records, which repeat the same labels: ``Was:``, ``Now:``."""
    units = cluster.regions[:CYCLE]
    labels = [_label(tree, unit) for unit in units]
    return all(labels) and any(
        len(set(labels[:fields])) == fields and labels == labels[:fields] * (CYCLE // fields) for fields in FIELDS
    )


def _label(tree: SimTree, unit: Sequence[int]) -> str:
    """The text before a colon at the beginning of a unit."""
    first = next((value for node in unit for below in tree.below(node) if (value := tree.value(below))), None)
    found = _LABEL.match(first.text) if first else None
    return found[1] if found else ""


def _of_simhtree(tree: SimTree, settings: SimHTreeSettings) -> Iterator[Cluster]:
    yield from mine_data_regions(tree, settings)[:MOST_REGIONS]


def _of_class_names(tree: SimTree, _: SimHTreeSettings) -> Iterator[Cluster]:
    """Groups of one depth, tag and class, ranked by number times values, raised as far as members stay separate."""
    values = tree.nodes.values
    heaviest = sorted(tree.units.equally_named, key=lambda group: -len(group) * sum(values[node] for node in group))
    for group in heaviest[:MOST_REGIONS]:
        yield _cluster_of(tree, _climb_together(tree, group))


def _of_tables(tree: SimTree, _: SimHTreeSettings) -> Iterator[Cluster]:
    """Rows of each table except headers."""
    for group in _largest(tree.units.table_rows):
        yield _cluster_of(tree, group)


def _of_schema_org(tree: SimTree, _: SimHTreeSettings) -> Iterator[Cluster]:
    """Things, each as the outermost element that contains no other one."""
    node_of = {part.element: node for node, part in enumerate(tree.parts) if node and part.tag != TEXT}
    items = tree.analysis.annotated_units
    groups = [sorted({node_of[element] for element in elements if element in node_of}) for elements in items]
    for group in _largest(group for group in groups if len(group) >= FEWEST):
        yield _cluster_of(tree, _climb_apart(tree, group))


def _largest(groups: Iterable[Sequence[int]]) -> list[Sequence[int]]:
    """The largest groups first, up to the limit."""
    return sorted(groups, key=len, reverse=True)[:MOST_REGIONS]


_CLUSTERS: dict[Source, Callable[[SimTree, SimHTreeSettings], Iterator[Cluster]]] = {
    "simhtree": _of_simhtree,
    "class_names": _of_class_names,
    "tables": _of_tables,
    "schema_org": _of_schema_org,
}


def _cluster_of(tree: SimTree, group: Sequence[int]) -> Cluster:
    """Nodes as a cluster, each a region."""
    units = [(node,) for node in group]
    return make_cluster(tree, units, mean_likeness(units, tree.units.shapes))


def _climb_together(tree: SimTree, group: Sequence[int]) -> Sequence[int]:
    """Nodes of one depth, or the outermost elements around them that each contain one of them."""
    while True:
        around = [tree.parents[node] for node in group]
        if len(set(around)) < len(around) or min(around) <= 0:
            return group
        group = around


def _climb_apart(tree: SimTree, group: Sequence[int]) -> list[int]:
    """For each node the outermost one around it that contains none of the others."""
    held = [0] * len(tree)
    for node in group:
        held[node] += 1
    for node in range(len(tree) - 1, 0, -1):
        held[tree.parents[node]] += held[node]
    found = []
    for node in group:
        outer = node
        while tree.parents[outer] > 0 and held[tree.parents[outer]] == held[node]:
            outer = tree.parents[outer]
        found.append(outer)
    return sorted(set(found))
