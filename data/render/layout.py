"""The layout of a page from one ``DOMSnapshot.captureSnapshot`` of the DevTools protocol, in one pass.

Chromium returns the flat tree (CSS Scoping): a shadow tree replaces the children of its host, which are placed in the
slots of the shadow tree or left out; pseudo-elements are nodes; the contents of templates and of built-in controls are
missing. Its order is not document order, so elements are identified by the number in their attribute, not by counting.
Frames have their own documents, whose nodes are descendants of the frame's element here.

Only nodes that may be visible have a box: a node that is not laid out, with ``visibility`` other than visible, or under
an opacity of 0 has none. Elements invisible for another reason (``unseen``) have boxes, as in the corpus for training,
and are listed separately; a colour counts only if everything behind the text is known. A frame is a box itself, and the
content of its document has boxes. Everything clickable counts as linked: also a card under a link without text, or
under the ``::after`` of one.

Every element has a rectangle, visible or not, as ``getBoundingClientRect`` gives it plus the scroll offset, except

- elements that are not laid out: NaN, as under ``display: none``, in a closed ``details``, under ``content-visibility``
  that is hidden or far off, in ``head``, and as options of a closed list are;
- ``display: contents``, which has no box: the union of the boxes of its children, texts, pseudo-elements and shadow
  trees too, NaN without any;
- parts of an ``svg``: with their strokes, and with a rectangle even inside ``defs``.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from iawce.data.boxes import Box, Rectangles, as_rectangles
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE

STYLES = (
    "visibility", "opacity", "font-size", "font-weight", "background-image", "background-color",
    "-webkit-text-fill-color", "text-shadow", "position", "overflow-x", "clip", "clip-path",
)  # fmt: skip
"""Computed styles to ask for."""
ELEMENT, TEXT = 1, 3
Bounds = tuple[float, float, float, float]  # x, y, width, height, CSS px from the page's top left corner
Offset = tuple[float, float]  # x, y, CSS px
PICTURES = frozenset({"img", "svg", "canvas", "video", "iframe", "embed", "object", "picture"})
ROOTS = ("html", "body")
SAME = 4  # Two colours are one if no channel (0 to 255) differs by more
MIN_FONT = 1.5  # px; smaller text is unreadable
MAX_COMPARED = 2_000  # Most texts in the colour of their background whose surroundings are examined
_NUMBER = re.compile(r"-?[0-9.]+")
Colour = tuple[float, ...]  # Red, green, blue, opacity
WHITE: Colour = (255.0, 255.0, 255.0, 1.0)
COVERED = 0.8  # Share of a box's area that the link must cover
MAX_TEXT = 1500
"""Largest number of characters of a card; a link over more text covers the page, for instance as an advertisement."""
MIN_SIZE = {"t": 1, "i": 8, "v": 8, "c": 8, "b": 25}  # Shortest side of a box worth keeping, CSS px, by kind
KIND_OF_TAG = {
    **dict.fromkeys(("img", "svg", "canvas"), "i"),
    **dict.fromkeys(("video", "iframe", "embed", "object"), "v"),
    **dict.fromkeys(("input", "select", "textarea", "button"), "c"),
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NOWHERE = (math.nan,) * 4


class Drawing(NamedTuple):
    """The layout of a node: its bounds, the computed ``STYLES`` by name, and the number of lines of a text."""

    bounds: Bounds
    style: dict[str, str]
    lines: int
    order: int  # Paint order: nodes painted later have larger numbers, nodes painted together have the same number


class Node(NamedTuple):
    """One element, pseudo-element or text."""

    parent: int  # Index among the nodes; -1 at the root
    name: str  # Tag in lower case, ``::name`` for a pseudo-element, empty for other nodes
    text: str  # Content of a text node, else empty
    element: int
    """Number of an element of the markup; -1 in closed shadow trees, for pseudo-elements and for other nodes."""
    has_address: bool  # Whether there is an ``href``
    drawing: Drawing | None


def _read_nodes(captured: dict[str, Any], elements: int, frames: Mapping[int, Offset]) -> list[Node]:
    """Nodes of the page, from what ``read_layout`` is given; parents come before children."""
    names = _Names(captured["strings"], elements)
    nodes: list[Node] = []
    waiting = [(0, -1, (0.0, 0.0))]
    for place, outer, origin in waiting:
        document, first = captured["documents"][place], len(nodes)
        nodes.extend(_nodes(document, names, first, outer, origin))
        inner = document["nodes"].get("contentDocumentIndex", {"index": (), "value": ()})
        for index, value in zip(inner["index"], inner["value"], strict=True):
            frame = nodes[first + index]
            if frame.element in frames and frame.drawing:
                (left, top, *_), (across, down) = frame.drawing.bounds, frames[frame.element]
                inside = captured["documents"][value]
                corner = left + across - inside.get("scrollOffsetX", 0), top + down - inside.get("scrollOffsetY", 0)
                waiting.append((value, first + index, corner))
    return nodes


def has_closed_trees(captured: dict[str, Any]) -> bool:
    """Whether the page has a closed shadow tree, which our scripts cannot read."""
    strings = captured["strings"]
    documents = (document["nodes"].get("shadowRootType", {"value": ()}) for document in captured["documents"])
    return any(strings[value] == "closed" for types in documents for value in types["value"])


class _Names:
    """The strings of a result, and the numbers of elements and attributes among them."""

    def __init__(self, strings: Sequence[str], elements: int) -> None:
        self.strings = strings
        places = {text: place for place, text in enumerate(strings)}
        self.numbers = {places[text]: number for number in range(elements) if (text := str(number)) in places}
        self.number_key, self.address_key = places.get(ELEMENT_ATTRIBUTE, -1), places.get("href", -1)
        self.open = places.get("open", -1)


def _nodes(document: dict[str, Any], names: _Names, first: int, outer: int, origin: Offset) -> Iterator[Node]:
    """Nodes of one document; its root has the index ``first`` and the parent ``outer``."""
    tree, drawings, strings = document["nodes"], _drawings(document, names.strings, origin), names.strings
    shadow = tree.get("shadowRootType", {"index": (), "value": ()})
    unread = {index for index, kind in zip(shadow["index"], shadow["value"], strict=True) if kind != names.open}
    columns = (tree[name] for name in ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes"))
    for index, (parent, kind, name, value, pairs) in enumerate(zip(*columns, strict=True)):
        attributes = dict(zip(pairs[::2], pairs[1::2], strict=True))
        number = -1 if index in unread else names.numbers.get(attributes.get(names.number_key, -1), -1)
        tag = strings[name].lower() if kind == ELEMENT else ""
        text = strings[value] if kind == TEXT and value >= 0 else ""
        above = first + parent if parent >= 0 else outer
        yield Node(above, tag, text, number, names.address_key in attributes, drawings.get(index))


def _drawings(document: dict[str, Any], strings: Sequence[str], origin: Offset) -> dict[int, Drawing]:
    """Layout by index of the node; the first box of a node with several."""
    tree, texts = document["layout"], document["textBoxes"]
    tops: dict[int, set[int]] = {}
    for row, bounds in zip(texts["layoutIndex"], texts["bounds"], strict=True):
        tops.setdefault(row, set()).add(round(bounds[1]))
    drawings: dict[int, Drawing] = {}
    columns = (tree[name] for name in ("nodeIndex", "bounds", "styles", "paintOrders"))
    for row, (node, bounds, styles, order) in enumerate(zip(*columns, strict=True)):
        if len(styles) == len(STYLES) and node not in drawings:
            style = {name: strings[value] if value >= 0 else "" for name, value in zip(STYLES, styles, strict=True)}
            x, y, width, height = bounds
            place = (x + origin[0], y + origin[1], width, height)
            drawings[node] = Drawing(place, style, len(tops.get(row, ())), order)
    return drawings


class _Around(NamedTuple):
    """What a node inherits."""

    is_clipped: bool = False
    is_escapable: bool = False  # The clip does not apply to boxes that are placed relative to an outer box
    behind: Colour | None = WHITE  # Colour of the background, None if unknown
    ground: int = -1  # Index of the node that draws the background; -1 for the page itself


def find_unseen(nodes: Sequence[Node]) -> list[bool]:
    """Whether each node is invisible although it is laid out, apart from opacity and visibility."""
    around: list[_Around] = []
    unseen, alike = list[bool](), list[tuple[int, Drawing]]()
    for number, node in enumerate(nodes):
        inherited = around[node.parent] if node.parent >= 0 else _Around()
        here = _step(number, node, inherited)
        around.append(here)
        drawing = node.drawing
        is_gone = False
        if drawing is not None:
            x, y, width, height = drawing.bounds  # to the left of the page or above it, scrolling is impossible
            is_gone = here.is_clipped or (width > 0 and height > 0 and (x + width <= 0 or y + height <= 0))
        if drawing is not None and not node.name and not is_gone:
            is_gone = float(drawing.style["font-size"].removesuffix("px") or 16) < MIN_FONT
            if not is_gone and _has_colour_behind(drawing.style, here.behind):
                alike.append((number, drawing))
        unseen.append(is_gone)
    for number in _certain(nodes, alike[:MAX_COMPARED], around):
        unseen[number] = True
    return unseen


def _step(number: int, node: Node, around: _Around) -> _Around:
    if not node.name or node.drawing is None:
        return around
    bounds, style = node.drawing.bounds, node.drawing.style
    clipped, escapable = around.is_clipped, around.is_escapable
    position = style["position"]
    if clipped and escapable and position in ("absolute", "fixed"):
        clipped = False
    if _clips_away(style["clip-path"], style["clip"] if position in ("absolute", "fixed") else "auto"):
        clipped, escapable = True, False
    elif not clipped and style["overflow-x"] != "visible" and min(bounds[2:]) <= 1 and node.name not in ROOTS:
        clipped, escapable = True, position == "static"
    behind, ground = around.behind, around.ground
    colour = _colour(style["background-color"])
    if style["background-image"] != "none" or node.name in PICTURES or (colour and 0 < colour[3] < 1):
        behind = None
    elif colour and colour[3] == 1:
        behind, ground = colour, -1 if node.name in ROOTS else number
    return _Around(clipped, escapable, behind, ground)


def _clips_away(path: str, rectangle: str) -> bool:
    """Whether ``clip-path`` or ``clip`` leaves nothing."""
    if path.startswith("inset("):
        sides = [float(side[:-1]) if side.endswith("%") else 0 for side in path[6:-1].partition(" round ")[0].split()]
        top, right, bottom, left = {1: sides * 4, 2: sides * 2, 3: [*sides, *sides[1:2]]}.get(len(sides), sides[:4])
        return top + bottom >= 100 or left + right >= 100
    if path.startswith(("circle(0px", "circle(0%", "polygon(0px 0px, 0px 0px, 0px 0px")):
        return True
    if rectangle.startswith("rect("):
        sides = [float(side) for side in _NUMBER.findall(rectangle)]
        return len(sides) == 4 and (sides[2] - sides[0] <= 1 or sides[1] - sides[3] <= 1)
    return False


def _has_colour_behind(style: dict[str, str], behind: Colour | None) -> bool:
    colour = _colour(style["-webkit-text-fill-color"])
    if colour is None or behind is None or style["text-shadow"] != "none":
        return False
    return colour[3] == 0 or max(abs(one - other) for one, other in zip(colour, behind, strict=True)) <= SAME


def _colour(text: str) -> Colour | None:
    """Of ``rgb(…)`` and ``rgba(…)``; None for any other notation."""
    if not text.startswith("rgb"):
        return None
    found = tuple(float(value) for value in _NUMBER.findall(text))
    return found if len(found) == 4 else (*found, 1.0) if len(found) == 3 else None


def _certain(nodes: Sequence[Node], texts: Sequence[tuple[int, Drawing]], around: Sequence[_Around]) -> list[int]:
    """The texts that are directly on their own background, with nothing else painted there."""
    if not texts:
        return []
    painted = [number for number, node in enumerate(nodes) if _paints(node)]
    drawings = [drawing for number in painted if (drawing := nodes[number].drawing)]
    places = np.array([drawing.bounds for drawing in drawings]).reshape(-1, 4)
    orders = np.array([drawing.order for drawing in drawings])
    left, top, right, bottom = places[:, 0], places[:, 1], places[:, 0] + places[:, 2], places[:, 1] + places[:, 3]
    found = []
    for number, ((x, y, width, height), _, _, order) in texts:
        is_behind = (left < x + width) & (right > x) & (top < y + height) & (bottom > y) & (orders <= order)
        holds = (left <= x + 1) & (right >= x + width - 1) & (top <= y + 1) & (bottom >= y + height - 1)
        ground = around[number].ground
        on_ground = ground < 0 or ground in {painted[place] for place in np.flatnonzero(holds)}
        if on_ground and {painted[place] for place in np.flatnonzero(is_behind)} <= _ancestors(nodes, number):
            found.append(number)
    return found


def _paints(node: Node) -> bool:
    if not node.name or node.drawing is None:
        return False
    style = node.drawing.style
    colour = _colour(style["background-color"])
    return colour is None or colour[3] > 0 or style["background-image"] != "none" or node.name in PICTURES


def _ancestors(nodes: Sequence[Node], number: int) -> set[int]:
    found = set[int]()
    while (number := nodes[number].parent) >= 0:
        found.add(number)
    return found


def mark_covered(boxes: Sequence[Box], links: Sequence[Bounds]) -> tuple[Box, ...]:
    """The boxes with ``link`` set for text and pictures under one of ``links``."""
    plain = [index for index, box in enumerate(boxes) if box.kind in "ti" and not box.link]
    places = np.array([boxes[index][2:6] for index in plain], np.float64).reshape(-1, 4).T.copy()
    chars = np.array([boxes[index].chars for index in plain], np.int64)
    covered = np.zeros(len(plain), np.bool_)
    for link in set(links):
        x, y, width, height = places
        across = np.minimum(link[0] + link[2], x + width) - np.maximum(link[0], x)
        down = np.minimum(link[1] + link[3], y + height) - np.maximum(link[1], y)
        under = (across > 0) & (down > 0) & (across * down >= COVERED * width * height)
        if 0 < chars[under].sum() <= MAX_TEXT:
            covered |= under
    marked = {index for index, is_covered in zip(plain, covered, strict=True) if is_covered}
    return tuple(box._replace(link=1) if index in marked else box for index, box in enumerate(boxes))


class Layout(NamedTuple):
    """Boxes in the order of the flat tree, rectangles by number of the element, elements whose boxes are invisible."""

    boxes: tuple[Box, ...]
    rectangles: Rectangles
    unseen: tuple[int, ...]


class _Place(NamedTuple):
    """Properties that a node has itself or inherits from its ancestors."""

    element: int  # Number of the host inside a closed shadow tree, -1 outside any element
    link: int
    heading: int
    opacity: float
    in_svg: bool


def read_layout(captured: dict[str, Any], elements: int, frames: Mapping[int, Offset]) -> Layout:
    """Boxes and rectangles of the page.

    ``captured``: result of ``DOMSnapshot.captureSnapshot`` with ``computedStyles`` = ``STYLES`` and
    ``includePaintOrder``. ``elements``: how many elements are numbered, which is the number of rectangles; larger
    numbers are attributes of the page itself. ``frames``: offset of the document of each frame of the page from the
    corner of its box, by the number of the frame.
    """
    nodes = _read_nodes(captured, elements, frames)
    places: list[_Place] = []
    boxes: list[Box] = []
    links: list[Bounds] = []
    seen, unseen = set[int](), set[int]()
    for node, is_unseen in zip(nodes, find_unseen(nodes), strict=True):
        place = _place(node, places[node.parent] if node.parent >= 0 else _Place(-1, 0, 0, 1.0, False))
        places.append(place)
        if node.drawing is None:
            continue
        if place.link and (node.name == "a" or node.name.startswith("::")):
            links.append(node.drawing.bounds)
        if node.drawing.style["visibility"] == "visible" and place.opacity > 0:
            drawn = list(_boxes_of(node, node.drawing, place))
            boxes.extend(drawn)
            (unseen if is_unseen else seen).update(box.element for box in drawn)
    return Layout(mark_covered(boxes, links), _rectangles(nodes, elements), tuple(sorted(unseen - seen)))


def _place(node: Node, parent: _Place) -> _Place:
    if not node.name:
        return parent
    opacity = float(node.drawing.style["opacity"] or 1) if node.drawing else 1.0
    return _Place(
        node.element if node.element >= 0 else parent.element,
        parent.link or int(node.name == "a" and node.has_address),
        _HEADINGS.get(node.name, parent.heading),
        parent.opacity * opacity,
        parent.in_svg or node.name == "svg",
    )


def _boxes_of(node: Node, drawing: Drawing, place: _Place) -> Iterator[Box]:
    (x, y, width, height), style, drawn_lines, _ = drawing

    def box(kind: str, lines: int = 0, chars: int = 0) -> Iterator[Box]:
        if min(width, height) >= MIN_SIZE[kind]:
            font = _round(float(style["font-size"].removesuffix("px") or 0))
            weight = int(float(style["font-weight"] or 400))
            bounds = (_round(x), _round(y), _round(width), _round(height))
            yield Box(kind, place.element, *bounds, lines, chars, font, weight, place.link, place.heading)

    if not node.name:
        chars = len(" ".join(node.text.split()))
        if chars and not place.in_svg:
            yield from box("t", drawn_lines, chars)
    elif not place.in_svg or node.name == "svg":
        if node.name in KIND_OF_TAG:
            yield from box(KIND_OF_TAG[node.name])
        if "url(" in style["background-image"]:
            yield from box("b")


def _round(value: float) -> int:
    """Halves upwards, as a browser rounds."""
    return math.floor(value + 0.5)


def _rectangles(nodes: Sequence[Node], elements: int) -> Rectangles:
    bounds = [node.drawing.bounds if node.drawing else None for node in nodes]
    rows = [_NOWHERE] * elements
    for index in range(len(nodes) - 1, -1, -1):  # children before parents
        node, here = nodes[index], bounds[index]
        if here is None:
            continue
        if node.element >= 0:
            rows[node.element] = here
        if node.parent >= 0 and nodes[node.parent].drawing is None:
            bounds[node.parent] = _union(here, bounds[node.parent])
    return as_rectangles(np.array(rows).reshape(-1, 4))


def _union(first: Bounds, others: Bounds | None) -> Bounds:
    """Union as in CSSOM: empty rectangles count only if there are no others."""
    if others is None or not any(others[2:]):
        return first
    if not any(first[2:]):
        return others
    left, top = min(first[0], others[0]), min(first[1], others[1])
    right = max(first[0] + first[2], others[0] + others[2])
    bottom = max(first[1] + first[3], others[1] + others[3])
    return (left, top, right - left, bottom - top)
