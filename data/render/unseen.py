"""Finds elements that are laid out but invisible: off the screen, clipped, too small, or in the background's colour.

No text that might be visible is called unseen: a colour counts only if everything behind the text is known.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from iawce.data.render.flat_tree import Bounds, Drawing, Node

PICTURES = frozenset({"img", "svg", "canvas", "video", "iframe", "embed", "object", "picture"})
SAME = 4
"""Two colours are one if no channel (0 to 255) differs by more."""
MIN_FONT = 1.5
"""px; smaller text is unreadable."""
MAX_COMPARED = 2_000
"""Most texts in the colour of their background whose surroundings are examined."""
_NUMBER = re.compile(r"-?[0-9.]+")
Colour = tuple[float, ...]
"""Red, green, blue, opacity."""
WHITE: Colour = (255.0, 255.0, 255.0, 1.0)


_NOT_DRAWN = Drawing((0.0, 0.0, 0.0, 0.0), {}, 0, 0)


class _Around(NamedTuple):
    """What a node inherits."""

    is_clipped: bool = False
    is_escapable: bool = False
    """The clip does not apply to boxes that are placed relative to an outer box."""
    behind: Colour | None = WHITE
    """Colour of the background, None if unknown."""
    ground: int = -1
    """Index of the node that draws the background; -1 for the page itself."""


def find_unseen(nodes: Sequence[Node]) -> list[bool]:
    """Whether each node is invisible although it is laid out, apart from opacity and visibility."""
    around: list[_Around] = []
    unseen, alike = [], []
    for number, node in enumerate(nodes):
        inherited = around[node.parent] if node.parent >= 0 else _Around()
        here = _step(number, node, inherited)
        around.append(here)
        drawing = node.drawing
        is_gone = drawing is not None and (here.is_clipped or _is_off_screen(drawing.bounds))
        if drawing is not None and not node.name and not is_gone:
            is_gone = float(drawing.style["font-size"].removesuffix("px") or 16) < MIN_FONT
            if not is_gone and _has_colour_behind(node, here.behind):
                alike.append(number)
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
    elif (
        not clipped and style["overflow-x"] != "visible" and min(bounds[2:]) <= 1 and node.name not in ("html", "body")
    ):
        clipped, escapable = True, position == "static"
    behind, ground = around.behind, around.ground
    colour = _colour(style["background-color"])
    if style["background-image"] != "none" or node.name in PICTURES or (colour and 0 < colour[3] < 1):
        behind = None
    elif colour and colour[3] == 1:
        behind, ground = colour, -1 if node.name in ("html", "body") else number
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


def _is_off_screen(bounds: Bounds) -> bool:
    """To the left of the page or above it, where scrolling is impossible."""
    x, y, width, height = bounds
    return width > 0 and height > 0 and (x + width <= 0 or y + height <= 0)


def _has_colour_behind(node: Node, behind: Colour | None) -> bool:
    assert node.drawing  # noqa: S101 - asked of drawn texts only
    style = node.drawing.style
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


def _certain(nodes: Sequence[Node], texts: Sequence[int], around: Sequence[_Around]) -> list[int]:
    """The texts that are directly on their own background, with nothing else painted there."""
    if not texts:
        return []
    painted = [number for number, node in enumerate(nodes) if _paints(node)]
    drawings = [drawing for number in painted if (drawing := nodes[number].drawing)]
    places = np.array([drawing.bounds for drawing in drawings]).reshape(-1, 4)
    orders = np.array([drawing.order for drawing in drawings])
    left, top, right, bottom = places[:, 0], places[:, 1], places[:, 0] + places[:, 2], places[:, 1] + places[:, 3]
    found = []
    for number in texts:
        (x, y, width, height), _, _, order = nodes[number].drawing or _NOT_DRAWN
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
