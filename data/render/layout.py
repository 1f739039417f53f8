"""Layout boxes from one ``DOMSnapshot.captureSnapshot`` of the DevTools protocol.

Only what is drawn gets a box: a node without layout, with ``visibility`` other than visible, or under an opacity of 0
has none. Text inside a control belongs to the control's own shadow tree and is no page text. Documents of frames are
left out; the frame itself is a box. What lies under a link is a link.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from iawce.data.boxes import Box
from iawce.data.render.link_overlays import Bounds, mark_covered

STYLES = ("visibility", "opacity", "font-size", "font-weight", "background-image")
ELEMENT, TEXT, FRAGMENT = 1, 3, 11
SMALLEST = {"t": 1, "i": 8, "v": 8, "c": 8, "b": 25}
"""Shortest side of a box worth keeping, CSS px, by kind."""
KIND_OF_TAG = {
    **dict.fromkeys(("img", "svg", "canvas"), "i"),
    **dict.fromkeys(("video", "iframe", "embed", "object"), "v"),
    **dict.fromkeys(("input", "select", "textarea", "button"), "c"),
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


class _Node(NamedTuple):
    """What a node inherits from its ancestors and itself."""

    name: str
    element: int
    """Index in document order; that of the host inside a shadow tree, -1 outside any element."""
    link: int
    heading: int
    opacity: float
    foreign: bool
    """In a shadow tree or a template: not counted as an element of the document."""
    hidden_text: bool
    """In a shadow tree made by the browser itself, or inside a drawing."""


class _Layout(NamedTuple):
    bounds: tuple[float, float, float, float]
    style: tuple[str, ...]
    lines: int


def read_boxes(captured: dict[str, Any]) -> tuple[Box, ...]:
    """Boxes of the main document, in document order.

    Args:
        captured: answer to ``DOMSnapshot.captureSnapshot`` asked with ``computedStyles`` = ``STYLES``.
    """
    document, strings = captured["documents"][0], captured["strings"]
    layouts = _layouts(document, strings)
    nodes = document["nodes"]
    known: list[_Node] = []
    boxes: list[Box] = []
    links: list[Bounds] = []
    elements = 0
    user_agent = _user_agent_roots(nodes, strings)
    for index, parent_index in enumerate(nodes["parentIndex"]):
        kind = nodes["nodeType"][index]
        parent = known[parent_index] if parent_index >= 0 else _Node("", -1, 0, 0, 1.0, False, False)
        layout = layouts.get(index)
        foreign = parent.foreign or kind == FRAGMENT
        counted = kind == ELEMENT and not foreign and not _is_pseudo(nodes, index, strings)
        node = _node(nodes, index, strings, parent, layout)
        node = node._replace(
            element=elements if counted else parent.element,
            foreign=foreign,
            hidden_text=parent.hidden_text or index in user_agent or node.name == "svg",
        )
        elements += counted
        known.append(node)
        if layout and node.link and kind == ELEMENT and (node.name == "a" or not counted):
            links.append(layout.bounds)
        if layout and layout.style[0] == "visible" and node.opacity > 0:
            text = strings[nodes["nodeValue"][index]] if kind == TEXT and nodes["nodeValue"][index] >= 0 else ""
            boxes.extend(_boxes(node, layout, text, is_text=kind == TEXT))
    return mark_covered(boxes, links)


def _boxes(node: _Node, layout: _Layout, text: str, *, is_text: bool) -> Iterator[Box]:
    x, y, width, height = layout.bounds
    font, weight = _round(float(layout.style[2].removesuffix("px") or 0)), int(float(layout.style[3] or 400))

    def box(kind: str, lines: int = 0, chars: int = 0) -> Iterator[Box]:
        if min(width, height) >= SMALLEST[kind]:
            place = (_round(x), _round(y), _round(width), _round(height))
            yield Box(kind, node.element, *place, lines, chars, font, weight, node.link, node.heading)

    if is_text:
        chars = len(" ".join(text.split()))
        if chars and not node.hidden_text:
            yield from box("t", layout.lines, chars)
    elif not node.hidden_text or node.name == "svg":
        if node.name in KIND_OF_TAG:
            yield from box(KIND_OF_TAG[node.name])
        if "url(" in layout.style[4]:
            yield from box("b")


def _round(value: float) -> int:
    """Halves upwards, as a browser rounds."""
    return math.floor(value + 0.5)


def _node(nodes: dict[str, Any], index: int, strings: Sequence[str], parent: _Node, layout: _Layout | None) -> _Node:
    if nodes["nodeType"][index] != ELEMENT:
        return parent._replace(name="#")
    name = strings[nodes["nodeName"][index]].lower()
    attributes = nodes["attributes"][index]
    link = parent.link or int(name == "a" and any(strings[key] == "href" for key in attributes[::2]))
    opacity = parent.opacity * (float(layout.style[1] or 1) if layout else 1.0)
    return parent._replace(name=name, link=link, heading=_HEADINGS.get(name, parent.heading), opacity=opacity)


def _layouts(document: dict[str, Any], strings: Sequence[str]) -> dict[int, _Layout]:
    """Place, styles and number of lines of each node that has layout, by node index."""
    tree, texts = document["layout"], document["textBoxes"]
    tops: dict[int, set[int]] = {}
    for row, bounds in zip(texts["layoutIndex"], texts["bounds"], strict=True):
        tops.setdefault(row, set()).add(round(bounds[1]))
    layouts: dict[int, _Layout] = {}
    for row, (node, bounds, styles) in enumerate(zip(tree["nodeIndex"], tree["bounds"], tree["styles"], strict=True)):
        style = tuple(strings[value] if value >= 0 else "" for value in styles)
        if len(style) == len(STYLES):
            layouts.setdefault(node, _Layout(tuple(bounds), style, len(tops.get(row, ()))))
    return layouts


def _is_pseudo(nodes: dict[str, Any], index: int, strings: Sequence[str]) -> bool:
    return bool(strings[nodes["nodeName"][index]].startswith("::"))


def _user_agent_roots(nodes: dict[str, Any], strings: Sequence[str]) -> set[int]:
    roots = nodes.get("shadowRootType", {"index": [], "value": []})
    return {
        index for index, value in zip(roots["index"], roots["value"], strict=True) if strings[value] == "user-agent"
    }
