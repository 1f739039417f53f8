"""Features of a block's place on the page, and of repeated elements around it.

The weights of the model were learned on these groups, not on the units that ``iawce.data.analysis.units`` finds for
lists and threads.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import HEADINGS
from iawce.models.blocks.page_blocks import (
    Columns,
    Floats,
    Ints,
    PageBlocks,
    logs,
    number_pairs,
    places_in_groups,
    shares,
)

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


FEWEST = 3
"""Siblings that are a repetition."""
SMALLEST = 5
"""Mean words of the units of an outer repetition."""


def repetition_features(page: PageBlocks) -> Columns:
    """Of the innermost unit around a block, the innermost of several blocks, and the outermost; of like classes."""
    groups = _Groups(page)
    several = groups.is_unit & (groups.blocks >= 2)
    units: dict[str, Ints] = {
        "inner": page.nearest(groups.is_unit),
        "several": page.nearest(several),
        "outer": _outermost(page, several & (groups.mean >= SMALLEST))[page.elements],
    }
    columns: Columns = {}
    for which, unit in units.items():
        columns |= {f"{which}_{name}": values for name, values in groups.describe(unit).items()}
    return columns | _same_class(page)


class _Groups:
    """Siblings with text of the same tag and class: sizes of the group of each element, 0 where it has none."""

    def __init__(self, page: PageBlocks) -> None:
        self.page = page
        index, full = page.index, np.flatnonzero(page.element_words > 0)
        words, group = page.element_words[full], number_pairs(index.parents[full] + 1, index.kinds[full])
        count, total, squares, linked, blocks = (
            np.bincount(group, values)
            for values in (None, words, words**2, page.sums(page.link_words)[full], page.element_blocks[full])
        )
        mean = shares(total, count)
        spread = shares(np.sqrt(np.maximum(shares(squares, count) - mean**2, 0)), mean)
        is_unit = count[group] >= FEWEST
        units, group = full[is_unit], group[is_unit]
        self.members, self.mean, self.spread, self.links, self.blocks, self.order = np.zeros((6, len(index)))
        for of_elements, values in (
            (self.members, count),
            (self.mean, mean),
            (self.spread, spread),
            (self.links, shares(linked, total)),
            (self.blocks, shares(blocks, count)),
        ):
            of_elements[units] = values[group]
        self.is_unit: NDArray[np.bool_] = self.members > 0
        self.order[units] = places_in_groups(group) / count[group]

    def describe(self, unit: Ints) -> dict[str, Floats]:
        """Features of the unit around each block; all 0 where there is none."""
        page = self.page
        first, _ = page.span
        inside = page.element_words[unit]
        values = {
            "units": logs(self.members[unit]),
            "mean": logs(self.mean[unit]),
            "spread": self.spread[unit],
            "order": self.order[unit],
            "links": self.links[unit],
            "blocks": logs(self.blocks[unit]),
            "share": self.members[unit] * self.mean[unit] / page.total,
            "words": logs(inside),
            "of_unit": shares(page.words, inside),
            "place": np.arange(len(page)) - first[unit],
            "same": shares(page.copies, self.members[unit]),
        }
        return {name: np.where(unit >= 0, value, 0.0) for name, value in values.items()}


def _outermost(page: PageBlocks, chosen: NDArray[np.bool_]) -> Ints:
    """Number of the outermost chosen element around each element, -1 for none."""
    index, is_outer = page.index, chosen.copy()
    is_outer[0] = False
    is_outer &= ~index.inside(np.flatnonzero(is_outer))[index.parents]
    found = index.nearest(is_outer)
    return np.where(is_outer[found], found, -1)


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
        "class_count": np.where(known, logs(count[of]), 0),
        "class_mean": np.where(known, logs(shares(total, count)[of]), 0),
        "class_share": np.where(known, total[of] / page.total, 0),
    }
