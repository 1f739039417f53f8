"""The nodes of a page from one ``DOMSnapshot.captureSnapshot`` of the DevTools protocol.

Chromium returns the flat tree (CSS Scoping): a shadow tree replaces the children of its host, which are placed in the
slots of the shadow tree or left out; pseudo-elements are nodes; the contents of templates and of built-in controls are
missing. Its order is not document order, so elements are identified by the number in their attribute, not by counting.
Frames have their own documents, whose nodes are descendants of the frame's element here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from iawce.data.snapshot import ELEMENT_ATTRIBUTE

STYLES = (
    "visibility", "opacity", "font-size", "font-weight", "background-image", "background-color",
    "-webkit-text-fill-color", "text-shadow", "position", "overflow-x", "clip", "clip-path",
)  # fmt: skip
"""Computed styles to ask for."""
ELEMENT, TEXT = 1, 3
Bounds = tuple[float, float, float, float]
"""x, y, width, height, CSS px from the page's top left corner."""
Offset = tuple[float, float]
"""x, y, CSS px."""


class Drawing(NamedTuple):
    """The layout of a node: its bounds, the computed ``STYLES`` by name, and the number of lines of a text."""

    bounds: Bounds
    style: dict[str, str]
    lines: int
    order: int
    """Paint order: nodes painted later have larger numbers, nodes painted together have the same number."""


class Node(NamedTuple):
    """One element, pseudo-element or text."""

    parent: int
    """Index among the nodes; -1 at the root."""
    name: str
    """Tag in lower case, ``::name`` for a pseudo-element, empty for other nodes."""
    text: str
    """Content of a text node, else empty."""
    element: int
    """Number of an element of the markup; -1 in closed shadow trees, for pseudo-elements and for other nodes."""
    has_address: bool
    """Whether there is an ``href``."""
    drawing: Drawing | None


def read_nodes(captured: dict[str, Any], elements: int, frames: Mapping[int, Offset]) -> list[Node]:
    """Nodes of the page; parents come before children.

    Args:
        captured: result of ``DOMSnapshot.captureSnapshot`` with ``computedStyles`` = ``STYLES`` and
            ``includePaintOrder``.
        elements: how many elements were numbered; larger numbers are attributes of the page itself.
        frames: offset of the document of each frame of the page from the corner of its box, by the number of the frame.
    """
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
                corner = _corner(frame.drawing.bounds, frames[frame.element], captured["documents"][value])
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


def _corner(frame: Bounds, inset: Offset, document: dict[str, Any]) -> Offset:
    """Position of the document of a frame on the page."""
    return (
        frame[0] + inset[0] - document.get("scrollOffsetX", 0),
        frame[1] + inset[1] - document.get("scrollOffsetY", 0),
    )


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
