"""Candidates for the list of a page from four sources: each proposes nodes of SimHTree that may be its records.

``simhtree``: candidate regions of Ren and Xue 2007. ``class_names``: elements of one depth, tag and class, ranked by
number times words (Qin et al. 2023, algorithm 2; ``extract/papers/class_names.py``). ``tables``: rows of a ``table``.
``schema_org``: listed things in the data of the page. A list proposed by several sources is one candidate.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress, pairwise

import numpy as np

from iawce.data.analysis.units.nodes import ALIKE, TEXT, dice
from iawce.data.analysis.units.repeated_units import MAX_LENGTH, MIN_COUNT, RecordGroup, Unit, mean_likeness
from iawce.data.dom.tags import HEADINGS
from iawce.extract.content.boilerplate import find_dialogs
from iawce.extract.papers.simhtree.find_tables import mine_data_regions
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings, ValueKind
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.records.choices import SOURCES, Source
from iawce.extract.records.columns.column_facts import NO_PAGES

MAX_REGIONS = 16  # Most lists of each source that are compared
MIN_VALUES = 2  # Least values of a record that leads others: links of one kind stand at many places
MOST = 0.7  # Least share of the records with a heading of one level
MAX_COPIES = 3  # Most times that a list of records stands on a page: a carousel has copies at both ends
MAX_BESIDE = 2  # Most values beside a table that is a part of a list: a heading and a text
TABLE_PARTS = frozenset({"tbody", "tr", "td", "th"})


def find_candidates(tree: SimTree, settings: SimHTreeSettings) -> list[RecordGroup]:
    """The lists that the sources propose, each once; those of SimHTree first, in its order.

    Lines of text without elements of their own are a list only where there is no other.
    """
    found: dict[tuple[int, ...], RecordGroup] = {}
    for source in SOURCES:
        for one in _proposed(tree, settings, source):
            group = _without_copies(tree, _rows_of_data(tree, _of_neighbours(tree, one)))
            heads = tuple(unit[0] for unit in group.units)
            known = found.get(heads, group)
            found[heads] = replace(known, sources=known.sources | {source})
    trails = np.flatnonzero(tree.analysis.breadcrumbs)
    words, named = tree.analysis.shown.words, [*trails, *find_dialogs(tree.analysis.index)]
    apart = tree.analysis.index.inside(one for one in named if 2 * words[one] < words[0])
    groups = [*found.values()]
    marked = [group for group in groups if any(tree.tag(node) != TEXT for node in group.members)]
    return [one for one in marked or groups if one.units and not apart[tree.parts[one.units[0][0]].element]]


def whole_list(tree: SimTree, group: RecordGroup) -> RecordGroup:
    """A list without sections of the page among its records, and with its records in parts beside it."""
    first, nodes, shapes = group.units[0][0], tree.units.nodes, tree.units.shapes
    names, scope = nodes.names[first], tree.parents[tree.parents[tree.parents[first]]]
    if not names or nodes.values[first] < MIN_VALUES or len(group.members) > len(group.units):
        return _without_sections(tree, group)
    alike = [
        node
        for node in range(1, len(tree))
        if nodes.tags[node] == nodes.tags[first]
        and nodes.values[node] >= MIN_VALUES
        and names <= nodes.names[node]
        and dice(shapes[node], shapes[first]) >= ALIKE
    ]
    parents = {tree.parents[node] for node in group.members}
    before = (node for node in alike if 0 < scope < node < first and nodes.depths[node] <= nodes.depths[first])
    found = [*before] if len(parents) == 1 else []
    if len(found) != 1:
        around = frozenset[str]().union(*(nodes.names[one] for one in parents))
        parts = [one for one in alike if nodes.names[one] == names and nodes.names[tree.parents[one]] & around]
        found = _going_on(tree, group, parts)
    whole = replace(group, units=tuple((node,) for node in sorted({*group.members, *found})))
    return _without_sections(tree, _without_copies(tree, whole) if found else whole)


def _going_on(tree: SimTree, group: RecordGroup, alike: Sequence[int]) -> list[int]:
    """The nodes alike with no heading between them and the records of a list: the layout of the page divides it."""
    index, own = tree.analysis.index, set(group.members)
    nodes = sorted(own.union(alike))
    places = np.array([tree.parts[node].element for node in nodes])
    if len(index.topmost(places.tolist())) < len(nodes):
        return []
    headings = tree.analysis.shown.tagged(*HEADINGS)
    ends, starts = (np.searchsorted(headings, bounds) for bounds in (index.ends[places[:-1]], places[1:]))
    parts = [0, *np.cumsum(ends < starts).tolist()]
    kept = {part for part, node in zip(parts, nodes, strict=True) if node in own}
    return [node for part, node in zip(parts, nodes, strict=True) if part in kept]


def _without_sections(tree: SimTree, group: RecordGroup) -> RecordGroup:
    """A list without units that are headed above most of them and have no link, or further headings below."""
    index, headings = tree.analysis.index, tree.analysis.shown.tagged(*HEADINGS)
    bounds = [(tree.parts[unit[0]].element, index.ends[tree.parts[unit[-1]].element]) for unit in group.units]
    spans = (headings[slice(*pair)] for pair in np.searchsorted(headings, bounds).tolist())
    held = [[index.tags[one] for one in span.tolist()] for span in spans]
    usual, count = Counter(own[0] for own in held if own).most_common(1)[0] if any(held) else ("", 0)
    if not MOST * len(held) <= count < len(held):
        return group

    def is_record(unit: Unit, own: Sequence[str]) -> bool:
        leads = any(value.link and not value.link.startswith(NO_PAGES) for value in tree.values(unit))
        return not own or own[0] >= usual or (leads and sum(one > own[0] for one in own) < MIN_COUNT)

    return replace(group, units=tuple(compress(group.units, map(is_record, group.units, held))))


def _of_neighbours(tree: SimTree, group: RecordGroup) -> RecordGroup:
    """A list whose units in turn have a link and a text are records of two; others begin with what is before the first.

    This is so if it ends the other units but not the last, or is below a rule, ``hr``, in each of them.
    """
    nodes, own = group.members, tree.children[tree.parents[group.units[0][0]]]
    are_single = len(nodes) == len(group.units)
    is_row = are_single and tree.tag(nodes[0]) not in TABLE_PARTS
    is_row = is_row and [one for one in own if nodes[0] <= one <= nodes[-1]] == nodes
    leads = [any(value.link for value in tree.values(unit)) for unit in group.units] if is_row else []
    start = leads.index(True) if any(leads) else len(leads)
    if len(leads) - start > MIN_COUNT and leads[start:] == [True, False] * ((len(leads) - start) // 2):
        return replace(group, units=tuple(zip(nodes[start::2], nodes[start + 1 :: 2], strict=True)))
    units, rules = [*map(list, group.units)], np.array(tree.analysis.index.tagged("hr"))
    before = [one for one in own if one < nodes[0] and tree.nodes.values[one] and not are_single][-MAX_LENGTH:]
    while before:
        look = tree.look(node := before.pop())
        spans = [(tree.parts[unit[0]].element, tree.parts[unit[-1]].element) for unit in units]
        *are_ruled, is_last_ruled = (np.diff(np.searchsorted(rules, spans)) > 0).ravel().tolist()
        moved = {unit[-1] for unit in units if len(unit) > 1 and tree.look(unit[-1])[:4] == look[:4]}
        is_sure = units[-1][-1] not in moved and (look.names or look.kind not in (ValueKind.NONE, ValueKind.TEXT))
        if len(moved) < MOST * (len(units) - 1) or not (is_sure or (all(are_ruled) and not is_last_ruled)):
            break
        for unit, following in pairwise(units):
            if unit[-1] in moved:
                following.insert(0, unit.pop())
        units[0].insert(0, node)
    return replace(group, units=tuple(map(tuple, units)))


def _rows_of_data(tree: SimTree, group: RecordGroup) -> RecordGroup:
    """The records of data tables with the same headers instead of some rows, of cells, and of parts that hold sections.

    A record may have several rows, or a part of its own.
    """
    first, tables = group.units[0][0], tree.analysis.tables
    if tree.tag(first) in TABLE_PARTS:
        table = tables.around(tree.parts[first].element)
        if not table.has_heads or (not table.sections and any(len(unit) > 1 for unit in group.units)):
            kept = tuple(one for one in group.units if tree.parts[one[0]].element not in table.headings)
            return replace(group, units=kept) if kept else group
        if tree.tag(first) == "tbody" and not table.sections and len(group.units) < len(table.records):
            return group
        parts = tables.parts[table.element]
    else:
        several = sorted(one for one, parts in tables.parts.items() if len(parts) > 1)
        held = [_sole_table(tree, unit, several) for unit in group.units] if several else []
        parts = tables.parts.get(held[0], ()) if held else ()
        if not {part.element for part in parts}.issuperset(held):
            return group
    rows = ((part.details, node) for part in parts for node in _valued(tree, part.records))
    below = ((node, tree.node_of.get(details.get(tree.parts[node].element, -1), 0)) for details, node in rows)
    units = tuple((node, *filter(None, [other])) for node, other in below)
    return RecordGroup(units, mean_likeness(units, tree.units.shapes)) if units else group


def _sole_table(tree: SimTree, unit: Unit, tables: Sequence[int]) -> int:
    """The table of a unit that has hardly more, a heading and a text; -1 if there is none."""
    index = tree.analysis.index
    table = index.first_within(tables, [tree.parts[node].element for node in unit])
    if table is None:
        return -1
    beside = [one for one in tree.values(unit) if not table <= one.elements[0] < index.ends[table]]
    return -1 if len(beside) > MAX_BESIDE or any(one.link or one.image for one in beside) else table


def _valued(tree: SimTree, rows: Sequence[int]) -> list[int]:
    """The nodes of rows that have a value."""
    return [node for row in rows if (node := tree.node_of.get(row, 0)) and tree.nodes.values[node]]


def _without_copies(tree: SimTree, group: RecordGroup) -> RecordGroup:
    """A list with each of its units once: a carousel, or a page for phones and desks, shows them several times.

    Each leads to a page of its own. Of a list of other units most of which say the same, as of a running banner, no
    unit is left; rows of tables, whose cells may hold one of few values, may say the same.
    """
    said = {tuple(tree.said[node] for node in unit): unit for unit in reversed(group.units)}
    if tree.tag(group.units[0][0]) == "tr" or len(said) == len(group.units):
        return group
    units = tuple(sorted(said.values()))
    pages = set(first_pages(tree, units))
    if len(pages) == len(units) >= max(MIN_COUNT, len(group.units) / MAX_COPIES):
        return replace(group, units=units)
    return group if 2 * len(units) > len(group.units) else replace(group, units=())


def first_pages(tree: SimTree, units: Iterable[Unit]) -> list[str]:
    """The addresses of the first links of units, of those units whose first link leads to a page."""
    firsts = (next((one.link for one in tree.values(unit) if one.link), NO_PAGES[0]) for unit in units)
    return [link for link in firsts if not link.startswith(NO_PAGES)]


def _proposed(tree: SimTree, settings: SimHTreeSettings, source: Source) -> Iterator[RecordGroup]:
    """The largest lists of one source, those of class names raised as far as members stay separate."""
    if source == "simhtree":
        yield from mine_data_regions(tree, settings)[:MAX_REGIONS]
        return
    if source == "class_names":
        values = tree.nodes.values
        heaviest = sorted(tree.units.equally_named, key=lambda nodes: -len(nodes) * sum(values[one] for one in nodes))
        chosen: Iterable[Sequence[int]] = (_climb_together(tree, nodes) for nodes in heaviest[:MAX_REGIONS])
    elif source == "tables":
        rows = (tree.analysis.tables.around(table).records for table in tree.analysis.tables.rows)
        chosen = _largest(valued for one in rows if len(valued := _valued(tree, one)) > 1)
    else:
        nodes_of = tree.node_of
        things = (sorted({nodes_of[one] for one in unit if one in nodes_of}) for unit in tree.analysis.annotated_units)
        chosen = (_climb_apart(tree, nodes) for nodes in _largest(nodes for nodes in things if len(nodes) > 1))
    for nodes in chosen:
        units = tuple((node,) for node in nodes)
        yield RecordGroup(units, mean_likeness(units, tree.units.shapes))


def _largest(groups: Iterable[Sequence[int]]) -> list[Sequence[int]]:
    """The largest groups first, up to the limit."""
    return sorted(groups, key=len, reverse=True)[:MAX_REGIONS]


def _climb_together(tree: SimTree, group: Sequence[int]) -> Sequence[int]:
    """Nodes of one depth, or the outermost elements around them that each contain one of them."""
    while len(set(around := [tree.parents[node] for node in group])) == len(group) and min(around) > 0:
        group = around
    return group


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
