"""All features of the text blocks of a page."""

from functools import cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.models.blocks.page_blocks import Columns, PageBlocks, logs, shares
from iawce.models.blocks.place import neighbour_features, place_features, repetition_features, whole_page_features
from iawce.models.blocks.text import text_features
from iawce.models.features.class_word_groups import FAMILIES, FRAME

OWN_TAGS = ("p", "li", "h1", "h2", "h3", "td", "div", "dt", "dd", "pre", "figcaption", "option", "section", "br")
"""Tags of a block's element."""
_OWN = {tag: number for number, tag in enumerate(OWN_TAGS)}
AROUND_TAGS = (
    *("nav", "header", "footer", "aside", "form", "dialog", "article", "main", "section", "ul", "ol", "table"),
    *("blockquote", "figure", "pre", "dl", "button", "label", "details", "select", "a", "address", "noscript"),
    *("strong", "em", "h2", "h3", "thead", "fieldset", "svg", "time"),
)
"""Tags of elements that may contain a block."""
ROLES = ("navigation", "main", "banner", "contentinfo", "complementary", "dialog", "button", "tabpanel", "list", "menu")
BODY_PROPERTIES = frozenset({"articlebody", "text", "description", "reviewbody", "recipeinstructions", "mainentity"})
"""Microdata of main content."""
_BITS = {tag: 1 << place for place, tag in enumerate(AROUND_TAGS)}
_ROLE_BITS = {role: 1 << place for place, role in enumerate(ROLES, len(AROUND_TAGS))}
_BODY, _UNSAID = (1 << len(AROUND_TAGS) + len(ROLES) + more for more in range(2))
"""A bit for each role that an element may have."""


def markup_features(page: PageBlocks) -> Columns:
    """Tags, roles, microdata, depth."""
    index, tags = page.index, np.array([_OWN.get(tag, -1) for tag in page.tags])
    columns: Columns = {f"is_{tag}": tags == number for tag, number in _OWN.items()}
    bits = index.valued(_BITS)
    for number in index.attributes.having("role", "itemprop", "aria-hidden"):
        attributes = index.attributes.given[number]
        bits[number] |= _ROLE_BITS.get(attributes.get("role", ""), 0)
        bits[number] |= _BODY * (attributes.get("itemprop", "").lower() in BODY_PROPERTIES)
        bits[number] |= _UNSAID * (attributes.get("aria-hidden") == "true")
    around = index.gathered(bits)
    of_text, of_element = around[page.owners], around[page.elements]
    columns |= {f"in_{tag}": of_text & bit > 0 for tag, bit in _BITS.items()}
    columns |= {f"role_{role}": of_element & bit > 0 for role, bit in _ROLE_BITS.items()}
    return columns | {
        "microdata": of_element & _BODY > 0,
        "page_microdata": np.full(len(page), bool((bits & _BODY).any())),
        "aria_hidden": of_text & _UNSAID > 0,
        "depth": index.depths[page.elements],
        "is_heading": page.is_heading,
    }


NOWHERE, FARTHEST = 30, 20
"""Distance where no element around a block has a family's word, and the largest distance otherwise."""


def family_features(page: PageBlocks) -> Columns:
    """For each family: the distance to the element that names it, and that element's share of the page's words."""
    index = page.index
    named = np.where(index.has_tag(FRAME), 0, page.families)
    octets = named[page.holding].astype("<u8")[:, None].view(np.uint8)
    marked = np.unpackbits(octets, axis=1, count=len(FAMILIES), bitorder="little").view(np.bool_)
    nearest = page.nearest_of_each(marked)
    far = np.minimum(index.depths[page.elements] - index.depths[nearest] + 1, FARTHEST)
    far[nearest < 0] = NOWHERE
    shares = np.append(page.element_words / page.total, -1).astype(np.float32)[nearest]
    columns: Columns = {f"family_{name}": values for name, values in zip(FAMILIES, far, strict=True)}
    return columns | {f"family_{name}_share": values for name, values in zip(FAMILIES, shares, strict=True)}


def path_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences and copies of each group of blocks."""
    columns: Columns = {}
    for which, group in page.path_groups.items():
        count = np.bincount(group)
        words, links, stops, distinct = (
            np.bincount(group, values)
            for values in (page.words, page.link_words, page.characters.stops, 1 / page.copies)
        )
        found = {
            "count": logs(count),
            "mean": logs(words / count),
            "links": shares(links, words),
            "share": words / page.total,
            "stops": shares(stops, words),
            "distinct": distinct / count,
        }
        columns |= {f"{which}_{name}": values[group] for name, values in found.items()}
    return columns


REGIONS = 7
"""Regions around each block, its own element first."""


def region_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences, prose, headings and pictures of each region, and the block's place in it."""
    index, words = page.index, page.element_words
    links, stops, commas = (
        page.sums(page.link_words),
        page.sums(page.characters.stops),
        page.sums(page.characters.commas),
    )
    prose, headings = page.sums(page.words * page.is_prose), page.sums(page.is_heading)
    pictures = page.blocks.subset.subtree_sums(index.has_tag(("img", "picture", "video")))
    here, (first, _) = _regions(page), page.span
    here_words, count = words[here], np.maximum(page.element_blocks[here], 1)
    smaller = np.concatenate([np.zeros((1, len(page))), here_words[:-1]])
    regions = {
        "words": logs(here_words),
        "links": shares(links[here], here_words),
        "blocks": logs(count),
        "mean": logs(here_words / count),
        "share": here_words / page.total,
        "stops": shares(stops[here], here_words),
        "commas": shares(commas[here], here_words),
        "prose": shares(prose[here], here_words),
        "headings": headings[here] / count,
        "pictures": logs(pictures[here]),
        "growth": shares(smaller, here_words),
        "place": (np.arange(len(page)) - first[here]) / count,
    }
    return {f"region{level}_{name}": values[level] for level in range(REGIONS) for name, values in regions.items()}


def _regions(page: PageBlocks) -> NDArray[np.int64]:
    """Number of the element of each region of each block, int64 (``REGIONS``, blocks)."""
    here = np.empty((REGIONS, len(page)), np.int64)
    here[0] = page.elements
    for level in range(1, REGIONS):
        here[level] = page.growing[here[level - 1]]
    return here


MOST_KEPT = 5_000
"""Blocks of a page whose features, seven megabytes, are kept until the page is done."""
GROUPS = (
    text_features,
    markup_features,
    region_features,
    family_features,
    repetition_features,
    path_features,
    place_features,
    whole_page_features,
)


@cache
def block_feature_names() -> tuple[str, ...]:
    """Names of the features, in order."""
    document = Document("", html="<p>text</p>")
    return tuple(describe_blocks(PageBlocks(document, document.text_blocks)))


def block_features(page: PageBlocks) -> NDArray[np.float32]:
    """All features of the blocks of a page, float32 (blocks, features), read only.

    The page type and the main content are both read from them, so that those of a page of up to ``MOST_KEPT`` blocks
    are kept with its document.
    """
    if len(page) > MOST_KEPT:
        return to_matrix(describe_blocks(page))
    blocks, kept = page.blocks, page.document.kept
    parts = (blocks.text_nodes, blocks.starts, blocks.subset.kept)
    key = (block_features.__qualname__, *(sha256(part.tobytes()).digest() for part in parts))
    if key not in kept:
        kept[key] = to_matrix(describe_blocks(page))
        kept[key].flags.writeable = False
    return kept[key]


def to_matrix(columns: Columns) -> NDArray[np.float32]:
    """Features as float32 (blocks, features)."""
    matrix = np.empty((len(columns), len(next(iter(columns.values())))), np.float32)
    for row, values in zip(matrix, columns.values(), strict=True):
        row[:] = values
    return np.ascontiguousarray(matrix.T)


def describe_blocks(page: PageBlocks) -> Columns:
    """All features by name, each with a value for each block."""
    columns: Columns = {}
    for describe in GROUPS:
        columns |= describe(page)
    return columns | neighbour_features(page, columns)
