"""The emphasis on a page: by tags, by attributes and, if it was rendered, by computed styles.

Source: Gu and Tian 2009, section 2.2.2, which names ``b`` and the size of ``font`` as examples of both kinds.
"""

import re
from typing import NamedTuple

import numpy as np

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import HEADINGS
from iawce.data.html.walk import Given
from iawce.data.reading.page_reading import PageReading

EMPHASIS_TAGS = frozenset({"b", "strong", "i", "em", "u", "mark", "font", "big", *HEADINGS})
Emphasis = dict[int, tuple[tuple[str, str], ...]]
"""By number of the element: the attributes or styles that emphasise it, each a name and a value."""
BOLD = 600
"""Least font weight of bold text."""
_PLAIN_PX = 16.0
_FONT_PX = (10.0, 10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)
"""Of ``font size``, 1 to 7; 3 is plain."""
_KEYWORDS = {"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32}
_WEIGHT = re.compile(r"(?<![\w-])font(?:-weight)?\s*:[^;]{0,100}?(?<![\w.-])(bold|bolder|[6-9]00|1000)(?![\w.%])")
_SIZE = re.compile(
    r"(?<![\w-])font-size\s*:\s*([\w.%-]{1,20})|(?<![\w-])font\s*:[^;]{0,100}?([0-9.]{1,9}(?:px|pt|r?em|%))"
)
_LENGTH = re.compile(r"([0-9]{0,5}(?:\.[0-9]{1,5})?)(px|pt|rem|em|%)")


class _Look(NamedTuple):
    """The style by the attributes of an element and of those around it."""

    color: str = ""
    face: str = ""
    size: float = _PLAIN_PX


def emphasis_by_attributes(index: ElementIndex) -> Emphasis:
    """Elements with a ``font size`` above 3, ``color`` or ``face`` unlike that around, or a bold or larger style."""
    looks, found = list[_Look](), Emphasis()
    for number, (parent, given) in enumerate(zip(index.parents.tolist(), index.attributes.given, strict=True)):
        around = looks[parent] if number else _Look()
        if not any(map(given.get, ("style", "size", "color", "face"))):
            looks.append(around)
            continue
        look = _look(given, index.tags[number], around)
        looks.append(look)
        if emphasis := tuple(_differences(given, look, around)):
            found[number] = emphasis
    return found


def _look(given: Given, tag: str, around: _Look) -> _Look:
    color, face = (given.get(name, "").strip().lower() for name in ("color", "face"))
    size = around.size
    if tag == "font" and given.get("size"):
        size = _font_size(given["size"]) or size
    if styled := _SIZE.search(_style(given)):
        size = _pixels(styled[1] or styled[2], around.size) or size
    return _Look(color or around.color, face or around.face, size)


def _differences(given: Given, look: _Look, around: _Look) -> list[tuple[str, str]]:
    """Names and values of the attributes by which an element stands out."""
    found = [(name, getattr(look, name)) for name in ("color", "face") if getattr(look, name) != getattr(around, name)]
    if given.get("size") and look.size > _PLAIN_PX and _font_size(given["size"]) == look.size:
        found.append(("size", given["size"]))
    elif look.size > around.size:
        found.append(("font-size", f"{look.size:g}px"))
    if weight := _WEIGHT.search(_style(given)):
        found.append(("font-weight", weight[1]))
    return found


def _style(given: Given) -> str:
    return given.get("style", "")[:2000].lower()


def _font_size(value: str) -> float | None:
    """Size by the attribute of ``font``, in px; None if not valid."""
    if not (given := re.fullmatch(r"\s*([+-]?)([0-9])\s*", value)):
        return None
    step = int(given[2]) * (-1 if given[1] == "-" else 1) + (3 if given[1] else 0)
    return _FONT_PX[min(max(step, 1), 7)]


def _pixels(value: str, around: float) -> float | None:
    """A font size in px; None if it is none."""
    if value in ("larger", "smaller"):
        return around * 1.2 if value == "larger" else around / 1.2
    if value in _KEYWORDS:
        return float(_KEYWORDS[value])
    given = _LENGTH.fullmatch(value)
    if not (given and given[1]):
        return None
    return float(given[1]) * {"px": 1, "pt": 4 / 3, "rem": _PLAIN_PX, "em": around, "%": around / 100}[given[2]]


def emphasis_by_styles(reading: PageReading) -> Emphasis:
    """Elements except links with larger or bolder text than the text around; none if the page was not rendered.

    The text around is that of the nearest ancestor with text of its own, else the page's median.
    """
    if not reading.document.is_rendered:
        return {}
    index = reading.index
    drawn = {box.element: (box.font, box.weight) for box in reversed(reading.document.boxes or ()) if box.kind == "t"}
    plain, looks, found = _median(reading), list[tuple[int, int]](), Emphasis()
    given = zip(index.parents.tolist(), reading.document.renderer_numbers.tolist(), index.linked.tolist(), strict=True)
    for number, (parent, renderer_number, is_linked) in enumerate(given):
        around = looks[parent] if number else plain
        size, weight = drawn.get(renderer_number, around)
        looks.append((size, weight))
        larger = [("font-size", f"{size}px")] if size > around[0] else []
        bolder = [("font-weight", str(weight))] if weight >= BOLD > around[1] else []
        if (larger or bolder) and not is_linked:
            found[number] = (*larger, *bolder)
    return found


def _median(reading: PageReading) -> tuple[int, int]:
    """Font size and weight that half of the page's characters do not exceed."""
    boxes = reading.document.boxes or ()
    table = np.array([(box.font, box.weight, box.chars) for box in boxes if box.kind == "t"], np.int64)
    if not len(table):
        return int(_PLAIN_PX), 400
    middles = []
    for column in (0, 1):
        order = np.argsort(table[:, column], kind="stable")
        before = np.cumsum(table[order, 2])
        middles.append(int(table[order[np.searchsorted(before, before[-1] / 2)], column]))
    return middles[0], middles[1]
