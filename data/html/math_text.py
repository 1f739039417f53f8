"""MathML in plain characters on one line: x², a/b, √(n+1)."""

from iawce.data.html.superscripts import plain_script
from iawce.data.html.tree import Element

DEEPEST = 40
"""What is nested deeper is written as it stands."""
_UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
"""Signs for multiplication and the like that nobody sees."""


def math_text(math: Element) -> str:
    """Text of a ``math`` element without its annotations."""
    return " ".join(_text(math, 0).translate(_INVISIBLE).split())


def _text(element: Element, depth: int) -> str:
    tag = element.tag
    if tag in _UNSEEN or not isinstance(tag, str):
        return ""
    if depth > DEEPEST:
        return "".join(map(str, element.itertext()))
    parts = [_text(child, depth + 1) for child in element]
    if tag in _PLACES and len(parts) == len(_PLACES[tag]) + 1:
        return parts[0] + "".join(_script(place, part) for place, part in zip(_PLACES[tag], parts[1:], strict=True))
    if tag == "mfrac" and len(parts) == 2:
        return "/".join(map(_group, parts))
    if tag == "mroot" and len(parts) == 2:
        return f"{_script('sup', parts[1])}√{_group(parts[0])}"
    plain = (element.text or "") + "".join(
        part + (child.tail or "") for part, child in zip(parts, element, strict=True)
    )
    return f"√{_group(plain)}" if tag == "msqrt" else plain + _ENDS.get(tag, "")


_PLACES = {
    "msup": ("sup",), "msub": ("sub",), "msubsup": ("sub", "sup"),
    "mover": ("sup",), "munder": ("sub",), "munderover": ("sub", "sup"),
}  # fmt: skip
"""Where what follows the first child stands."""
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
