"""Nodes that repeat at any place: those with one name at one depth, and the rows of a table."""

from collections.abc import Iterable

from iawce.data.reading.units.nodes import TEXT, Nodes

FEWEST = 2
"""Members of a group."""


def equally_named(nodes: Nodes) -> list[list[int]]:
    """Elements of one depth, tag and set of class names, in document order of their first."""
    groups: dict[tuple[int, str, frozenset[str]], list[int]] = {}
    for node in range(1, len(nodes)):
        if nodes.values[node] and nodes.tags[node] != TEXT:
            groups.setdefault((nodes.depths[node], nodes.tags[node], nodes.names[node]), []).append(node)
    return _several(groups.values())


def table_rows(nodes: Nodes) -> list[list[int]]:
    """The rows of each table with more than headers."""
    tables, rows = [0] * len(nodes), dict[int, list[int]]()
    for node in range(1, len(nodes)):
        tag, around = nodes.tags[node], nodes.parents[node]
        tables[node] = node if tag == "table" else tables[around]
        if tag == "tr" and nodes.values[node] and any(nodes.tags[child] == "td" for child in nodes.children[node]):
            rows.setdefault(tables[node], []).append(node)
    return _several(rows.values())


def _several(groups: Iterable[list[int]]) -> list[list[int]]:
    return [group for group in groups if len(group) >= FEWEST]
