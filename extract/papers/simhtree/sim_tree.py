"""SimHTree: the tree of the visible page, nested by its rectangles.

Source: Ren and Xue 2007, section 3.2, BuildSimHTree. Elements are added in document order; each becomes the last child
of the nearest preceding element, going upwards, whose rectangle contains its own, so that missing end tags have no
effect.

Deviations: the listing omits the case of a child of the preceding element; ``inside`` allows ``SLACK``; a leaf has no
children; text and nodes without area keep their parent in the markup. Estimated rectangles are nested like the markup,
and by default so are drawn ones (``nesting``): a modern parser repairs the markup before rendering, so rectangles
differ from it only where styles move elements, which loses items.

Source: Ren and Xue 2007, section 3.2, rules 1 to 5 and definition 1 (the deletable set).

Deviations: the item of rule 2 that is missing in print is read as text of white space alone; rule 3 keeps pictures,
since table 1 of the paper has one as a value, and, outside the mode ``paper``, empty cells of tables, which keep
columns in place. Rule 5 is applied before attributes are dropped, to all elements that are not displayed, unless they
are most of the page.

The estimate needs no browser: blocks are below each other and fill their parent, cells of a row are side by side, text
runs in lines. It uses no style sheet, so its sizes only serve to compare text and pictures.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.nodes import TEXT, Nodes, distinctive_names
from iawce.data.analysis.units.repeated_units import MIN_COUNT, RepeatedUnits, Unit
from iawce.data.arrays import Bools, Floats
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.table_grid import Line
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.text.find_pairs import COLON_ENDS, LABEL_ELEMENTS
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.leaves import MAX_KIND, Part, SimHTreeSettings, ValueKind, kind_of, read_parts

PAGE_WIDTH = 1366.0
CHARACTER, LINE = 8.0, 20.0  # Mean width of a character and height of a line, px
PICTURE = 100.0  # Width and height of a picture of unknown size, px
MAX_PICTURE = 4000.0
WIDE = 2  # Relative width of characters beyond the Latin scripts, most of which are CJK
CONTROLS = frozenset({
    "select", "option", "optgroup", "datalist", "input", "textarea", "button", "keygen", "progress", "meter",
})  # fmt: skip
"""Rule 4."""
NOT_SHOWN = frozenset(
    {"head", "svg", "iframe", "object", "embed", "audio", "video", "canvas", "map", "br", "hr", "wbr"}
)
LEFT_EDGE, BOTTOM = 0.2, 0.9
"""Shares of the page: elements that end left of the first are menus, elements that begin below the second are copyright
notices."""
SLACK = 1.0  # px by which a child may exceed its parent, since browsers round
MAX_AROUND = 3  # Most elements around a header or an aside that have no other text
LABEL_DEPTH = 4  # Depth to which the label of a part of a record is searched


def _around_empty(index: ElementIndex, subset: DomMask, places: Floats) -> Floats:
    """Elements without an area, such as those around floats, get the smallest rectangle around their content."""
    corners = np.concatenate([places[:, :2], places[:, :2] + places[:, 2:]], axis=1)
    empty = np.asarray((places[:, 2:] <= 0).any(axis=1))
    corners[empty] = [math.inf, math.inf, -math.inf, -math.inf]
    is_empty = empty.tolist()
    for number in np.flatnonzero(subset.kept)[::-1].tolist():
        parent = int(index.parents[number])
        if parent >= 0 and is_empty[parent]:
            corners[parent, :2] = np.minimum(corners[parent, :2], corners[number, :2])
            corners[parent, 2:] = np.maximum(corners[parent, 2:], corners[number, 2:])
    size = corners[:, 2:] - corners[:, :2]
    known = (size > 0).all(axis=1)[:, None]
    return np.where(known, np.concatenate([corners[:, :2], size], axis=1), 0.0)


def estimate_places(index: ElementIndex, subset: DomMask) -> Floats:
    """Rectangles guessed from markup and text alone; time is linear in the page."""
    lengths = [
        len(" ".join(text.split())) * (1 if text.isascii() else WIDE) if shown else 0
        for text, shown in zip(index.text_nodes.texts, (subset.text_nodes & ~index.blank).tolist(), strict=True)
    ]
    characters: list[float] = np.bincount(index.text_nodes.owners, lengths, len(index)).tolist()
    x, widths = _columns(index, subset, characters)
    y, heights = _rows(index, subset, characters, widths)
    return np.column_stack([x, y, widths, np.where(subset.kept, heights, 0.0)])


def _columns(index: ElementIndex, subset: DomMask, characters: list[float]) -> tuple[list[float], list[float]]:
    """Left border and width of each element.

    A block is as wide as its parent, another element as its content: the sum of parts side by side, the maximum of
    parts below each other. Cells share a row.
    """
    parents, kept = index.parents.tolist(), subset.kept.tolist()
    is_block, is_cell = index.has_tag(BLOCKS).tolist(), index.has_tag(CELLS).tolist()
    beside, below = [count * CHARACTER for count in characters], [0.0] * len(index)
    for number in subset.numbers[:0:-1].tolist():
        if index.tags[number] == "img":
            beside[number] = _pixels(index, number, "width")
        wanted, parent = max(beside[number], below[number]), parents[number]
        if is_block[number]:
            below[parent] = max(below[parent], wanted)
        else:
            beside[parent] += wanted
    cells = np.bincount(np.maximum(index.parents, 0), subset.kept & index.has_tag(CELLS), len(index)).tolist()
    fills = subset.holds(index.has_tag(BLOCKS | CELLS)).tolist()
    x, used, widths = [0.0] * len(index), [0.0] * len(index), [PAGE_WIDTH] * len(index)
    for number, parent in enumerate(parents):
        if parent >= 0:
            room = widths[parent] / (cells[parent] if is_cell[number] and cells[parent] else 1)
            widths[number] = room if fills[number] else min(room, max(beside[number], below[number]))
            x[number] = x[parent] + used[parent]
            used[parent] += widths[number] if is_cell[number] and kept[number] else 0.0
    return x, widths


def _rows(
    index: ElementIndex, subset: DomMask, characters: list[float], widths: list[float]
) -> tuple[list[float], list[float]]:
    """Top and height of each element: that of its lines or its picture, and of what it holds."""
    inner, beside, heights, from_bottom, y = ([0.0] * len(index) for _ in range(5))
    is_block, is_cell = index.has_tag(BLOCKS | {"img"}).tolist(), index.has_tag(CELLS).tolist()
    parents, characters = index.parents.tolist(), list(characters)
    for number in subset.numbers[::-1].tolist():
        parent, width = parents[number], widths[number]
        if index.tags[number] == "img":  # the area of a picture stretched to the available width stays
            own = _pixels(index, number, "width") * _pixels(index, number, "height") / max(width, 1.0)
        else:
            own = math.ceil(characters[number] * CHARACTER / max(width, CHARACTER)) * LINE
        heights[number] = max(inner[number], beside[number]) + own
        if parent < 0:
            break
        if is_cell[number]:
            beside[parent] = max(beside[parent], heights[number])
        elif is_block[number] or inner[number]:
            inner[parent] += heights[number]
            from_bottom[number] = inner[parent]
        else:
            characters[parent] += characters[number]
    for number, parent in enumerate(parents):
        if parent >= 0:
            y[number] = y[parent] + (max(0.0, heights[parent] - from_bottom[number]) if from_bottom[number] else 0.0)
    return y, heights


def _pixels(index: ElementIndex, number: int, name: str) -> float:
    """Width or height of a picture by its attribute."""
    digits = index.attributes.given[number].get(name, "").strip().removesuffix("px")
    return min(float(digits), MAX_PICTURE) if digits.isascii() and digits.isdigit() and len(digits) < 6 else PICTURE


def clean(analysis: PageAnalysis, settings: SimHTreeSettings) -> DomMask:
    """The page without its deletable set."""
    tags = CONTROLS | NOT_SHOWN | {tag for tag in analysis.index.tags if ":" in tag}
    outside = [*analysis.unseen, *_outer_areas(analysis, settings)]
    shown = analysis.without(tags, outside)
    if not settings.boilerplate:
        shown = analysis.without(tags, [*outside, *{*find_boilerplate(shown)}.difference(_of_entries(shown))])
    return DomMask(shown.index, shown.kept & _holds_content(shown, settings))


def _of_entries(shown: DomMask) -> set[int]:
    """Headers, footers and asides of one kind and depth, each the only one with its tag in a part with more text.

    They belong to the entries of a list; beside each other, such as two sidebars, they are parts of the site.
    """
    index, words, parts = shown.index, shown.words, dict[int, tuple[str, int]]()
    for number in index.tagged("header", "footer", "aside"):
        larger = (one for one in islice(index.ancestors(number), MAX_AROUND) if words[one] > words[number])
        parts[number] = index.tags[number], next(larger, 0)
    around = Counter(parts.values())
    sole = (number for number, part in parts.items() if around[part] == 1 and part[1])
    kinds = {number: (int(index.kinds[number]), int(index.depths[number])) for number in sole}
    counts = Counter(kinds.values())
    return {number for number, kind in kinds.items() if counts[kind] >= MIN_COUNT}


def _holds_content(shown: DomMask, settings: SimHTreeSettings) -> Bools:
    """Rule 3: whether an element has text or a picture, itself or inside."""
    index = shown.index
    texts = index.text_nodes.owners[shown.text_nodes & ~index.blank]
    content = np.bincount(texts, minlength=len(index)) > 0
    content |= index.has_tag(("img",))
    if settings.leaves != "texts":
        rows = index.has_tag(("tr",)) & shown.holds(content)
        cells = index.has_tag(CELLS)
        content |= cells & rows[np.maximum(index.parents, 0)]
    return shown.holds(content)


def _outer_areas(analysis: PageAnalysis, settings: SimHTreeSettings) -> list[int]:
    """Elements completely at the left or at the bottom of the page."""
    if not settings.drop_areas or analysis.document.places is None:
        return []
    x, y, width, height = analysis.document.places.T
    page_width, page_height = np.nanmax(x + width, initial=0), np.nanmax(y + height, initial=0)
    left = x + width <= LEFT_EDGE * page_width
    low = y >= BOTTOM * page_height
    return np.flatnonzero((left | low) & (width * height > 0)).tolist()


class NodeLook(NamedTuple):
    """The compared properties of a node; of a cell its column, and the kind and text of its value."""

    tag: str
    column: int
    names: frozenset[str]
    kind: ValueKind
    text: str
    label: str


@dataclass(eq=False)
class SimTree:
    """Nodes in document order; node 0 is the page, and not an element."""

    analysis: PageAnalysis
    parts: Sequence[Part]
    parents: Sequence[int]  # Node around each, -1 for the page
    node_of: Mapping[int, int]  # Of each element that has one
    rectangles: Floats  # x, y, width, height in CSS px, float64 (nodes, 4), which are drawn, or an estimate
    is_estimate: bool
    is_cut: bool  # The page has more nodes
    tables: dict[object, Any] = field(default_factory=dict)  # Made of it
    _looks: dict[int, NodeLook] = field(default_factory=dict)

    @cached_property
    def children(self) -> list[list[int]]:
        """Nodes in each node, in document order."""
        found: list[list[int]] = [[] for _ in self.parts]
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                found[parent].append(node)
        return found

    def __len__(self) -> int:
        return len(self.parts)

    def tag(self, node: int) -> str:
        """Tag name, ``#text`` for a text beside elements."""
        return self.parts[node].tag

    def value(self, node: int) -> FieldValue | None:
        """The value of a leaf."""
        return self.parts[node].value

    def line(self, node: int) -> Line:
        """The cells at each place of a row of a table, those that span it from above among them; none elsewhere."""
        row = self.parts[node].element
        return self.analysis.tables.around(row).grid.get(row, [])

    def look(self, node: int) -> NodeLook:
        """The compared properties of a node; a text beside elements has no class names."""
        if node not in self._looks:
            part, value = self.parts[node], self.value(node)
            text = value.text if value else ""
            self._looks[node] = NodeLook(part.tag, -1, self.nodes.names[node], kind_of(value), text, self._label(node))
        return self._looks[node]

    def _label(self, node: int) -> str:
        """The label at the beginning of a part of a record, such as a row of a table of facts; empty without one."""
        inner, steps = node, 0
        while self.children[inner] and steps < LABEL_DEPTH:
            inner, steps = self.children[inner][0], steps + 1
        value = self.value(inner)
        if value is None or len(value.text) > MAX_KIND:
            return ""
        is_named = steps > 0 and self.tag(inner) in LABEL_ELEMENTS
        return value.text if is_named or value.text.endswith(COLON_ENDS) else ""

    def values(self, unit: Unit) -> Iterator[FieldValue]:
        """The values of the leaves of neighbours, in document order."""
        return (value for node in unit for below in self.below(node) if (value := self.parts[below].value))

    @cached_property
    def said(self) -> list[int]:
        """For each node a number of what it says: the same where values are the same, 0 without any."""
        known, said = dict[tuple[object, ...], int]({(): 0}), [0] * len(self)
        for node in range(len(self) - 1, -1, -1):
            below = tuple(said[child] for child in self.children[node] if said[child])
            own = (value.text, value.link, value.image) if (value := self.value(node)) else ()
            said[node] = below[0] if len(below) == 1 and not own else known.setdefault((*own, *below), len(known))
        return said

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Warnings about records found in it."""
        return (PageWarning(WarningKind.TRUNCATED, "records"),) if self.is_cut else ()

    @cached_property
    def areas(self) -> list[float]:
        """px² of each node."""
        areas: list[float] = (self.rectangles[:, 2] * self.rectangles[:, 3]).tolist()
        return areas

    @property
    def nodes(self) -> Nodes:
        """The tree for the search of repeated units; a text beside elements has no class names."""
        return self.units.nodes

    @cached_property
    def units(self) -> RepeatedUnits:
        """The repeated units of the tree."""
        tags = [part.tag for part in self.parts]
        classes = self.analysis.index.classes
        names = [distinctive_names(classes[part.element] if part.tag != TEXT else "") for part in self.parts]
        values = [int(bool(part.value and (part.value.text or part.value.image))) for part in self.parts]
        for node in range(len(self) - 1, 0, -1):
            values[self.parents[node]] += values[node]
        depths = self.analysis.index.depths[[part.element for part in self.parts]].tolist()
        return RepeatedUnits(Nodes(tags, names, self.parents, self.children, values, depths))

    def below(self, node: int) -> list[int]:
        """A node and its descendants, in document order."""
        found = [node]
        for one in found:
            found += self.children[one]
        return sorted(found)


def build_sim_tree(analysis: PageAnalysis, settings: SimHTreeSettings) -> SimTree:
    """BuildSimHTree."""
    subset, drawn = clean(analysis, settings), analysis.document.places
    parts, is_cut = read_parts(analysis, subset, settings)
    if is_estimate := drawn is None or not analysis.document.is_rendered:
        places = estimate_places(analysis.index, subset)
    else:
        places = _around_empty(analysis.index, subset, np.nan_to_num(drawn.astype(np.float64)))
    far = (places[:, :2] + places[:, 2:]).max(axis=0, initial=0)
    near = places[:, :2].min(axis=0, initial=0)
    elements = np.array([part.element for part in parts], np.int64)
    rectangles = np.concatenate([[[*near, *(far - near)]], places[elements]])
    parts = [Part(TEXT, 0, -1, None), *parts]
    node_of = {part.element: node for node, part in enumerate(parts) if node and part.tag != TEXT}
    parents = [-1, *(node_of.get(part.around, 0) for part in parts[1:])]
    if settings.nesting == "rectangles" and not is_estimate:
        parents = _nest(parts, parents, rectangles)
    return SimTree(analysis, parts, parents, node_of, rectangles, is_estimate, is_cut)


def _nest(parts: Sequence[Part], given: list[int], rectangles: Floats) -> list[int]:
    """For each node the nearest preceding one, going upwards, that contains its rectangle; in linear time."""
    sides = np.concatenate([rectangles[:, :2], rectangles[:, :2] + rectangles[:, 2:]], axis=1).tolist()
    has_area = [width > 0 and height > 0 for width, height in rectangles[:, 2:].tolist()]
    parents, previous = [-1], 0
    for node in range(1, len(parts)):
        if parts[node].tag == TEXT or not has_area[node]:
            parents.append(given[node])
            continue
        around = previous
        while around and (parts[around].value is not None or not _holds(sides[around], sides[node])):
            around = parents[around]
        parents.append(around)
        previous = node
    return parents


def _holds(outer: Sequence[float], inner: Sequence[float]) -> bool:
    """Whether a rectangle (left, top, right, bottom) is inside another one."""
    starts = all(one >= other - SLACK for one, other in zip(inner[:2], outer[:2], strict=True))
    return starts and all(one <= other + SLACK for one, other in zip(inner[2:], outer[2:], strict=True))
