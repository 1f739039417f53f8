"""The nodes of a page as one ``DOMSnapshot.captureSnapshot`` of the DevTools protocol gives them.

Chromium gives the flat tree: a shadow tree stands in place of its host's children, these stand in the slots they fill
(or nowhere), pseudo-elements are nodes, and the insides of templates, frames and the browser's own controls are not
there. That is not the order of the document, so an element is known by the number that it carries, never by counting.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from iawce.data.snapshot import ELEMENT_ATTRIBUTE

STYLES = ("visibility", "opacity", "font-size", "font-weight", "background-image")
"""Computed styles to ask for."""
ELEMENT, TEXT = 1, 3
Bounds = tuple[float, float, float, float]
"""x, y, width, height, CSS px from the page's top left corner."""


class Drawing(NamedTuple):
    """Where and how a node is laid out: the values of ``STYLES``, the lines of a text."""

    bounds: Bounds
    style: tuple[str, ...]
    lines: int


class Node(NamedTuple):
    """One element, pseudo-element or text."""

    parent: int
    """Index among the nodes; -1 at the root."""
    name: str
    """Tag in lower case, ``::name`` of a pseudo-element, empty for all that is no element."""
    text: str
    """Of a text, else empty."""
    element: int
    """Number of an element of the document, else -1: in a shadow tree, a pseudo-element, no element."""
    has_address: bool
    """Whether there is an ``href``."""
    drawing: Drawing | None


def read_nodes(captured: dict[str, Any], elements: int) -> list[Node]:
    """Nodes of the main document; parents come before children.

    Args:
        captured: answer to ``DOMSnapshot.captureSnapshot`` asked with ``computedStyles`` = ``STYLES``.
        elements: how many were numbered; a number that is not below was not ours.
    """
    document, strings = captured["documents"][0], captured["strings"]
    tree, drawings = document["nodes"], _drawings(document, strings)
    places = {text: place for place, text in enumerate(strings)}
    numbers = {places[text]: number for number in range(elements) if (text := str(number)) in places}
    number_key, address_key = places.get(ELEMENT_ATTRIBUTE, -1), places.get("href", -1)
    in_shadow = frozenset(tree.get("shadowRootType", {"index": ()})["index"])
    columns = (tree[name] for name in ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes"))
    nodes = []
    for index, (parent, kind, name, value, pairs) in enumerate(zip(*columns, strict=True)):
        attributes = dict(zip(pairs[::2], pairs[1::2], strict=True))
        number = -1 if index in in_shadow else numbers.get(attributes.get(number_key, -1), -1)
        tag = strings[name].lower() if kind == ELEMENT else ""
        text = strings[value] if kind == TEXT and value >= 0 else ""
        nodes.append(Node(parent, tag, text, number, address_key in attributes, drawings.get(index)))
    return nodes


def _drawings(document: dict[str, Any], strings: Sequence[str]) -> dict[int, Drawing]:
    """By index of the node; of a node drawn as several boxes the first."""
    tree, texts = document["layout"], document["textBoxes"]
    tops: dict[int, set[int]] = {}
    for row, bounds in zip(texts["layoutIndex"], texts["bounds"], strict=True):
        tops.setdefault(row, set()).add(round(bounds[1]))
    drawings: dict[int, Drawing] = {}
    for row, (node, bounds, styles) in enumerate(zip(tree["nodeIndex"], tree["bounds"], tree["styles"], strict=True)):
        if len(styles) == len(STYLES) and node not in drawings:
            style = tuple(strings[value] if value >= 0 else "" for value in styles)
            drawings[node] = Drawing(tuple(bounds), style, len(tops.get(row, ())))
    return drawings
