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
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.nodes import TEXT, Nodes, distinctive_names
from iawce.data.analysis.units.repeated_units import RepeatedUnits
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import CELLS
from iawce.data.errors import PageWarning, WarningKind
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.papers.simhtree.leaves import Part, Value, read_parts
from iawce.extract.papers.simhtree.rectangles import find_rectangles
from iawce.extract.papers.simhtree.settings import SimHTreeSettings

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


def clean(analysis: PageAnalysis, settings: SimHTreeSettings) -> DomMask:
    """The page without its deletable set."""
    namespaced = {tag for tag in analysis.index.tags if ":" in tag}
    outside = [*analysis.unseen, *_outer_areas(analysis, settings)]
    shown = analysis.without(CONTROLS | NOT_SHOWN | namespaced, outside)
    if not settings.boilerplate:
        shown = analysis.without(CONTROLS | NOT_SHOWN | namespaced, [*outside, *find_boilerplate(shown)])
    return DomMask(shown.index, shown.kept & _holds_content(shown, settings))


def _holds_content(shown: DomMask, settings: SimHTreeSettings) -> NDArray[np.bool_]:
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


SLACK = 1.0
"""px by which a child may exceed its parent, since browsers round."""
Floats = NDArray[np.float64]
NAMELESS = frozenset[str]()


class SimTree:
    """Nodes in document order; node 0 is the page, and not an element.

    Attributes:
        analysis: of the page.
        parts: tag, element and value of each node.
        parents: node around each node, -1 for the page.
        children: nodes in each node, in document order.
        rectangles: x, y, width, height in CSS px, float64 (nodes, 4).
        is_estimate: the rectangles were never drawn.
        is_cut: the page has more nodes.
    """

    def __init__(
        self,
        analysis: PageAnalysis,
        parts: Sequence[Part],
        parents: Sequence[int],
        rectangles: Floats,
        *,
        is_estimate: bool,
        is_cut: bool = False,
    ) -> None:
        self.analysis, self.parts, self.parents = analysis, parts, parents
        self.rectangles, self.is_estimate, self.is_cut = rectangles, is_estimate, is_cut
        self.children: list[list[int]] = [[] for _ in parts]
        for node, parent in enumerate(parents):
            if parent >= 0:
                self.children[parent].append(node)

    def __len__(self) -> int:
        return len(self.parts)

    def tag(self, node: int) -> str:
        """Tag name, ``#text`` for a text beside elements."""
        return self.parts[node].tag

    def value(self, node: int) -> Value | None:
        """The value of a leaf."""
        return self.parts[node].value

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Warnings about records found in it."""
        return (PageWarning(WarningKind.TRUNCATED, "records"),) if self.is_cut else ()

    @property
    def areas(self) -> Floats:
        """px², float64 (nodes,)."""
        return np.asarray(self.rectangles[:, 2] * self.rectangles[:, 3])

    @property
    def nodes(self) -> Nodes:
        """The tree for the search of repeated units; a text beside elements has no class names."""
        return self.units.nodes

    @cached_property
    def units(self) -> RepeatedUnits:
        """The repeated units of the tree."""
        tags = [part.tag for part in self.parts]
        classes = self.analysis.index.classes
        names = [distinctive_names(classes[part.element]) if part.tag != TEXT else NAMELESS for part in self.parts]
        values = [int(bool(part.value and (part.value.text or part.value.image))) for part in self.parts]
        for node in range(len(self) - 1, 0, -1):
            values[self.parents[node]] += values[node]
        depths = self.analysis.index.depths[[part.element for part in self.parts]].tolist()
        return RepeatedUnits(Nodes(tags, names, self.parents, self.children, values, depths))

    def below(self, node: int) -> Iterator[int]:
        """A node and its descendants, in document order."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(self.children[node])


def build_sim_tree(analysis: PageAnalysis, settings: SimHTreeSettings) -> SimTree:
    """BuildSimHTree.

    Raises:
        PageError: the page holds no element.
    """
    subset = clean(analysis, settings)
    parts, is_cut = read_parts(analysis, subset, settings)
    places, is_estimate = find_rectangles(analysis, subset)
    elements = [part.element for part in parts]
    rectangles = np.concatenate([[_bounds(places)], places[elements] if elements else np.zeros((0, 4))])
    parts = [Part(TEXT, 0, -1, None), *parts]
    given = _markup_parents(parts)
    by_rectangle = settings.nesting == "rectangles" and not is_estimate
    parents = _nest(parts, given, rectangles) if by_rectangle else given
    return SimTree(analysis, parts, parents, rectangles, is_estimate=is_estimate, is_cut=is_cut)


def _bounds(places: Floats) -> Floats:
    """The rectangle of the page."""
    far = (places[:, :2] + places[:, 2:]).max(axis=0, initial=0)
    near = places[:, :2].min(axis=0, initial=0)
    return np.concatenate([near, far - near])


def _markup_parents(parts: Sequence[Part]) -> list[int]:
    """For each node the nearest node around it in the markup."""
    node_of = {part.element: node for node, part in enumerate(parts) if node and part.tag != TEXT}
    return [node_of.get(part.around, 0) if node else -1 for node, part in enumerate(parts)]


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
    return (
        inner[0] >= outer[0] - SLACK
        and inner[1] >= outer[1] - SLACK
        and inner[2] <= outer[2] + SLACK
        and inner[3] <= outer[3] + SLACK
    )
