"""Layout boxes and the rectangle of every element, computed in one pass over a page's flat tree.

Only nodes that may be visible have a box: a node that is not laid out, with ``visibility`` other than visible, or under
an opacity of 0 has none. A frame is a box itself, and the content of its document has boxes. A box under an overlaid
link is linked. Elements invisible for another reason (``unseen``) have boxes, as in the corpus for training, and are
listed separately.

Every element has a rectangle, visible or not, as ``getBoundingClientRect`` gives it plus the scroll offset, except

- elements that are not laid out: NaN, as under ``display: none``, in a closed ``details``, under ``content-visibility``
  that is hidden or far off, in ``head``, and as options of a closed list are;
- ``display: contents``, which has no box: the union of the boxes of its children, texts, pseudo-elements and shadow
  trees too, NaN without any;
- parts of an ``svg``: with their strokes, and with a rectangle even inside ``defs``.

An ancestor need not enclose its descendants.

A card is often clickable by a link without text, or by one whose ``::after`` is stretched over the card. Everything
clickable counts as linked, wherever the link is in the document.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import Box
from iawce.data.rectangles import Rectangles, as_rectangles
from iawce.data.render.flat_tree import Bounds, Node, Offset, read_nodes
from iawce.data.render.unseen import find_unseen

COVERED = 0.8
"""Share of a box's area that the link must cover."""
MAX_TEXT = 1500
"""Largest number of characters of a card; a link over more text covers the page, for instance as an advertisement."""


def mark_covered(boxes: Sequence[Box], links: Sequence[Bounds]) -> tuple[Box, ...]:
    """The boxes with ``link`` set for text and pictures under one of ``links``."""
    plain = [index for index, box in enumerate(boxes) if box.kind in "ti" and not box.link]
    places = np.array([boxes[index][2:6] for index in plain], np.float64).reshape(-1, 4).T.copy()
    chars = np.array([boxes[index].chars for index in plain], np.int64)
    covered = np.zeros(len(plain), np.bool_)
    for link in set(links):
        under = _under(link, places)
        if 0 < chars[under].sum() <= MAX_TEXT:
            covered |= under
    marked = {index for index, is_covered in zip(plain, covered, strict=True) if is_covered}
    return tuple(box._replace(link=1) if index in marked else box for index, box in enumerate(boxes))


def _under(link: Bounds, places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of ``places``, columns of x, y, width and height, are under the link."""
    x, y, width, height = places
    across = np.minimum(link[0] + link[2], x + width) - np.maximum(link[0], x)
    down = np.minimum(link[1] + link[3], y + height) - np.maximum(link[1], y)
    under: NDArray[np.bool_] = (across > 0) & (down > 0) & (across * down >= COVERED * width * height)
    return under


MIN_SIZE = {"t": 1, "i": 8, "v": 8, "c": 8, "b": 25}
"""Shortest side of a box worth keeping, CSS px, by kind."""
KIND_OF_TAG = {
    **dict.fromkeys(("img", "svg", "canvas"), "i"),
    **dict.fromkeys(("video", "iframe", "embed", "object"), "v"),
    **dict.fromkeys(("input", "select", "textarea", "button"), "c"),
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NOWHERE = (math.nan,) * 4


class Layout(NamedTuple):
    """Boxes in the order of the flat tree, rectangles by number of the element, elements whose boxes are invisible."""

    boxes: tuple[Box, ...]
    rectangles: Rectangles
    unseen: tuple[int, ...]


class _Place(NamedTuple):
    """Properties that a node has itself or inherits from its ancestors."""

    element: int
    """Number of the host inside a closed shadow tree, -1 outside any element."""
    link: int
    heading: int
    opacity: float
    in_svg: bool


def read_layout(captured: dict[str, Any], elements: int, frames: Mapping[int, Offset] = MappingProxyType({})) -> Layout:
    """Boxes and rectangles of the page.

    Args:
        captured: result of ``DOMSnapshot.captureSnapshot`` with ``computedStyles`` = ``STYLES`` and
            ``includePaintOrder``.
        elements: how many elements are numbered, which is the number of rectangles.
        frames: offset of the document of each frame of the page from the corner of its box, by the number of the frame.
    """
    nodes = read_nodes(captured, elements, frames)
    boxes, unseen = _boxes(nodes)
    return Layout(boxes, _rectangles(nodes, elements), unseen)


def _boxes(nodes: Sequence[Node]) -> tuple[tuple[Box, ...], tuple[int, ...]]:
    """All boxes, and the elements that have only invisible boxes."""
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
            drawn = list(_boxes_of(node, place))
            boxes.extend(drawn)
            (unseen if is_unseen else seen).update(box.element for box in drawn)
    return mark_covered(boxes, links), tuple(sorted(unseen - seen))


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


def _boxes_of(node: Node, place: _Place) -> Iterator[Box]:
    assert node.drawing  # noqa: S101 - asked of drawn nodes only
    (x, y, width, height), style, drawn_lines, _ = node.drawing

    def box(kind: str, lines: int = 0, chars: int = 0) -> Iterator[Box]:
        if min(width, height) >= MIN_SIZE[kind]:
            font, weight = (
                _round(float(style["font-size"].removesuffix("px") or 0)),
                int(float(style["font-weight"] or 400)),
            )
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
