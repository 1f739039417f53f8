"""Tokens of training pages, with roles of their texts read from class names and tags.

They say which text is a price, a date, the name of an author, part of a menu. They are read from training pages alone;
a network learns to estimate them from places, sizes and neighbours.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import Box, box_elements, box_texts
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.dom.element_index import ElementIndex
from iawce.data.errors import PageError
from iawce.models.blocks.block_features import blocks_of, tokens_of
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.record import Arrays
from iawce.models.features.html_features import DATE, MONEY, near_digits
from iawce.models.features.kinds import Kind
from iawce.models.features.layout_tokens import MAX_COUNT, box_table, layout_tokens, reading_order
from iawce.models.features.page_words import FRAME
from iawce.models.networks.token_attention import ROLES
from iawce.train.common.feature_cache import FeatureCache, read_all
from iawce.train.page_type.augment import change_parts, move_at_random
from iawce.train.page_type.screenshot_lines import PageTokens, Tokens, label_lines, lines_in_boxes, spell_boxes

Roles = NDArray[np.float32]
NEAR = 4  # Elements, the text's own and those around it, whose names say what one short text is
DRAWN = 3  # The first of the roles, which the boxes know: link, heading, running text
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")  # Where a new word begins within a name, as in ``productPrice``
SHORT, COUNT = 60, 16  # Characters below which a text may be a date or a price, or a count


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
    if index is not None:
        _read_names(found, boxes, index)
    return found


def block_roles(blocks: PageBlocks) -> Roles:
    """Which roles each text block of a page has, 0 or 1, float32 (blocks, len(ROLES))."""
    drawn = np.stack([2 * blocks.link_words > blocks.words, blocks.is_heading, blocks.is_prose], axis=1)
    named = _roles_of(blocks.owners.tolist(), blocks.blocks.texts, blocks.index)
    return np.concatenate([drawn.astype(np.float32), named], axis=1)


def _read_names(found: Roles, boxes: Sequence[Box], index: ElementIndex) -> None:
    """Write the roles that names and texts of the HTML tell into ``found``; none where boxes and HTML do not fit."""
    elements = box_elements(boxes, index)
    if elements is None:
        return
    kinds = np.array([box.kind for box in boxes])
    known = np.flatnonzero((kinds == "t") & (elements >= 0))
    texts = box_texts(boxes, elements, index)
    found[known, DRAWN:] = _roles_of(elements[known].tolist(), [texts[place] for place in known], index)


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
    """The roles of a text, by what the names around it say and by what it says itself."""
    date, price, count = figures_of(text)
    return named | {
        "date": named["date"] or date,
        "price": (named["price"] and any(map(str.isdigit, text))) or price,
        "count": count,
    }


def figures_of(text: str) -> tuple[bool, bool, bool]:
    """Whether a short text contains a date or a price, and whether it is a count."""
    if len(text) >= SHORT or not any(map(str.isdigit, text)):
        return False, False, False
    figures = near_digits(text.lower())
    return bool(DATE.search(figures)), bool(MONEY.search(figures)), len(text) < COUNT


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
        return {
            page_id: BlockTokens(np.asarray(arrays["values"], np.float32), np.asarray(arrays["roles"], np.float32))
            for page_id, arrays in kept.items()
        }
    kept = FeatureCache(cache, "box-tokens", __name__).compute(pages, partial(read_all, _read_boxes))
    boxes = {
        page_id: BoxTokens(np.asarray(arrays["rows"], np.float64), np.asarray(arrays["roles"], np.float32))
        for page_id, arrays in kept.items()
    }
    if kind != "line_tokens":
        return dict(boxes)
    return {
        page_id: lines_in_boxes(
            labelled.lines, boxes[page_id].rows, boxes[page_id].roles, np.asarray(kept[page_id]["spellings"], np.uint8)
        )
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
