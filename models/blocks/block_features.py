"""All features of the text blocks of a page, also as tokens for a network that attends to blocks.

The weights of the model were learned on these groups, not on the units that ``iawce.data.analysis.units`` finds for
lists and threads. Such a network finds which blocks follow upon which, after each long text a date and an author, where
features of the page are sums over all of its text.
"""

import re
from functools import cache
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.visibility import hidden_by_markup
from iawce.data.arrays import Bools, Floats
from iawce.data.document import Document
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.tree import sums_before
from iawce.data.dom.words import CJK, SOUTHEAST
from iawce.models.blocks.page_blocks import (
    ENDS,
    MAX_KEPT,
    SHORT,
    Columns,
    PageBlocks,
    number_pairs,
    places_in_groups,
    shares,
)
from iawce.models.features.html_features import MONEY
from iawce.models.features.layout_tokens import MAX_COUNT
from iawce.models.features.name_families import FAMILIES, FRAME

FAR = 99  # Blocks that are too far to be counted
NEIGHBOURS = (-2, -1, 1, 2)
SHOWN = ("words", "link_share", "is_heading", "stops", "ends_sentence", "path_mean")  # Features of the neighbours
MIN_COUNT = 3  # Siblings that are a repetition
MIN_SIZE = 5  # Mean words of the units of an outer repetition
MAX_TITLE = 10_000  # Characters of a title that are compared with each block
_UNSPACED = re.compile(f"[{CJK}{SOUTHEAST}]")
_ADDRESS = ("@", "http:", "https:", "www.")
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
_EACH_BIT, _EACH_ROLE_BIT = (np.array(list(bits.values()))[:, None] for bits in (_BITS, _ROLE_BITS))
_BODY, _UNSAID = (1 << len(AROUND_TAGS) + len(ROLES) + more for more in range(2))
"""A bit for each role that an element may have."""
NOWHERE, MAX_DISTANCE = 30, 20
"""Distance where no element around a block has a family's word, and the largest distance otherwise."""
REGIONS = 7  # Regions around each block, its own element first


def place_features(page: PageBlocks) -> Columns:
    """Position, and distances to the first main heading, the section's heading, and prose."""
    size, number = len(page), np.arange(len(page))
    before = np.cumsum(page.words) - page.words
    main = np.flatnonzero(page.are_in("h1"))[:1]
    start = int(main[0]) if len(main) else 0
    after = np.maximum(number - start, 0) if len(main) else np.zeros(size)
    prose = np.where(page.is_prose, number, -1)
    last_prose = np.maximum.accumulate(prose)
    next_prose = np.minimum.accumulate(np.where(prose < 0, size + FAR, number)[::-1])[::-1]
    return {
        "position": number / size,
        "number": np.log1p(number),
        "from_end": np.log1p(size - number),
        "words_before": before / page.total,
        "log_words_before": np.log1p(before),
        "log_words_after": np.log1p(page.total - before),
        "side_of_title": np.sign(number - start) if len(main) else np.zeros(size),
        "from_title": np.clip(number - start, -FAR, 2 * FAR) if len(main) else np.full(size, -FAR - 1),
        "words_from_title": np.log1p(np.where(after > 0, before - before[start], 0)),
        "from_prose": np.where(last_prose < 0, FAR, np.minimum(number - last_prose, FAR)),
        "to_prose": np.minimum(next_prose - number, FAR),
    } | _section_features(page)


def _section_features(page: PageBlocks) -> Columns:
    """Features of a heading with what follows it; section 0 is what comes before the first heading."""
    section, number = np.cumsum(page.is_heading), np.arange(len(page))
    count, words, links = (
        np.bincount(section, values, section[-1] + 1) for values in (np.ones(len(page)), page.words, page.link_words)
    )
    starts = np.searchsorted(section, np.arange(section[-1] + 1))
    known = page.is_heading[np.minimum(starts, len(page) - 1)]
    levels = np.array([HEADINGS.index(tag) + 1 if tag in HEADINGS else 7 for tag in page.tags])
    ends = starts + count
    found = {
        "heading_level": np.where(known, levels[starts], 9),
        "heading_words": np.where(known, page.words[starts], 0),
        "heading_links": np.where(known, shares(page.link_words, page.words)[starts], 0),
        "section_words": np.log1p(words),
        "section_blocks": np.log1p(count),
        "section_links": shares(links, words),
    }
    return {name: values[section] for name, values in found.items()} | {
        "from_heading": np.where(known[section], np.minimum(number - starts[section], FAR - 1), FAR),
        "to_heading": np.log1p(ends[section] - number),
        "level": levels,
    }


def neighbour_features(page: PageBlocks, columns: Columns) -> Columns:
    """Some features of the blocks around, -1 beyond the ends; and whether these share the parent."""
    parents = page.index.parents[page.elements]
    shown, found = np.stack([*(columns[name] for name in SHOWN), parents]).astype(np.float64), Columns()
    widest, size = max(NEIGHBOURS), len(page)
    padded = np.pad(shown, ((0, 0), (widest, widest)), constant_values=-1)
    for offset in NEIGHBOURS:
        shifted = padded[:, widest + offset :][:, :size]
        found |= {f"{name}{offset:+d}": values for name, values in zip(SHOWN, shifted, strict=False)}
        found[f"same_parent{offset:+d}"] = shifted[-1] == parents
    return found


def whole_page_features(page: PageBlocks) -> Columns:
    """Features of the whole page, the same for each of its blocks."""

    def tagged(*tags: str) -> int:
        return len(page.index.tagged(*tags))

    prose = page.words[page.is_prose]
    values = {
        "words": np.log1p(page.total),
        "blocks": np.log1p(len(page)),
        "links": page.link_words.sum() / page.total,
        "prose": prose.sum() / page.total,
        "prose_blocks": np.log1p(len(prose)),
        "stops": page.characters.stops.sum() / page.total,
        "copies": (page.copies > 1).mean(),
        "longest": np.log1p(page.words.max()),
        "elements": np.log1p(len(page.index)),
        "h1": min(tagged("h1"), 9),
        "article": min(tagged("article"), 30),
        "main": tagged("main") > 0,
        "p": np.log1p(tagged("p")),
        "td": np.log1p(tagged("td")),
        "li": np.log1p(tagged("li")),
        "input": np.log1p(tagged("input", "select")),
    }
    table = np.repeat(np.array([*values.values()], np.float64)[:, None], len(page), axis=1)
    return {f"page_{name}": row for name, row in zip(values, table, strict=True)}


def repetition_features(page: PageBlocks) -> Columns:
    """Of the innermost unit around a block, the innermost of several blocks, and the outermost; of like classes."""
    index, (first, _) = page.index, page.span
    members, mean, spread, links, blocks, order = _groups(page)
    several = (members > 0) & (blocks >= 2)
    is_outer = several & (mean >= MIN_SIZE)
    is_outer[0] = False
    is_outer &= ~index.inside(np.flatnonzero(is_outer))[index.parents]
    unit = np.stack([page.nearest(chosen) for chosen in (members > 0, several, is_outer)])
    inside = page.element_words[unit]
    values = {
        "units": np.log1p(members[unit]),
        "mean": np.log1p(mean[unit]),
        "spread": spread[unit],
        "order": order[unit],
        "links": links[unit],
        "blocks": np.log1p(blocks[unit]),
        "share": members[unit] * mean[unit] / page.total,
        "words": np.log1p(inside),
        "of_unit": shares(page.words, inside),
        "place": np.arange(len(page)) - first[unit],
        "same": shares(page.copies, members[unit]),
    }
    found = {name: np.where(unit >= 0, value, 0.0) for name, value in values.items()}
    names = ("inner", "several", "outer")
    columns: Columns = {f"{one}_{name}": found[name][place] for place, one in enumerate(names) for name in found}
    return columns | _same_class(page)


def _groups(page: PageBlocks) -> Floats:
    """The group of each element, its siblings with text of the same tag and class, float64 (6, elements).

    Number, mean words and their spread, share of links, mean blocks, and the element's place; 0 in too small a group.
    """
    full, group = page.siblings
    words, found = page.element_words[full], np.zeros((6, len(page.index)))
    count, total, squares, linked, blocks = (
        np.bincount(group, values)
        for values in (None, words, words**2, page.sums(page.link_words)[full], page.element_blocks[full])
    )
    mean = shares(total, count)
    spread = shares(np.sqrt(np.maximum(shares(squares, count) - mean**2, 0)), mean)
    is_unit = count[group] >= MIN_COUNT
    units, group = full[is_unit], group[is_unit]
    sizes = np.stack([count, mean, spread, shares(linked, total), shares(blocks, count)])
    found[:, units] = [*sizes[:, group], places_in_groups(group) / count[group]]
    return found


def _same_class(page: PageBlocks) -> Columns:
    """Of the nearest element around a block whose depth, tag and class come twice or more."""
    index, words = page.index, page.element_words
    named = np.flatnonzero((words > 0) & np.fromiter(map(bool, index.classes), bool, len(index)))
    group = number_pairs(index.depths[named], index.kinds[named])
    count, total = np.bincount(group, minlength=1), np.bincount(group, words[named], 1)
    groups, often = np.zeros(len(index), np.int64), np.zeros(len(index), bool)
    groups[named], often[named] = group, count[group] >= 2
    nearest = page.nearest(often)
    of, known = groups[nearest], nearest >= 0
    return {
        "class_count": np.where(known, np.log1p(count[of]), 0),
        "class_mean": np.where(known, np.log1p(shares(total, count)[of]), 0),
        "class_share": np.where(known, total[of] / page.total, 0),
    }


def text_features(page: PageBlocks) -> Columns:
    """Lengths, links, kinds of characters, copies of the same text, similarity to the title."""
    words, characters, texts = page.words, page.characters, page.blocks.texts
    lengths, whole = characters.lengths, np.maximum(words, 1)
    tested = [text if len(text) <= SHORT else "" for text in page.lower_texts]
    numbers = [text if digits else "" for text, digits in zip(tested, characters.digits.tolist(), strict=True)]
    return {
        "words": np.log1p(words),
        "length": np.log1p(lengths),
        "word_length": lengths / whole,
        "link_share": shares(page.link_words, words),
        "link_words": np.log1p(page.link_words),
        "upper": characters.upper / lengths,
        "upper_per_word": characters.upper / whole,
        "digits": characters.digits / lengths,
        "commas": characters.commas / whole,
        "stops": characters.stops / whole,
        "stop_count": np.log1p(characters.stops),
        "marks": characters.marks / lengths,
        "ends_sentence": np.array([text[-1] in ENDS for text in texts]),
        "starts_upper": np.array([text[0].isupper() for text in texts]),
        "starts_digit": np.array([text[0].isdigit() for text in texts]),
        "starts_mark": np.array([not text[0].isalnum() for text in texts]),
        "date": page.is_dated,
        "price": np.array([bool(text) and MONEY.search(text) is not None for text in numbers]),
        "copyright": np.array(["©" in text for text in texts]),
        "address": _holds(_ADDRESS, tested),
        "bars": np.where(list(map(bool, tested)), characters.bars, 0),
        "copies": np.log1p(page.copies),
        "copy_number": np.minimum(places_in_groups(page.copy_groups), 5),
    } | _title_features(page)


def _pairs(text: str) -> list[str]:
    """Pairs of adjacent characters, which are compared where no spaces separate words."""
    return [f"{first}{second}" for first, second in pairwise(text)]


def _holds(words: tuple[str, ...], texts: list[str]) -> Bools:
    whole = "\0".join(texts)
    said = [word for word in words if word in whole]
    return np.array([any(map(text.__contains__, said)) for text in texts]) if said else np.zeros(len(texts), bool)


def _title_features(page: PageBlocks) -> Columns:
    index, lower = page.index, page.lower_texts
    title = " ".join(index.text_of(number).lower()[:MAX_TITLE] for number in index.tagged("title")[:1])
    headings = {index.text_of(number).lower() for number in index.tagged(HEADINGS[0])[:3]}
    terms = _pairs if _UNSPACED.search(title) else str.split
    wanted = set(terms(title))
    found = [len(wanted.intersection(terms(text))) if len(text) < SHORT else 0 for text in lower]
    return {
        "in_title": np.array([3 < len(text) <= len(title) and text in title for text in lower]),
        "is_main_heading": np.array([text in headings for text in lower]),
        "title_share": np.array(found) / max(len(wanted), 1),
    }


def markup_features(page: PageBlocks) -> Columns:
    """Tags, roles, microdata, depth."""
    index, tags = page.index, np.array([_OWN.get(tag, -1) for tag in page.tags])
    is_own = tags == np.arange(len(_OWN))[:, None]
    columns: Columns = {f"is_{tag}": values for tag, values in zip(_OWN, is_own, strict=True)}
    bits = index.valued(_BITS)
    for number in index.attributes.having("role", "itemprop", "aria-hidden"):
        attributes = index.attributes.given[number]
        bits[number] |= _ROLE_BITS.get(attributes.get("role", ""), 0)
        bits[number] |= _BODY * (attributes.get("itemprop", "").lower() in BODY_PROPERTIES)
        bits[number] |= _UNSAID * (attributes.get("aria-hidden") == "true")
    around = index.gathered(bits)
    of_text, of_element = around[page.owners], around[page.elements]
    columns |= {f"in_{tag}": values for tag, values in zip(_BITS, of_text & _EACH_BIT > 0, strict=True)}
    columns |= {f"role_{one}": values for one, values in zip(_ROLE_BITS, of_element & _EACH_ROLE_BIT > 0, strict=True)}
    return columns | {
        "microdata": of_element & _BODY > 0,
        "page_microdata": np.full(len(page), bool((bits & _BODY).any())),
        "aria_hidden": of_text & _UNSAID > 0,
        "depth": index.depths[page.elements],
        "is_heading": page.is_heading,
    }


def family_features(page: PageBlocks) -> Columns:
    """For each family: the distance to the element that names it, and that element's share of the page's words."""
    index = page.index
    named = np.where(index.has_tag(FRAME), 0, page.families)
    octets = named[page.holding].astype("<u8")[:, None].view(np.uint8)
    marked = np.unpackbits(octets, axis=1, count=len(FAMILIES), bitorder="little").view(np.bool_)
    nearest = page.nearest_of_each(marked)
    far = np.minimum(index.depths[page.elements] - index.depths[nearest] + 1, MAX_DISTANCE)
    far[nearest < 0] = NOWHERE
    shares = np.append(page.element_words / page.total, -1).astype(np.float32)[nearest]
    columns: Columns = {f"family_{name}": values for name, values in zip(FAMILIES, far, strict=True)}
    return columns | {f"family_{name}_share": values for name, values in zip(FAMILIES, shares, strict=True)}


def path_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences and copies of each group of blocks."""
    groups = np.stack(list(page.path_groups.values()))
    group = groups + sums_before(groups.max(axis=1) + 1)[:-1, None]  # each group of the three has its own number
    count = np.bincount(group.ravel())
    words, links, stops, distinct = (
        np.bincount(group.ravel(), np.tile(values, len(groups)))
        for values in (page.words, page.link_words, page.characters.stops, 1 / page.copies)
    )
    found = {
        "count": np.log1p(count),
        "mean": np.log1p(words / count),
        "links": shares(links, words),
        "share": words / page.total,
        "stops": shares(stops, words),
        "distinct": distinct / count,
    }
    spread = {name: values[group] for name, values in found.items()}
    return {f"{one}_{name}": spread[name][place] for place, one in enumerate(page.path_groups) for name in spread}


def region_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences, prose, headings and pictures of each region, and the block's place in it."""
    index, words = page.index, page.element_words
    summed = (page.link_words, page.characters.stops, page.characters.commas, page.is_heading)
    (links, stops, commas, headings), prose = map(page.sums, summed), page.prose_words
    pictures = page.blocks.subset.subtree_sums(index.has_tag(("img", "picture", "video")))
    outwards = accumulate(range(REGIONS - 1), lambda inner, _: page.growing[inner], initial=page.elements)
    here, (first, _) = np.stack(list(outwards)), page.span  # the element of each region of each block
    here_words, count = words[here], np.maximum(page.element_blocks[here], 1)
    smaller = np.concatenate([np.zeros((1, len(page))), here_words[:-1]])
    regions = {
        "words": np.log1p(here_words),
        "links": shares(links[here], here_words),
        "blocks": np.log1p(count),
        "mean": np.log1p(here_words / count),
        "share": here_words / page.total,
        "stops": shares(stops[here], here_words),
        "commas": shares(commas[here], here_words),
        "prose": shares(prose[here], here_words),
        "headings": headings[here] / count,
        "pictures": np.log1p(pictures[here]),
        "growth": shares(smaller, here_words),
        "place": (np.arange(len(page)) - first[here]) / count,
    }
    return {f"region{level}_{name}": values[level] for level in range(REGIONS) for name, values in regions.items()}


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
    return tuple(describe_blocks(PageBlocks(Document("", html="<p>text</p>").text_blocks)))


def block_features(page: PageBlocks) -> NDArray[np.float32]:
    """All features of the blocks of a page, float32 (blocks, features), read only; computed once."""
    if page.features is None:
        rows = np.concatenate(list(describe_blocks(page).values()), dtype=np.float32)
        page.features = np.ascontiguousarray(rows.reshape(-1, len(page)).T)
        page.features.flags.writeable = False
    return page.features


def describe_blocks(page: PageBlocks) -> Columns:
    """All features by name, each with a value for each block."""
    columns: Columns = {}
    for describe in GROUPS:
        columns |= describe(page)
    return columns | neighbour_features(page, columns)


def block_tokens(document: Document) -> NDArray[np.float32]:
    """Tokens of the first text blocks that a reader sees, float32 (at most MAX_COUNT, features).

    Each is the sign and ``log1p`` of the size of a block's features. There are none of a page without text, or with
    more than ``MAX_KEPT`` blocks, half a second of computing.

    Raises PageError: the page holds no element.
    """
    blocks = blocks_of(document)
    return np.zeros((0, len(block_feature_names())), np.float32) if blocks is None else tokens_of(blocks)


def blocks_of(document: Document) -> PageBlocks | None:
    """The text blocks of a page that become tokens; None if there are none, or too many.

    Raises PageError: the page holds no element.
    """
    if document.is_rendered:  # only what the markup hides is left out, as on the pages of the training
        hidden = hidden_by_markup(document)
        analysis = PageAnalysis(document, hidden, hidden)
    else:
        analysis = PageAnalysis.of(document)
    return PageBlocks.of(analysis) if 0 < len(analysis.blocks) <= MAX_KEPT else None


def tokens_of(blocks: PageBlocks) -> NDArray[np.float32]:
    """Tokens of the first of these blocks, float32 (at most MAX_COUNT, features)."""
    values = block_features(blocks)[:MAX_COUNT]
    return np.asarray(np.sign(values) * np.log1p(np.abs(values)))
