"""The content chosen by an extraction method."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.picture_address import is_pixel
from iawce.data.dom.tags import CELLS, HEADINGS, PLAYERS
from iawce.data.dom.texts import Blocks
from iawce.data.dom.tree import sums_before
from iawce.data.errors import PageWarning
from iawce.data.text.lexicon.part_names import REQUESTS

Rectangle = tuple[int, int, int, int]  # x, y, width, height in CSS px from the page's top left corner
Scores = dict[str, str | int | float]
PICTURES = (
    "img", "amp-img", "picture", "video", "audio", "iframe", "svg", "figure", "hr", "math", "amp-iframe",
    *PLAYERS,
)  # fmt: skip
"""Elements that are content without text."""
_CONTROLS = ("button", "form", "input", "label", "select", "textarea")
MIN_CARD = 8  # Least words of a link with a picture that is a card about another page
MAX_CAPTION = 40  # Most words of a caption without an element of its own


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A value and its place: its text, the addresses of its link and its picture (absolute), and its ``elements``.

    These are numbers in the index of the page, none without a place; a ``Field`` of a row says where they are without
    the page.
    """

    text: str = ""
    link: str = ""
    image: str = ""
    elements: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record of a page: fields by name, and the numbers of its ``elements``.

    A field is None if only other records of the list have it. ``list`` is the number of its list on the page, from 1;
    ``confidence`` that this is the main list of the page, 0 to 1, None if it was not estimated.
    """

    fields: dict[str, FieldValue | None]
    elements: tuple[int, ...] = ()
    list: int = 1
    confidence: float | None = None

    @property
    def texts(self) -> dict[str, str]:
        """Text by name of the fields that it has."""
        return {name: field.text for name, field in self.fields.items() if field is not None}


@dataclass(frozen=True, slots=True)
class Field:
    """A ``FieldValue`` in a row, which is read without the page.

    ``path`` is the XPath of its element; ``box`` is None if the page was not rendered.
    """

    text: str = ""
    link: str = ""
    image: str = ""
    path: str = ""
    box: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A ``FoundRecord`` in a row, such as an entry of a list or a post of a thread.

    ``path`` is the XPath of its element, or of the first of several; ``box`` is None if the page was not rendered.
    """

    fields: dict[str, Field | None]
    path: str = ""
    box: Rectangle | None = None
    list: int = 1
    confidence: float | None = None

    @property
    def texts(self) -> dict[str, str]:
        """Text by name of the fields that it has."""
        return {name: field.text for name, field in self.fields.items() if field is not None}


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    """One step of the way to a page; ``url`` is absolute, empty if unknown."""

    name: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One of several variants of a product, or of several sellers' offers for it, each fact empty if unknown."""

    name: str = ""
    size: str = ""
    color: str = ""
    sku: str = ""
    gtin: str = ""
    seller: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """The event that a page announces: its name, its begin and end in ISO 8601, and its place."""

    name: str = ""
    start: str = ""
    end: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """The product of a page, each fact empty if unknown.

    ``price`` is a number without separators of thousands, ``price_before`` the higher one that it replaces;
    ``currency`` is ISO 4217, ``availability`` and ``condition`` are names of schema.org such as ``InStock`` and
    ``NewCondition``; the last digit of ``gtin`` checks the others; ``rating_value`` counts up to ``best_rating``.
    ``properties`` are its properties on the page by label: ``{"Weight": "3 kg"}``. ``variants``, and ``offers`` of
    several sellers, are those that the markup lists, if there are two or more.
    """

    name: str = ""
    price: str = ""
    price_before: str = ""
    currency: str = ""
    availability: str = ""
    condition: str = ""
    sku: str = ""
    gtin: str = ""
    mpn: str = ""
    brand: str = ""
    rating_value: str = ""
    best_rating: str = ""
    review_count: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    variants: tuple[Offer, ...] = ()
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class Metadata:
    """Facts about the page under the names of zyte-common-items, each empty if unknown.

    Dates are ISO 8601, ``in_language`` is BCP 47, addresses are absolute. ``authors`` are persons if any is named, else
    an organisation. ``site_name``, ``article_section``, ``keywords`` and ``license`` are named as in Open Graph and
    schema.org, as zyte-common-items has no such fields. ``confidence`` is the probability, 0 to 1, of each fact for
    which several sources compete, by its name: ``date_published``, ``product.price``.
    """

    authors: tuple[str, ...] = ()
    date_published: str = ""
    date_modified: str = ""
    description: str = ""
    site_name: str = ""
    in_language: str = ""
    canonical_url: str = ""
    next_page: str = ""
    main_image: str = ""
    breadcrumbs: tuple[Breadcrumb, ...] = ()
    article_section: str = ""
    keywords: tuple[str, ...] = ()
    license: str = ""
    product: Product | None = None
    event: Event | None = None
    confidence: dict[str, float] = field(default_factory=dict)


class BlockRule(NamedTuple):
    """A rule that ``keeps`` or drops ``blocks``, bool (blocks of the page,); ``reason`` in words."""

    reason: str
    keeps: bool
    blocks: Bools


@dataclass(frozen=True, slots=True)
class Content:
    """The content of one page.

    ``elements``: numbers of the chosen elements in document order, each a block of the result. ``subset``: the part of
    the page that may be printed: other elements and text nodes are left out of every block. ``framed``: the part of the
    page inside the boxes of records, if it is not the whole visible part. ``origins``: for content from data, the
    number of the page's element with the data of each content element; elements and subset are then those of a document
    written from the data. ``rules``: that decided of blocks beside the model, in their order.
    """

    elements: tuple[int, ...]
    subset: DomMask
    records: tuple[FoundRecord, ...] = ()
    framed: DomMask | None = None
    scores: Scores = field(default_factory=dict)
    warnings: tuple[PageWarning, ...] = ()
    origins: dict[int, int] = field(default_factory=dict)
    rules: tuple[BlockRule, ...] = ()

    @property
    def text_nodes(self) -> Bools:
        """Whether each text node is one of the content, bool (text nodes,)."""
        return self.subset.text_nodes & self.subset.index.text_nodes_inside(self.elements)


def keep_text_nodes(subset: DomMask, text_nodes: Bools) -> DomMask:
    """The subset of these text nodes, bool (text nodes,), the elements around them, and the pictures among them."""
    index = subset.index
    inside = index.words_of(text_nodes)
    figures = index.inside(np.flatnonzero(_captioned(subset, text_nodes)))  # captions are no text around a picture
    whole = subset.subtree_sums(np.where(figures, 0, index.own_words))
    owners = np.zeros(len(index), bool)
    owners[index.text_nodes.owners[text_nodes]] = True
    around = index.nearest(whole > 0)
    late = [number for number in index.late_pictures if subset.kept[index.parents[number]]]
    possible = subset.kept | index.inside(late)
    is_among = index.inside(pictures_among(subset, text_nodes)[0])
    pictured = index.inside([*index.tagged(*PICTURES), *late]) & possible
    pictured &= (2 * inside[around] > whole[around]) | is_among
    cards = index.has_tag(("a",)) & (subset.words >= MIN_CARD) & (inside == 0)
    cards &= ~subset.holds(index.has_tag(("figcaption",)))
    pictured &= ~index.inside(np.flatnonzero(cards))
    kept = possible & (subset.holds(owners) | (index.subtree_sums(pictured.astype(np.int64)) > 0))
    kept |= subset.kept & index.has_tag(("br", "input", *CELLS)) & kept[index.parents]  # an empty cell keeps its place
    if index.tagged("input"):  # of a task, which may be in a label of its own
        items, is_item = index.nearest(index.has_tag(("li",))), index.has_tag(("li",))
        kept |= subset.holds(index.has_tag(("input",))) & (is_item & kept)[items] & subset.kept
    return DomMask(index, kept, text_nodes)


def pictures_among(subset: DomMask, text_nodes: Bools) -> tuple[Ints, Ints]:
    """Pictures and players among some text nodes, bool (text nodes,), and what each stands in.

    That is its figure, or the elements around it without text. Some of these text nodes stand right before and behind
    it, captions left aside, or else in the same element.
    """
    index = subset.index
    late = [number for number in index.late_pictures if subset.kept[index.parents[number]]]
    found = np.array(sorted({*index.tagged(*PICTURES), *late}), np.int64)
    if not len(found):
        return found, found
    words, is_figure = index.text_node_sums(index.text_node_words), _captioned(subset, text_nodes)
    figures, tops = index.nearest(is_figure)[found], index.nearest((words == 0) & (words[index.parents] > 0))
    holders = np.where(is_figure[figures], figures, np.where(words[found] == 0, tops[found], found))
    holders = np.where(words[holders] == 0, tops[holders], holders)
    captions = index.text_nodes_inside(np.flatnonzero(is_figure))
    texts = np.flatnonzero(subset.text_nodes & (index.text_node_words > 0) & ~captions)
    said, count = np.concatenate([[False], text_nodes[texts], [False]]), sums_before(text_nodes[texts])
    around = np.maximum(index.parents[holders], 0)
    first, last = (np.searchsorted(texts, index.first_text_node[ones]) for ones in (around, holders))
    behind, end = (np.searchsorted(texts, index.last_text_node[ones]) for ones in (holders, around))
    is_among = (count[last] > count[first]) & (count[end] > count[behind])
    is_among |= said[last] & said[behind + 1]
    return found[is_among], holders[is_among]


def _captioned(subset: DomMask, text_nodes: Bools) -> Bools:
    """Whether each element holds a picture and its caption, bool (elements,); ``text_nodes``: those of the content.

    A box that is no ``figure`` is one if it holds one picture and then a few words, none of which is content, a link or
    a heading, right between texts of the content in the same element; and if it asks for nothing.
    """
    index, found = subset.index, subset.index.has_tag(("figure",))
    first, last = index.first_text_node, index.last_text_node
    is_picture, others = index.has_tag(("img", "amp-img")), index.has_tag((*HEADINGS, *_CONTROLS))
    is_box = index.has_tag(("div", "span")) & (subset.words > 0) & (subset.words <= MAX_CAPTION)
    is_box &= (index.subtree_sums(is_picture.astype(np.int64)) == 1) & (subset.link_words == 0) & ~subset.holds(others)
    boxes = np.flatnonzero(is_box & (index.words_of(text_nodes) == 0) & ~index.attributes.named(REQUESTS))
    if not len(boxes):
        return found
    shown, around = np.flatnonzero(subset.text_nodes & (index.text_node_words > 0)), index.parents[boxes]
    begin, behind = (np.searchsorted(shown, ends[boxes]) for ends in (first, last))
    before, after, own = shown[begin - 1], shown[np.minimum(behind, len(shown) - 1)], shown[begin]
    is_beside = (begin > 0) & (before >= first[around]) & text_nodes[before]
    is_beside &= (after < last[around]) & text_nodes[after]
    pictures = np.flatnonzero(is_picture)
    pictures = pictures[np.searchsorted(pictures, boxes)]
    is_small = np.array([is_pixel(index.attributes.given[one]) for one in pictures.tolist()], bool)
    found[boxes[is_beside & (index.text_nodes.opened[own] > pictures) & ~is_small]] = True
    return found


def keep_blocks(blocks: Blocks, chosen: Bools, others: Bools | None = None) -> DomMask:
    """The subset of the chosen blocks and the pictures among them, without the ``others``, bool (text nodes,)."""
    subset, index, text_nodes = blocks.subset, blocks.subset.index, blocks.text_nodes_in(chosen)
    owners, lines = index.text_nodes.owners, subset.breaks + subset.columns
    indents = np.flatnonzero(subset.text_nodes & index.blank & index.verbatim[owners])  # of the first lines of listings
    firsts = np.append(np.flatnonzero(text_nodes & ~index.blank), -1)
    firsts = firsts[np.searchsorted(firsts[:-1], indents)]
    text_nodes[indents[(firsts >= 0) & (lines[firsts] == lines[indents])]] = True
    if others is not None:
        text_nodes &= ~others
    return keep_text_nodes(subset, text_nodes)
