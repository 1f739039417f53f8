"""Any page: text whose ancestors are important, by the categories of their tags.

Source: Gu and Tian 2009, Extraction of Information from Web Pages Based on Extended DOM Tree. Every element gets a
category (TITLE, CONTENT, VISION, BLOCK, LINK, OTHER) and its initial influence; the influence of a text node is the sum
over its ancestors (algorithm 1). Text nodes below the threshold lambda are pruned, with every element that is left
without text (algorithm 2). The scores are lambda and counts; the records are the kept blocks with their influence.

Deviations, where the paper is incomplete:

- Initial values are not printed, only their order: ``initial``. Sums over ancestors may exceed 1; scaling them into
  [0, 1] before the root is taken would prune nearly everything.
- The listing deletes every node below lambda, which would delete all inner nodes: here text nodes, and then what holds
  no text. Titles stay whatever their influence, but are printed only in the mode ``paper``, since every row has a title
  (``title``). Pictures stay in containers most of whose text stays.
- lambda = sqrt(avg(node)): the mean over text nodes that are not blank, or over all nodes (``over``). By default lambda
  is smaller, as measured best; where the page type is given, it is that of the type, which the paper names as a next
  step.
- CONTENT is a layout tag outside of links that holds words that are no links, itself or in inline elements. Layout tags
  are those that begin a line, and table cells, without headings, which are VISION.
- A link is ``a`` with ``href``, or ``area``. Scripts, styles and other unread parts do not count.
- Site headers, footers, asides, forms and menus count only in the mode ``paper`` (``boilerplate``).
- Emphasis attributes make an element VISION in the mode ``paper``; since a bold paragraph would then count for less
  than a plain one, by default they add the value of VISION to that of the element (``emphasis``). Computed styles, of
  which the paper knows nothing, emphasise too where the page was rendered (``styles``).
- A page whose whole text lies below lambda keeps the text with most influence (``never_empty``), except as printed.
- A block is the nearest CONTENT element around a text node, or heading or title; as many are listed as a page may have.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, ClassVar, Literal, NamedTuple, Self

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.dom.tree import Given
from iawce.data.errors import PageWarning, UsageError, WarningKind
from iawce.data.labels import PageType
from iawce.data.limits import NonNegative
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, FieldValue, FoundRecord, Scores, keep_text_nodes
from iawce.extract.content.method import MethodSettings, register_method

EMPHASIS_TAGS = frozenset({"b", "strong", "i", "em", "u", "mark", "font", "big", *HEADINGS})
Emphasis = dict[int, tuple[tuple[str, str], ...]]
"""By number of the element: the attributes or styles that emphasise it, each a name and a value."""
BOLD = 600  # Least font weight of bold text
_PLAIN_PX = 16.0
_FONT_PX = (10.0, 10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)  # Of ``font size``, 1 to 7; 3 is plain
_KEYWORDS = {"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32}
_WEIGHT = re.compile(r"(?<![\w-])font(?:-weight)?\s*:[^;]{0,100}?(?<![\w.-])(bold|bolder|[6-9]00|1000)(?![\w.%])")
_SIZE = re.compile(
    r"(?<![\w-])font-size\s*:\s*([\w.%-]{1,20})|(?<![\w-])font\s*:[^;]{0,100}?([0-9.]{1,9}(?:px|pt|r?em|%))"
)
_LENGTH = re.compile(r"([0-9]{0,5}(?:\.[0-9]{1,5})?)(px|pt|rem|em|%)")
TEXT_HOLDERS = BLOCKS | CELLS | {"head"}  # Elements to which the text of their inline elements belongs
LAYOUT_TAGS = TEXT_HOLDERS - {*HEADINGS, "head", "br", "hr", "option", "optgroup"}
SUMMARIES = frozenset({"description", "keywords"})
MAX_STEPS = 2_000_000
"""Most steps of all paths together, as thousands of blocks below thousands of levels would need too much space."""
UNIT = 1_000_000  # Influence is summed in whole numbers of this part of 1, so that equal sums are equal
SCALE = 0.6  # The best measured one for pages of all types
SCALE_OF_TYPE = {PageType.ARTICLE: 0.9, PageType.LIST: 0.5, PageType.THREAD: 1.1, PageType.PRODUCT: 1.0}
"""Best measured ``scale`` for pages of a type, which the paper names as a next step."""
SCORES = {
    "threshold": "lambda: text nodes with less influence are pruned",
    "leaves": "text nodes that are not blank",
    "kept": "text nodes that are kept",
}


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
    """Elements except links with larger or bolder text than the text around; none if the page was not rendered.

    The text around is that of the nearest ancestor with text of its own, else the page's median.
    """
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


class Category(IntEnum):
    """Purpose of an element, the most important first."""

    TITLE = 0
    CONTENT = 1
    VISION = 2
    BLOCK = 3
    LINK = 4
    OTHER = 5


class NodeExtension(NamedTuple):
    """The extension of each element; arrays have one entry for each element of the page."""

    categories: Ints  # By tag and text alone, int64
    words: Ints  # Outside links, its own and those of inline elements in it, int64 (WordNum)
    links: Ints  # ``a[href]`` and ``area`` in its subtree, int64 (LinkNum)
    emphasis: Emphasis  # Attributes and styles that emphasise it (Attribution)

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
    named = ((one, given[one].get("name", "").strip().lower()) for one in index.tagged("meta"))
    summaries = index.among([one for one, name in named if name in SUMMARIES])
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


def influence_blocks(
    analysis: PageAnalysis, printed: DomMask, nodes: NodeExtension, influence: Floats, kept: Bools
) -> tuple[tuple[FoundRecord, ...], tuple[PageWarning, ...]]:
    """Records ``text``, ``category``, ``words`` and ``links`` and ``influence``, and a warning if some are left out.

    The text nodes that are ``kept``, bool (text nodes,), each belong to one block: the nearest CONTENT element,
    heading, title or emphasised block around, else the root. ``influence`` is float64 (text nodes,).
    """
    index = analysis.index
    emphasised = index.has_tag(TEXT_HOLDERS) & (nodes.categories == Category.VISION)
    block_of = index.nearest(emphasised | np.isin(nodes.categories, (Category.CONTENT, Category.TITLE)))
    owners = block_of[index.text_nodes.owners]
    numbers = np.unique(owners[kept])
    shown = numbers[: analysis.document.limits.blocks]
    shown = shown[np.cumsum(index.depths[shown]) <= MAX_STEPS]
    texts = _texts(printed, owners)
    best = np.zeros(len(index))
    np.maximum.at(best, owners[kept], influence[kept])
    plain = kept & ~index.linked[index.text_nodes.owners]
    words = np.bincount(owners[plain], index.text_node_words[plain], len(index)).astype(np.int64)
    is_link = (nodes.categories == Category.LINK) & printed.kept
    links = np.bincount(block_of[is_link], minlength=len(index))

    def record(number: int) -> FoundRecord:
        texts_by_name = {
            "text": texts[number],
            "category": Category(nodes.categories[number]).name,
            "words": str(words[number]),
            "links": str(links[number]),
            "influence": f"{best[number]:.4f}".rstrip("0").rstrip("."),
        }
        return FoundRecord({name: FieldValue(text) for name, text in texts_by_name.items()}, (number,))

    records = tuple(map(record, shown.tolist()))
    left_out = (PageWarning(WarningKind.TRUNCATED, f"{len(numbers)}_blocks"),) if len(shown) < len(numbers) else ()
    return records, left_out


def _texts(printed: DomMask, owners: Ints) -> dict[int, str]:
    """Text by block with collapsed white space; lines and table cells end with a space."""
    parts: dict[int, dict[int, list[str]]] = {}
    shown = np.flatnonzero(printed.text_nodes)
    breaks = printed.breaks[shown] + printed.columns[shown]
    for number, owner, line in zip(shown.tolist(), owners[shown].tolist(), breaks.tolist(), strict=True):
        parts.setdefault(owner, {}).setdefault(line, []).append(printed.index.text_nodes.texts[number])
    return {owner: " ".join(" ".join(map("".join, lines.values())).split()) for owner, lines in parts.items()}


@dataclass(frozen=True, slots=True)
class InfluenceSettings(MethodSettings):
    """Named constants of the method.

    ``initial``: influence of an element by category, in the order of ``Category``, each 0 to 1 and none larger than the
    one before. ``threshold``: lambda is ``scale`` times the mean influence, its square root, or 1. ``over``: what the
    mean is taken over. ``emphasis``: by attributes and styles, makes an element VISION (``category``), or its value is
    ``added``. ``styles``: computed styles emphasise. ``boilerplate``: site headers, footers, asides, forms and menus
    count. ``never_empty``: lambda is never above the largest influence. ``title``: the page's title is printed, too.
    Raises UsageError: ``initial`` is not such a vector, or ``scale`` not a number from 0.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "scale": 1.0, "emphasis": "category", "styles": False, "boilerplate": True, "never_empty": False, "title": True,
    }  # fmt: skip

    initial: tuple[float, ...] = (1.0, 0.9, 0.5, 0.05, 0.02, 0.0)
    threshold: Literal["sqrt_mean", "mean", "number"] = "sqrt_mean"
    scale: NonNegative = SCALE
    over: Literal["leaves", "nodes"] = "leaves"
    emphasis: Literal["category", "added"] = "added"
    styles: bool = True
    boilerplate: bool = False
    never_empty: bool = True
    title: bool = False

    def __post_init__(self) -> None:
        MethodSettings.__post_init__(self)
        ordered = all(0 <= lower <= higher <= 1 for higher, lower in zip(self.initial, self.initial[1:], strict=False))
        if len(self.initial) != len(Category) or not ordered:
            raise UsageError(f"initial influence is six falling numbers from 1 to 0, not {self.initial!r}")

    def for_page_type(self, page_type: str) -> Self:
        """The same with the threshold for pages of a type, unless another is set."""
        return replace(self, scale=SCALE_OF_TYPE[PageType(page_type)]) if self.scale == SCALE else self


@register_method("influence", InfluenceSettings, SCORES)
def extract_influence(analysis: PageAnalysis, settings: InfluenceSettings) -> Content:
    """Influence-weighted DOM (Gu and Tian 2009): text under important tags, with its influence."""
    index, subset = analysis.index, analysis.without()
    if not settings.boilerplate:
        subset = analysis.without((), find_boilerplate(subset))
    nodes = extend_nodes(analysis, subset, styles=settings.styles)
    own = initial_influence(nodes, settings)
    leaves = subset.text_nodes & ~index.blank
    influence = leaf_influence(index, own)
    limit = find_threshold(influence[leaves], own[subset.kept], settings)
    titled = titles(index)[index.text_nodes.owners]
    kept = leaves & ((influence >= limit) | titled if settings.title else (influence >= limit) & ~titled)
    pruned = keep_text_nodes(subset, kept)
    printed = DomMask(index, pruned.kept, kept | ~leaves)
    records, warnings = influence_blocks(analysis, printed, nodes, influence, kept)
    chosen = [*np.flatnonzero(titles(index) & pruned.kept), *_main_element(pruned, kept & ~titled)]
    elements = analysis.index.topmost(chosen)
    scores: Scores = {"threshold": round(limit, 4), "leaves": int(leaves.sum()), "kept": int(kept.sum())}
    return Content(tuple(map(int, elements)), printed, records, framed=printed, scores=scores, warnings=warnings)


def initial_influence(nodes: NodeExtension, settings: InfluenceSettings) -> Floats:
    """Influence of each element by itself, float64 (elements,): that of its category and of its emphasis."""
    categories, emphasised = nodes.categories, nodes.emphasised
    if settings.emphasis == "category":
        categories = np.where(emphasised & (categories != Category.TITLE), int(Category.VISION), categories)
    values = np.array(settings.initial, np.float64)[categories]
    added = emphasised & ~np.isin(categories, (Category.TITLE, Category.VISION))
    return np.asarray(values + np.where(added, settings.initial[Category.VISION], 0.0))


def leaf_influence(index: ElementIndex, own: Floats) -> Floats:
    """Influence, float64 (text nodes,): the sum over the ancestors of ``own``, float64 (elements,)."""
    units = np.rint(own * UNIT).astype(np.int64)
    ended = np.bincount(index.ends, units, len(index) + 1)[: len(index)].astype(np.int64)
    around = np.cumsum(units - ended)  # all that have begun minus those that have ended: the element and its ancestors
    return np.asarray(around[index.text_nodes.owners] / UNIT)


def find_threshold(leaves: Floats, elements: Floats, settings: InfluenceSettings) -> float:
    """Lambda, from the influence of the text nodes and of the elements; 0 if there is no text."""
    if not len(leaves):
        return 0.0
    counted = leaves if settings.over == "leaves" else np.concatenate([leaves, elements])
    mean = math.fsum(counted.tolist()) / len(counted)
    limit = settings.scale * {"sqrt_mean": math.sqrt(mean), "mean": mean, "number": 1.0}[settings.threshold]
    return min(limit, float(leaves.max())) if settings.never_empty else limit


def _main_element(subset: DomMask, kept: Bools) -> list[int]:
    """The innermost layout tag around all kept text, if any."""
    index = subset.index
    texts = subset.subtree_sums(np.bincount(index.text_nodes.owners[kept], minlength=len(index)))
    if not texts[0]:
        return []
    innermost = int(np.flatnonzero(texts == texts[0])[-1])
    return [int(index.nearest(index.has_tag(TEXT_HOLDERS))[innermost])]
