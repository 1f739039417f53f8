"""The extended DOM: category, words, links and emphasis of every element.

Source: Gu and Tian 2009, sections 2.2.1 and 2.2.2, which names ``b`` and the size of ``font`` as examples of both kinds
of emphasis. ``extract/papers/influence.py`` lists the points that the paper leaves open.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.elements import Bools, Ints
from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.dom.tree import Given

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
    size = (_font_size(given.get("size", "")) if tag == "font" else None) or around.size
    if styled := _SIZE.search(_style(given)):
        size = _pixels(styled[1] or styled[2], around.size) or size
    return _Look(color or around.color, face or around.face, size)


def _differences(given: Given, look: _Look, around: _Look) -> Iterator[tuple[str, str]]:
    """Names and values of the attributes by which an element stands out."""
    yield from ((name, value) for name, value in (("color", look.color), ("face", look.face))
                if value != getattr(around, name))  # fmt: skip
    if given.get("size") and look.size > _PLAIN_PX and _font_size(given["size"]) == look.size:
        yield "size", given["size"]
    elif look.size > around.size:
        yield "font-size", f"{look.size:g}px"
    if weight := _WEIGHT.search(_style(given)):
        yield "font-weight", weight[1]


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


def emphasis_by_styles(analysis: PageAnalysis) -> Emphasis:
    """Elements, no links, with larger or bolder text than around, or the median; none if never rendered."""
    if not analysis.document.is_rendered:
        return {}
    index = analysis.index
    drawn = {box.element: (box.font, box.weight) for box in reversed(analysis.document.boxes or ()) if box.kind == "t"}
    plain, looks, found = _median(analysis), list[tuple[int, int]](), Emphasis()
    given = zip(index.parents.tolist(), analysis.document.renderer_numbers.tolist(), index.linked.tolist(), strict=True)
    for number, (parent, renderer_number, is_linked) in enumerate(given):
        around = looks[parent] if number else plain
        size, weight = drawn.get(renderer_number, around)
        looks.append((size, weight))
        larger = [("font-size", f"{size}px")] if size > around[0] else []
        bolder = [("font-weight", str(weight))] if weight >= BOLD > around[1] else []
        if (larger or bolder) and not is_linked:
            found[number] = (*larger, *bolder)
    return found


def _median(analysis: PageAnalysis) -> tuple[int, int]:
    """Font size and weight that half of the page's characters do not exceed."""
    boxes = analysis.document.boxes or ()
    table = np.array([(box.font, box.weight, box.chars) for box in boxes if box.kind == "t"], np.int64).reshape(-1, 3)
    if not table[:, 2:].any():
        return int(_PLAIN_PX), 400
    sizes, weights = table[:, :2], table[:, 2]
    size, weight = np.quantile(sizes, 0.5, axis=0, weights=weights, method="inverted_cdf").tolist()
    return int(size), int(weight)


TEXT_HOLDERS = BLOCKS | CELLS | {"head"}
"""Elements to which the text of their inline elements belongs."""
LAYOUT_TAGS = TEXT_HOLDERS - {*HEADINGS, "head", "br", "hr", "option", "optgroup"}
SUMMARIES = frozenset({"description", "keywords"})


class Category(IntEnum):
    """Purpose of an element, the most important first."""

    TITLE = 0
    CONTENT = 1
    VISION = 2
    BLOCK = 3
    LINK = 4
    OTHER = 5


class NodeExtension(NamedTuple):
    """The extension of each element; arrays have one entry for each element of the page.

    ``categories``: by tag and text alone, int64. ``words`` outside links, its own and those of inline elements in it,
    int64 (WordNum). ``links``: ``a[href]`` and ``area`` in its subtree, int64 (LinkNum). ``emphasis``: attributes and
    styles that emphasise it (Attribution).
    """

    categories: Ints
    words: Ints
    links: Ints
    emphasis: Emphasis

    @property
    def emphasised(self) -> Bools:
        """Whether an attribute or a style emphasises the element, bool (elements,)."""
        found = np.zeros(len(self.categories), bool)
        found[list(self.emphasis)] = True
        return found


def extend_nodes(analysis: PageAnalysis, subset: DomMask, *, styles: bool = True) -> NodeExtension:
    """The extension of the elements; with ``styles``, computed ones emphasise too, where the page was rendered."""
    index = analysis.index
    emphasis = emphasis_by_attributes(index)
    if styles:
        emphasis = emphasis_by_styles(analysis) | emphasis
    words = _words(subset)
    links = (index.has_tag(("a",)) & index.linked) | index.has_tag(("area",))
    layout = index.has_tag(LAYOUT_TAGS)
    given = index.attributes.given
    summaries = np.zeros(len(index), bool)
    summaries[[one for one in index.tagged("meta") if given[one].get("name", "").strip().lower() in SUMMARIES]] = True
    conditions = {
        Category.TITLE: titles(index) | summaries,
        Category.VISION: index.has_tag(EMPHASIS_TAGS),
        Category.LINK: links,
        Category.CONTENT: layout & (words > 0) & ~index.linked,
        Category.BLOCK: layout,
    }
    categories = np.select(list(conditions.values()), list(map(int, conditions)), int(Category.OTHER))
    return NodeExtension(categories.astype(np.int64), words, subset.subtree_sums(links), emphasis)


def titles(index: ElementIndex) -> Bools:
    """Whether an element is a title of the page, and not of a drawing."""
    return np.asarray(index.has_tag(("title",)) & ~index.inside(index.tagged("svg")))


def _words(subset: DomMask) -> Ints:
    """Words of each element outside links: its own, and for a layout tag or heading those of inline elements."""
    index = subset.index
    own = np.where(subset.kept & ~index.linked, index.own_words, 0)
    is_holder = index.has_tag(TEXT_HOLDERS)
    held = np.bincount(index.nearest(is_holder), own, len(index)).astype(np.int64)
    return np.where(is_holder, held, own)
