"""Features of a block's place on the page: from its headings, from prose, between its neighbours."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import HEADINGS
from iawce.models.segmentation.features.page_blocks import Columns, Ints, PageBlocks, logs, shares

FAR = 99
"""Blocks that are too far to be counted."""
NEIGHBOURS = (-2, -1, 1, 2)
SHOWN = ("words", "link_share", "is_heading", "stops", "ends_sentence", "path_mean")
"""Features of the neighbours."""


def place_features(page: PageBlocks) -> Columns:
    """Position, and distances to the first main heading, the section's heading, and prose."""
    size, number = len(page), np.arange(len(page))
    before = np.cumsum(page.words) - page.words
    main = np.flatnonzero(page.index.inside(page.index.tagged(HEADINGS[0]))[page.owners])[:1]
    start = int(main[0]) if len(main) else 0
    after = np.maximum(number - start, 0) if len(main) else np.zeros(size)
    prose = np.where(page.is_prose, number, -1)
    last_prose = np.maximum.accumulate(prose)
    next_prose = np.minimum.accumulate(np.where(prose < 0, size + FAR, number)[::-1])[::-1]
    return {
        "position": number / size,
        "number": logs(number),
        "from_end": logs(size - number),
        "words_before": before / page.total,
        "log_words_before": logs(before),
        "log_words_after": logs(page.total - before),
        "side_of_title": np.sign(number - start) if len(main) else np.zeros(size),
        "from_title": np.clip(number - start, -FAR, 2 * FAR) if len(main) else np.full(size, -FAR - 1),
        "words_from_title": logs(np.where(after > 0, before - before[start], 0)),
        "from_prose": np.where(last_prose < 0, FAR, np.minimum(number - last_prose, FAR)),
        "to_prose": np.minimum(next_prose - number, FAR),
    } | _section_features(page)


def sections(page: PageBlocks) -> Ints:
    """Number of the section of each block: a heading and what follows it; 0 before the first heading."""
    return np.asarray(np.cumsum(page.is_heading))


def _section_features(page: PageBlocks) -> Columns:
    section, number = sections(page), np.arange(len(page))
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
        "section_words": logs(words),
        "section_blocks": logs(count),
        "section_links": shares(links, words),
    }
    return {name: values[section] for name, values in found.items()} | {
        "from_heading": np.where(known[section], np.minimum(number - starts[section], FAR - 1), FAR),
        "to_heading": logs(ends[section] - number),
        "level": levels,
    }


def neighbour_features(page: PageBlocks, columns: Columns) -> Columns:
    """Some features of the blocks around, -1 beyond the ends; and whether these share the parent."""
    found: Columns = {}
    for offset in NEIGHBOURS:
        found |= {f"{name}{offset:+d}": shift(np.asarray(columns[name], np.float64), offset) for name in SHOWN}
        parents = page.index.parents[page.elements].astype(np.float64)
        found[f"same_parent{offset:+d}"] = shift(parents, offset) == parents
    return found


def shift(values: NDArray[np.float64], offset: int) -> NDArray[np.float64]:
    """The value ``offset`` places further on, -1 beyond the ends."""
    shifted = np.full_like(values, -1)
    if offset < 0:
        shifted[-offset:] = values[:offset]
    elif offset < len(values):
        shifted[:-offset] = values[offset:]
    return shifted


def whole_page_features(page: PageBlocks) -> Columns:
    """Features of the whole page, the same for each of its blocks."""
    values = _page_shares(page) | _page_tags(page.index)
    return {f"page_{name}": np.full(len(page), float(value)) for name, value in values.items()}


def _page_shares(page: PageBlocks) -> dict[str, float]:
    prose = page.words[page.is_prose]
    return {
        "words": np.log1p(page.total),
        "blocks": np.log1p(len(page)),
        "links": page.link_words.sum() / page.total,
        "prose": prose.sum() / page.total,
        "prose_blocks": np.log1p(len(prose)),
        "stops": page.characters.stops.sum() / page.total,
        "copies": (page.copies > 1).mean(),
        "longest": np.log1p(page.words.max()),
    }


def _page_tags(index: ElementIndex) -> dict[str, float]:
    def tagged(*tags: str) -> int:
        return len(index.tagged(*tags))

    return {
        "elements": np.log1p(len(index)),
        "h1": min(tagged("h1"), 9),
        "article": min(tagged("article"), 30),
        "main": tagged("main") > 0,
        "p": np.log1p(tagged("p")),
        "td": np.log1p(tagged("td")),
        "li": np.log1p(tagged("li")),
        "input": np.log1p(tagged("input", "select")),
    }
