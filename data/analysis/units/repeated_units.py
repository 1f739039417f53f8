"""Repeated units of a tree, by their kind of evidence; each kind is found once, when it is first needed.

SimHTree, the default lists of a page and the posts of a thread read this. Algorithms that are printed with their own
definition keep it: the groups of like size of SimHTree in its mode ``paper``, the path clusters of forum records in
theirs, and the elements of one depth and class of I-AWCE, which the features of the page-type models count, too.

Siblings with similar shapes, or the same names, are units of one region (``shapes``); so are runs of siblings with
similar beginnings (``combined``), and units in several rows or below several headings (``generations``); parts of a
unit may be missing from others, and a unit may contain a region itself. Time is linear in the page.

Sources: HTML Living Standard, section 5 (microdata); schema.org, ``ItemList`` and ``itemListElement``. Microdata is in
the element of the thing; the place of a thing of JSON-LD is the link to its address.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

import numpy as np

from iawce.data.analysis.markup_metadata import MarkupMetadata, SchemaItem, texts_of, types_of
from iawce.data.analysis.units.nodes import ALIKE, TEXT, Nodes, Shape, dice, find_shapes, nodes_of, sort_by_kind
from iawce.data.arrays import Bools
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.data.network.address import web_address

MIN_COUNT = 2  # Members of a group
FIRST_HEADS = 4  # A list begins with the kind of one of its first nodes
COMBINED = 0.6  # Share of the records that must have a further part, and records that must have each kind of it
COMMON = 0.4
MAX_LENGTH = 12  # Neighbours in one record, and elements around those of a row
Unit = tuple[int, ...]  # Neighbours, mostly one: nodes of one parent with nothing between them, by number
MOSTLY = 0.85  # Least share of the parts of rows that are records; others are an advert, or a card of another kind
MIN_VALUES = 2  # Least values of a record; units of a row with fewer are the fields of one record
LISTED = re.compile(
    r"Article|Posting|Product|Recipe|Event$|CreativeWork$|Thing$|Book$|Movie|Course|Report|Review$|Question$|Offer$"
    r"|Hotel|Restaurant|LocalBusiness|Place$|Residence|Apartment|House$|Accommodation|VideoObject|Vehicle|Car$"
    r"|Dataset|SoftwareApplication|Episode$|DiscussionForumPosting|Comment$|Answer$|ListItem$"
)
"""Types of things that pages list; others describe the page itself, its author or its site."""
MAX_ITEMS = 2_000
ENTRY_NAMES = frozenset({
    "hentry", "h-entry", "post", "search-result", "search-result-item", "result-item", "product", "product-card",
    "product-card-wrapper", "product-item", "message", "message--post",
})  # fmt: skip
"""Names of an entry, whatever other names its element has."""
PAGE = frozenset({"html", "body", "main"})
MIN_SHARE = 0.3  # Least share of the page's words of an entry outside ``main``


def _split(nodes: Sequence[int], kinds: Sequence[int], head: int) -> list[Unit]:
    """The siblings cut before each of the kind ``head``; none if this gives no records."""
    starts = [place for place, kind in enumerate(kinds) if kind == head]
    if not MIN_COUNT <= len(starts) < len(kinds):
        return []
    spans = [range(start, end) for start, end in zip(starts, [*starts[1:], len(kinds)], strict=True)]
    spread = Counter(kind for span in spans for kind in {kinds[place] for place in span[1:]})
    common = {kind for kind, count in spread.items() if count >= max(MIN_COUNT, COMMON * len(spans)) and kind >= 0}
    spans = [_up_to_last(span, kinds, common) for span in spans]
    has_more = sum(len(span) > 1 for span in spans)
    if has_more < COMBINED * len(spans) or any(len(span) > MAX_LENGTH for span in spans):
        return []
    return [tuple(nodes[place] for place in span) for span in spans]


def _up_to_last(span: range, kinds: Sequence[int], common: set[int]) -> range:
    """The head and what follows it, as long as its kinds occur in other records, too."""
    end = next((place for place in span[1:] if kinds[place] not in common), span.stop)
    return range(span.start, end)


def join_generations(nodes: Nodes, groups: list[list[Unit]], shapes: Sequence[Shape]) -> list[list[Unit]]:
    """Groups of the records in rows, for each group of rows that consist of records of one kind; then other groups."""
    joined, kept, inside = list[list[Unit]](), list[list[Unit]](), set[int]()
    sizes = Counter(nodes.parents[unit[0]] for group in groups for unit in group if len(unit) == 1)
    for group in groups:
        if records := _in_rows(nodes, group, shapes, sizes):
            joined.append([(node,) for node in records])
            inside.update(nodes.parents[node] for node in records)
        else:
            kept.append(group)
    return joined + [group for group in kept if nodes.parents[group[0][0]] not in inside]


def _in_rows(nodes: Nodes, group: Sequence[Unit], shapes: Sequence[Shape], sizes: Counter[int]) -> list[int]:
    """The records in rows, if each but the last has several parts, and nearly all are of one kind; otherwise none.

    ``sizes``: of groups of single nodes, by their parents; most rows consist of these.
    """
    held, steps = [group[0][0]], 0
    while len(held) == 1 and steps < MAX_LENGTH and (inner := _held(nodes, held[0])):
        held, steps = inner, steps + 1
    heads = [unit[0] for unit in group]
    for _ in range(steps - 1):
        heads = [next(iter(_held(nodes, node)), node) for node in heads]
    rows = [_held(nodes, node) for node in heads]
    if any(len(unit) > 1 for unit in group) or not rows[-1] or any(len(row) < MIN_COUNT for row in rows[:-1]):
        return []
    if 2 * sum(sizes[head] >= MOSTLY * len(row) for head, row in zip(heads, rows, strict=True)) < len(rows):
        return []
    first, every = shapes[rows[0][0]], [node for row in rows for node in row]
    found = [node for node in every if nodes.values[node] >= MIN_VALUES and dice(shapes[node], first) > ALIKE]
    counts = Counter(nodes.parents[node] for node in found)
    are_rows = all(2 * counts[head] > len(row) for head, row in zip(heads[:-1], rows[:-1], strict=True))
    return found if are_rows and len(found) >= MOSTLY * len(every) else []


def _held(nodes: Nodes, node: int) -> list[int]:
    """Children with values, without a heading before the others: a year, a letter."""
    inner = [child for child in nodes.children[node] if nodes.values[child]]
    tags = [nodes.tags[child] for child in inner]
    is_headed = len(inner) > 1 and nodes.values[inner[0]] == 1 and tags[0] not in tags[1:]
    return inner[is_headed:]


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Units of one kind, each perhaps a record, in document order."""

    units: tuple[Unit, ...]
    likeness: float = 1.0  # Of their shapes, 0 to 1
    sources: frozenset[str] = frozenset()  # Names of the methods that propose exactly these units

    @property
    def members(self) -> list[int]:
        """The nodes of all units."""
        return [node for unit in self.units for node in unit]


def find_regions(nodes: Nodes, shapes: Sequence[Shape]) -> list[RecordGroup]:
    """The repeated regions of a tree, those in several rows first, the others in document order of their parents.

    ``nodes``: the tree; ``shapes``: of its nodes (``find_shapes``).
    """
    found: list[list[Unit]] = []
    for children in nodes.children:
        valued = [child for child in children if nodes.values[child]]
        if len(valued) >= MIN_COUNT:
            found += _units(valued, sort_by_kind(nodes, valued, shapes))
    joined = join_generations(nodes, found, shapes)
    return [RecordGroup(tuple(units), mean_likeness(units, shapes)) for units in joined]


def _units(siblings: Sequence[int], kinds: Sequence[int]) -> list[list[Unit]]:
    """Siblings of one kind that are several, each a unit; and units that each begin with a sibling of one kind."""
    singles: dict[int, list[Unit]] = {}
    for node, kind in zip(siblings, kinds, strict=True):
        singles.setdefault(kind, []).append((node,))
    alike = [units for kind, units in singles.items() if kind >= 0 and len(units) >= MIN_COUNT]
    heads = (head for head in dict.fromkeys(kinds[:FIRST_HEADS]) if head >= 0)
    return [*alike, *islice(filter(None, (_split(siblings, kinds, head) for head in heads)), 1)]


def mean_likeness(units: Sequence[Unit], shapes: Sequence[Shape]) -> float:
    """Mean Dice coefficient of each unit and the next; 1 of a unit alone."""
    heads = [shapes[unit[0]] if len(unit) == 1 else Shape().union(*(shapes[node] for node in unit)) for unit in units]
    return sum(dice(one, other) for one, other in pairwise(heads)) / (len(heads) - 1) if len(heads) > 1 else 1.0


@dataclass(frozen=True, eq=False)
class RepeatedUnits:
    """The repeated units of a tree."""

    nodes: Nodes

    @classmethod
    def of(cls, subset: DomMask) -> "RepeatedUnits":
        """The repeated units of a part of a page; their nodes are numbers of elements."""
        return cls(nodes_of(subset))

    @cached_property
    def shapes(self) -> Sequence[Shape]:
        """The shape of each node."""
        return find_shapes(self.nodes)

    @cached_property
    def regions(self) -> Sequence[RecordGroup]:
        """Similar siblings, those in several rows first, the others in document order of their parents."""
        return find_regions(self.nodes, self.shapes)

    @cached_property
    def equally_named(self) -> Sequence[Sequence[int]]:
        """Elements of one depth, tag and set of class names, in document order of their first."""
        nodes, groups = self.nodes, dict[tuple[int, str, frozenset[str]], list[int]]()
        for node in range(1, len(nodes)):
            if nodes.values[node] and nodes.tags[node] != TEXT:
                groups.setdefault((nodes.depths[node], nodes.tags[node], nodes.names[node]), []).append(node)
        return [group for group in groups.values() if len(group) >= MIN_COUNT]


def annotated_units(document: Document, markup: MarkupMetadata, breadcrumbs: Bools) -> list[list[int]]:
    """The elements of the things of each type, and those of each list, in document order; none of fewer than two.

    ``markup``: its metadata; ``breadcrumbs``: whether each element is called so, bool (elements,); what is in them is
    not a unit.
    """
    found = [*_microdata(document, markup.microdata, breadcrumbs), *_linked(document, markup.schema_items)]
    return [elements for elements in found if len(elements) > 1]


def _microdata(document: Document, items: Mapping[int, SchemaItem], breadcrumbs: Bools) -> list[list[int]]:
    """Outermost items by their type."""
    given, by_type = document.index.attributes.given, dict[str, list[int]]()
    trails = document.index.inside(np.flatnonzero(breadcrumbs))
    for number, item in islice(items.items(), MAX_ITEMS):
        for kind in sorted(types_of(item)) if not trails[number] else ():
            if LISTED.search(kind) and ("itemprop" not in given[number] or kind == "ListItem"):
                by_type.setdefault(kind, []).append(number)
    return [document.index.topmost(elements) for elements in by_type.values()]


def _linked(document: Document, things: Sequence[SchemaItem]) -> list[list[int]]:
    """Links to the things that JSON-LD lists, by the list or the type of the things."""
    listed, groups = listed_items(things), dict[str, list[int]]()
    places = _links(document) if listed else {}
    for kind, thing in listed:
        for address in addresses_of(thing):
            place = places.get(web_address(document.base_url, address))
            if place is not None:
                groups.setdefault(kind, []).append(place)
                break
    return [sorted(set(elements)) for elements in groups.values()]


def listed_items(things: Sequence[SchemaItem]) -> list[tuple[str, SchemaItem]]:
    """The things that JSON-LD lists, with their list or their type."""
    found: list[tuple[str, SchemaItem]] = []
    for thing in things:
        kinds = types_of(thing)
        entries = thing.get("itemListElement") if "ItemList" in kinds else None
        found += [("ItemList", entry) for entry in entries or () if isinstance(entry, Mapping)]
        found += [(kind, thing) for kind in kinds if LISTED.search(kind) and kind != "ListItem"]
    return found[:MAX_ITEMS]


def addresses_of(thing: Mapping[str, Any]) -> list[str]:
    """Addresses of the pages of things."""
    item = thing.get("item")
    within = item if isinstance(item, Mapping) else {}
    given = (thing.get("url"), within.get("url"), within.get("@id"), item if isinstance(item, str) else "")
    return [text for value in (*given, thing.get("@id"), thing.get("mainEntityOfPage")) for text in texts_of(value)]


def _links(document: Document) -> dict[str, int]:
    """The first link to each address."""
    index, found = document.index, dict[str, int]()
    for number in index.tagged("a"):
        if written := index.attributes.given[number].get("href"):
            found.setdefault(web_address(document.base_url, written), number)
    return found


def sole_entry(subset: DomMask, chosen: list[int]) -> int | None:
    """Number of the page's only entry, if the chosen elements are its parts, around it, or less and elsewhere.

    ``subset``: the part of the page that counts; ``chosen``: elements of one depth that were classified as entries.
    """
    index = subset.index
    named = sorted({*index.tagged("article"), *index.attributes.called(ENTRY_NAMES)} - {*index.tagged(*PAGE)})
    entries = [number for number in named if subset.kept[number] and subset.words[number]]
    if not entries or any(number >= index.ends[entries[0]] for number in entries):
        return None  # none, or more than one
    entry = entries[0]
    inside = index.inside([entry])[chosen]
    if inside.any():
        are_parts = all(index.tags[number] == "p" for number in chosen) or _leads(subset, entry)
        return entry if inside.all() and are_parts else None
    in_main = index.inside(_mains(subset, entry))
    is_main = in_main[entry] and not in_main[chosen].any()
    around = index.inside(chosen)[entry]
    is_most = subset.words[entry] >= MIN_SHARE * subset.words[0]
    is_more = around or subset.words[entry] > subset.words[chosen].sum()
    return entry if is_main or (is_most and is_more) else None


def _leads(subset: DomMask, entry: int) -> bool:
    """Whether its title is a link, to a page that has the whole of it; beside it one heading at most, a category."""
    index = subset.index
    headings = [one for one in subset.tagged(*HEADINGS).tolist() if entry < one < index.ends[entry]]
    by_level = sorted(headings, key=lambda one: index.tags[one])
    levels = {index.tags[one] for one in headings}
    return 0 < len(by_level) == len(levels) <= 2 and bool(subset.link_words[by_level[0]])


def _mains(subset: DomMask, entry: int) -> list[int]:
    """The elements with the main content; if no markup says so, that around the entry and the title of the page."""
    index, titles = subset.index, subset.tagged("h1").tolist()
    roles = [one for one in index.attributes.having("role") if index.attributes.given[one]["role"] == "main"]
    if found := [*index.tagged("main"), *roles]:
        return found
    around = (one for one in index.ancestors(entry) if titles and one < titles[0] < entry)
    return [*islice(around, 1)] if len(titles) == 1 else []
