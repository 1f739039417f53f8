"""MathML in plain characters on one line: x², a/b, √(n+1)."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from iawce.data.html.superscripts import plain_script

if TYPE_CHECKING:
    from iawce.data.html.element_index import ElementIndex

DEEPEST = 40
"""Depth of nesting below which text is written without structure."""
_UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
"""Invisible characters for multiplication and the like."""


def math_text(index: "ElementIndex", number: int) -> str:
    """Text of a ``math`` element without its annotations."""
    return " ".join(_text(index, number, 0).translate(_INVISIBLE).split())


def _text(index: "ElementIndex", number: int, depth: int) -> str:
    tag = index.tags[number]
    if tag in _UNSEEN:
        return ""
    if depth > DEEPEST:
        return "".join(index.pieces.texts[index.first_piece[number] : index.last_piece[number]])
    children = list(index.children(number))
    parts = [_text(index, child, depth + 1) for child in children]
    if tag in _PLACES and len(parts) == len(_PLACES[tag]) + 1:
        return parts[0] + "".join(_script(place, part) for place, part in zip(_PLACES[tag], parts[1:], strict=True))
    if tag == "mfrac" and len(parts) == 2:
        return "/".join(map(_group, parts))
    if tag == "mroot" and len(parts) == 2:
        return f"{_script('sup', parts[1])}√{_group(parts[0])}"
    between = _texts_between(index, number, children)
    plain = "".join(text + part for text, part in zip(between, [*parts, ""], strict=True))
    return f"√{_group(plain)}" if tag == "msqrt" else plain + _ENDS.get(tag, "")


def _texts_between(index: "ElementIndex", number: int, children: Sequence[int]) -> list[str]:
    """The texts of an element before, between and after its children."""
    found, pieces = [""] * (len(children) + 1), index.pieces
    for piece in range(int(index.first_piece[number]), int(index.last_piece[number])):
        if pieces.owners[piece] == number:
            found[bisect_left(children, int(pieces.opened[piece]))] += pieces.texts[piece]
    return found


_PLACES = {
    "msup": ("sup",), "msub": ("sub",), "msubsup": ("sub", "sup"),
    "mover": ("sup",), "munder": ("sub",), "munderover": ("sub", "sup"),
}  # fmt: skip
"""Number of the text node after the first child."""
_ENDS = {"mtd": " ", "mtr": "; "}


def _script(place: str, text: str) -> str:
    core = text.strip()
    plain = plain_script(place, core)
    if plain != core or not core.isalnum():
        return plain
    return f"{'^' if place == 'sup' else '_'}{core if len(core) == 1 else f'({core})'}"


def _group(text: str) -> str:
    core = text.strip()
    return core if len(core) < 2 or core.isalnum() else f"({core})"
