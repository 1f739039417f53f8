"""Tokens of training pages: boxes, blocks and lines of screenshots, with roles read from class names and tags.

They say which text is a price, a date, the name of an author, part of a menu. They are read from training pages alone;
a network learns to estimate them from places, sizes and neighbours.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.data.boxes import Box, box_elements, box_texts
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.errors import PageError, UsageError
from iawce.data.picture import open_picture
from iawce.models.blocks.block_features import blocks_of, tokens_of
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.record import Arrays
from iawce.models.features.html_features import DATE, MONEY, near_digits
from iawce.models.features.kinds import Kind
from iawce.models.features.layout_tokens import (
    MAX_COUNT,
    box_table,
    layout_tokens,
    line_tokens,
    reading_order,
    tokens_with_pixels,
    values_of_tokens,
)
from iawce.models.features.line_kinds import LINE_KINDS, SCALE, Lines, find_lines
from iawce.models.features.name_families import FRAME
from iawce.models.features.text_lines import Components, Segments, component_table, components_of
from iawce.models.networks.token_attention import ROLES
from iawce.train.common.feature_cache import FeatureCache, read_all
from iawce.train.page_type.augment import change_lines, change_parts, move_at_random

Roles = NDArray[np.float32]
NEAR = 4  # Elements, the text's own and those around it, whose names say what one short text is
DRAWN = 3  # The first of the roles, which the boxes know: link, heading, running text
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")  # Where a new word begins within a name, as in ``productPrice``
SHORT, COUNT = 60, 16  # Characters below which a text may be a date or a price, or a count
Spellings = NDArray[np.uint8]
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789$€£¥.,:;/-()#%+&@!?'\"|»›→*=_"
"""Characters with a number of their own, from 1; capitals and accents make no difference."""
OTHER = len(ALPHABET) + 1  # Number of all other characters
MAX_LENGTH = 40  # Characters of the longest text that is spelled
_NUMBERS = {letter: number for number, letter in enumerate(ALPHABET, 1)}
_ALIKE = str.maketrans("–—’‘“”", "--''\"\"")
UNKNOWN = -1  # Kind of a line that is in no box: type that is part of a picture
SLACK = 4  # CSS px by which a line may exceed its box
Tokens = NDArray[np.float32]
UNCHANGED = 0.2  # Probability that a screenshot is used as it is in training
WIDTH_COLUMN = 3  # Column of the widths in the table of boxes
SLACK_OF_WIDTH = 0.15  # Share by which the width of a line may differ from that of the box whose text it is


def _names(*words: str) -> re.Pattern[str]:
    """Finds one of the words, or its plural, where it is no part of a longer word."""
    return re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?:e?s)?(?![a-z])", re.IGNORECASE)


_OF_TEXT = {
    "button": _names("btn", "button", "submit", "input"),
    "date": _names("date", "time", "published", "posted-on", "timestamp", "datetime"),
    "price": _names("price", "amount", "money", "cost"),
    "author": _names(
        *("author", "byline", "username", "user-name", "poster", "vcard", "post-?profile", "creator", "nickname")
    ),
    "title": _names("(?:entry|post|article|product|topic|card)[-_]?title", "product-name", "headline"),
    "tag": _names("tag", "category", "categorie", "cat-links", "label", "badge"),
    "cart": _names(
        *("cart", "add-to", "addtocart", "buy", "qty", "quantity", "wishlist", "checkout", "stock", "sku", "variant"),
        "swatch",
    ),
    "meta": _names("meta", "postmeta", "info", "stats", "byline", "details"),
}
_OF_REGION = {
    "boilerplate": _names(
        *("nav", "navbar", "navigation", "menu", "footer", "sidebar", "breadcrumb", "header", "widget", "aside"),
        *("pagination", "pager", "toolbar", "social", "share", "cookie", "copyright"),
    ),
    "content": _names(
        *("(?:entry|post|article|content|message)[-_]?(?:content|body)", "description", "cooked", "bbwrapper"),
        "markdown",
    ),
    "comment": _names(
        *("comment", "reply", "replie", "post-?body", "message", "topic-post", "post", "post-?row", "post_wrapper"),
        *("cooked", "quote", "signature", "post_body"),
    ),
}


def text_roles(boxes: Sequence[Box], index: ElementIndex | None) -> Roles:
    """Which roles each box has, 0 or 1, NaN where it is unknown, float32 (boxes, len(ROLES)).

    ``index``: of the page's HTML, if that is known.
    """
    found = np.full((len(boxes), len(ROLES)), np.nan, np.float32)
    for place, box in enumerate(boxes):
        if box.kind == "t":
            found[place, :DRAWN] = box.link, box.heading > 0, box.lines > 1 and not (box.link or box.heading)
    if index is not None and (elements := box_elements(boxes, index)) is not None:  # which fit
        known = np.flatnonzero((np.array([box.kind for box in boxes]) == "t") & (elements >= 0))
        texts = box_texts(boxes, elements, index)
        found[known, DRAWN:] = _roles_of(elements[known].tolist(), [texts[place] for place in known], index)
    return found


def block_roles(blocks: PageBlocks) -> Roles:
    """Which roles each text block of a page has, 0 or 1, float32 (blocks, len(ROLES))."""
    drawn = np.stack([blocks.blocks.is_linked, blocks.is_heading, blocks.is_prose], axis=1)
    named = _roles_of(blocks.owners.tolist(), blocks.blocks.texts, blocks.index)
    return np.concatenate([drawn.astype(np.float32), named], axis=1)


def _roles_of(elements: Sequence[int], texts: Sequence[str], index: ElementIndex) -> Roles:
    """Roles by names and ``texts`` of elements, 0 or 1, float32 (texts, roles that no box knows)."""
    named = {element: _named_roles(element, index) for element in set(elements)}
    rows = [_with_text(named[element], text) for element, text in zip(elements, texts, strict=True)]
    return np.array([[row[role] for role in ROLES[DRAWN:]] for row in rows], np.float32).reshape(-1, len(ROLES) - DRAWN)


def _named_roles(element: int, index: ElementIndex) -> dict[str, bool]:
    """What the names of an element, and of those around it but for ``html`` and ``body``, say of its texts."""
    around: list[str] = []
    while element >= 0:
        given, tag = index.attributes.given[element], index.tags[element]
        names = " ".join(given.get(name, "") for name in ("class", "id", "itemprop", "role", "rel"))
        if tag not in FRAME:
            around.append(f"{CAMEL.sub('-', names)} <{tag}>")
        element = int(index.parents[element])
    near, region = " ".join(around[:NEAR]), " ".join(around)
    return {role: bool(names.search(near)) for role, names in _OF_TEXT.items()} | {
        role: bool(names.search(region)) for role, names in _OF_REGION.items()
    }


def _with_text(named: dict[str, bool], text: str) -> dict[str, bool]:
    """The roles of a text, by what the names around it say and, if it is short, by the figures in it."""
    has_figures = any(map(str.isdigit, text))
    figures = near_digits(text.lower()) if has_figures and len(text) < SHORT else ""
    return named | {
        "date": named["date"] or bool(DATE.search(figures)),
        "price": (named["price"] and has_figures) or bool(MONEY.search(figures)),
        "count": has_figures and len(text) < COUNT,
    }


def spell(text: str) -> Spellings:
    """Numbers of the characters but blanks, uint8 (MAX_LENGTH,), 0 after the last; all 0 of a text that is longer."""
    letters = unicodedata.normalize("NFKD", text[: 2 * MAX_LENGTH].lower()).translate(_ALIKE)
    numbers = [_NUMBERS.get(char, OTHER) for char in letters if not (char.isspace() or unicodedata.combining(char))]
    found = np.zeros(MAX_LENGTH, np.uint8)
    if len(numbers) <= MAX_LENGTH:
        found[: len(numbers)] = numbers
    return found


def spell_boxes(document: Document) -> Spellings:
    """The texts of boxes of one line, uint8 (boxes, MAX_LENGTH), 0 of the others and where the HTML tells none."""
    boxes = document.boxes or ()
    found = np.zeros((len(boxes), MAX_LENGTH), np.uint8)
    try:
        elements = box_elements(boxes, document.index) if document.html else None
    except PageError:
        return found
    if elements is not None:
        texts = box_texts(boxes, elements, document.index)
        for place, (box, element) in enumerate(zip(boxes, elements.tolist(), strict=True)):
            if box.lines == 1 and element >= 0:
                found[place] = spell(texts[place])
    return found


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """Lines of one page's screenshot, and the true kind of each, int64 (lines,), an index of ``LINE_KINDS``."""

    lines: Lines
    kinds: np.ndarray

    def arrays(self) -> Arrays:
        """All arrays by name, as they are stored."""
        found = self.lines.found
        return {
            "lines": component_table(found.lines),
            "pictures": component_table(found.pictures),
            "height": np.array(found.height),
            "strips": self.lines.strips,
            "kinds": self.kinds,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> "LabelledLines":
        """The lines whose arrays are ``arrays``."""
        lines, pictures = (components_of(arrays[name]) for name in ("lines", "pictures"))
        found = Segments(lines, pictures, int(arrays["height"]))
        return cls(Lines.of(found, arrays["strips"]), arrays["kinds"])


def label_lines(pages: Sequence[LabelledPage], cache: Path | None) -> dict[str, LabelledLines]:
    """Labelled lines of all pages' screenshots, by page id; a tenth of a second each on one core.

    Raises UsageError: a screenshot or boxes cannot be read.
    """
    kept = FeatureCache(cache, "lines", __name__).compute(pages, partial(read_all, _label_page))
    return {page_id: LabelledLines.from_arrays(arrays) for page_id, arrays in kept.items()}


def _label_page(page: LabelledPage) -> Arrays:
    return label_lines_of_page(page).arrays()


def label_lines_of_page(page: LabelledPage) -> LabelledLines:
    """Labelled lines of one page's screenshot; the kinds are unknown where the page has no boxes.

    Raises UsageError: screenshot or boxes cannot be read.
    """
    if page.screenshot is None:
        raise UsageError(f"{page.id} has no screenshot")
    try:
        lines = find_lines(open_picture(page.screenshot))
    except PageError as error:
        raise UsageError(f"{page.screenshot} ({error.reason})") from error
    return LabelledLines(lines, true_kinds(lines.found.lines, page.document().boxes or ()))


def true_kinds(lines: Components, boxes: Sequence[Box]) -> np.ndarray:
    """Kind of each line, int64 (lines,): that of the smallest text box that contains the middle of the line."""
    within = boxes_of_lines(lines, box_table(boxes))
    kinds = np.array([LINE_KINDS.index(kind_of(box)) for box in boxes] + [UNKNOWN], np.int64)
    return np.asarray(kinds[within])


def boxes_of_lines(lines: Components, table: np.ndarray) -> np.ndarray:
    """Row in ``table`` of the smallest text box that contains the middle of each line, else -1, int64 (lines,)."""
    texts = np.flatnonzero(table[:, 0] == 0)
    if not len(texts) or not len(lines):
        return np.full(len(lines), -1, np.int64)
    left, top, width, height = table[texts, 1:5].T
    across = (SCALE * (lines.x + lines.width / 2))[:, None]
    down = (SCALE * (lines.y + lines.height / 2))[:, None]
    inside = (left - SLACK <= across) & (across <= left + width + SLACK)
    inside &= (top - SLACK / 2 <= down) & (down <= top + height + SLACK / 2)
    smallest = np.where(inside, width * height, np.inf).argmin(axis=1)
    return np.where(inside.any(axis=1), texts[smallest], -1)


def kind_of(box: Box) -> str:
    """Kind of the lines of a text box."""
    if box.heading:
        return "linked_heading" if box.link else "heading"
    if box.link:
        return "link"
    return "running" if box.lines >= 2 else "plain"


class PageTokens(ABC):
    """One page as a network sees it; ``roles`` of its parts, (parts, ROLES)."""

    __slots__ = ()
    roles: Tokens

    @abstractmethod
    def tokens(self) -> tuple[Tokens, Tokens]:
        """Tokens (n, features), and the roles of each, (n, ROLES), NaN where they are unknown."""

    def changed(self) -> tuple[Tokens, Tokens]:
        """The same, changed at random where the parts can be moved."""
        return self.tokens()


@dataclass(frozen=True, slots=True)
class LineTokens(PageTokens):
    """A page by its screenshot: its lines and pictures."""

    lines: Lines
    roles: Tokens  # float32 (lines, ROLES)
    spellings: Spellings  # Of the lines whose text is known, as ``spell`` gives them, uint8 (lines, MAX_LENGTH)
    readings: Tokens | None = None  # What was read of each, float32 (lines, READINGS); None: tokens have the pixels

    def tokens(self) -> tuple[Tokens, Tokens]:
        """As they are; the roles of pictures are unknown."""
        return self._joined(self.lines, np.arange(len(self.roles)))

    def changed(self) -> tuple[Tokens, Tokens]:
        """As if the site had another design, except with the probability ``UNCHANGED``."""
        if torch.rand(()) < UNCHANGED:
            return self.tokens()
        return self._joined(*change_lines(self.lines))

    def _joined(self, lines: Lines, numbers: NDArray[np.int64]) -> tuple[Tokens, Tokens]:
        """Tokens and roles; ``numbers`` says which line of the page each line is."""
        roles = values_of_tokens(self.roles[numbers], lines, np.nan)
        if self.readings is None:
            return tokens_with_pixels(lines), roles
        readings = values_of_tokens(self.readings[numbers], lines)
        return np.concatenate([line_tokens(lines), readings], axis=1), roles


def lines_in_boxes(lines: Lines, boxes: NDArray[np.float64], roles: Tokens, spellings: Spellings) -> LineTokens:
    """Lines of a screenshot: each has the roles of the box that it is in, and its text if it fills this box alone.

    ``boxes``: as ``box_table`` gives them; of each ``roles``, float32 (boxes, ROLES), and ``spellings``, uint8 (boxes,
    MAX_LENGTH).
    """
    within = boxes_of_lines(lines.found.lines, boxes)  # -1 in none: the last of what is appended below
    _, numbers, counts = np.unique(within, return_inverse=True, return_counts=True)
    widths, shown = np.append(boxes[:, WIDTH_COLUMN], -1)[within], SCALE * lines.found.lines.width
    fills = (counts[numbers] == 1) & (np.abs(shown - widths) < SLACK_OF_WIDTH * widths + 2 * SLACK)
    known = np.concatenate([roles, np.full((1, len(ROLES)), np.nan, np.float32)])[within]
    spelled = np.concatenate([spellings, np.zeros((1, MAX_LENGTH), np.uint8)])[within]
    return LineTokens(lines, known, spelled * fills[:, None])


@dataclass(frozen=True, slots=True)
class BoxTokens(PageTokens):
    """A page by its layout boxes: ``rows`` as ``box_table`` gives them, ``roles`` float32 (rows, ROLES)."""

    rows: NDArray[np.float64]
    roles: Tokens

    def tokens(self) -> tuple[Tokens, Tokens]:  # noqa: D102 - described by the class
        return layout_tokens(self.rows), self.roles[reading_order(self.rows)]

    def changed(self) -> tuple[Tokens, Tokens]:
        """Moved, stretched, every other time mirrored, without some of its parts."""
        numbered = np.column_stack([self.rows, np.arange(len(self.rows))])
        rows = move_at_random(change_parts(numbered))
        numbers = rows[reading_order(rows), -1].astype(np.int64)
        return layout_tokens(rows[:, :-1]), self.roles[numbers]


@dataclass(frozen=True, slots=True)
class BlockTokens(PageTokens):
    """A page by the text blocks of its HTML, which have no place that could be moved: ``values`` (n, features)."""

    values: Tokens
    roles: Tokens

    def tokens(self) -> tuple[Tokens, Tokens]:  # noqa: D102 - described by the class
        return self.values, self.roles


def read_tokens(pages: Sequence[LabelledPage], kind: Kind, cache: Path | None = None) -> dict[str, PageTokens]:
    """Tokens of an input of ``kind`` by page id; what takes long is kept in the folder ``cache``.

    Raises UsageError: a page that cannot be read.
    """
    if kind == "block_tokens":
        kept = FeatureCache(cache, "block-tokens", __name__).compute(pages, partial(read_all, _read_blocks))
        return {page_id: BlockTokens(arrays["values"], arrays["roles"]) for page_id, arrays in kept.items()}
    kept = FeatureCache(cache, "box-tokens", __name__).compute(pages, partial(read_all, _read_boxes))
    if kind != "line_tokens":
        return {page_id: BoxTokens(arrays["rows"], arrays["roles"]) for page_id, arrays in kept.items()}
    return {
        page_id: lines_in_boxes(labelled.lines, *(kept[page_id][name] for name in ("rows", "roles", "spellings")))
        for page_id, labelled in label_lines(pages, cache).items()
    }


def _read_blocks(page: LabelledPage) -> Arrays | None:
    """Tokens and roles of the blocks; None of a page without any, which teaches nothing."""
    try:
        blocks = blocks_of(page.document())
    except PageError:
        return None
    if blocks is None:
        return None
    return {"values": tokens_of(blocks), "roles": block_roles(blocks)[:MAX_COUNT]}


def _read_boxes(page: LabelledPage) -> Arrays:
    document = page.document()
    boxes = document.boxes or ()
    try:
        roles = text_roles(boxes, document.index if page.html else None)
    except PageError:  # the HTML cannot be read; the layout still can
        roles = text_roles(boxes, None)
    return {"rows": box_table(boxes), "roles": roles, "spellings": spell_boxes(document)}
