"""Blocks that lead to other pages or are beside the content: teasers, announced lists, parts with such names.

They are evidence, not a decision: on a list page, the teasers are the content.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.tags import HEADINGS
from iawce.data.reading.aside_headings import announces_others
from iawce.models.features.families import FAMILIES
from iawce.models.segmentation.features.page_blocks import PageBlocks, number_pairs

Bools = NDArray[np.bool_]
FEWEST = 3
"""Least siblings of one tag and class that form a repetition."""
TEASER = 120
"""Most words of a teaser."""
TITLE = 3
"""Fewest words of a link that is a title."""
MOSTLY = 0.6
"""Share of the siblings that must have such a link."""
HEADING = 8
"""Most words of a block that may be a heading of others without a heading element."""
SMALL = 0.5
"""Share of the page's words below which a part may be an aside."""
ASIDES = (
    "comment", "sidebar", "footer", "menu", "share", "related", "advert", "consent", "dialog", "account", "pager",
    "search", "legal",
)  # fmt: skip
"""Families of words that name parts outside the content."""
_ASIDES = sum(1 << FAMILIES.index(name) for name in ASIDES)
_LEVELS = {tag: int(tag[1]) for tag in HEADINGS}


def in_teasers(page: PageBlocks) -> Bools:
    """Whether each block is in a repeated short unit with a linked title."""
    index, words = page.index, page.element_words
    full = np.flatnonzero(words > 0)
    group = number_pairs(index.parents[full] + 1, index.kinds[full])
    titled = page.sums((page.words >= TITLE) & (2 * page.link_words > page.words))[full] > 0
    is_unit = titled & (words[full] <= TEASER)
    count, teasers = np.bincount(group), np.bincount(group, is_unit)
    is_teaser = is_unit & ((count >= FEWEST) & (teasers >= MOSTLY * count))[group]
    return np.asarray(index.inside(full[is_teaser])[page.owners])


def in_named_asides(page: PageBlocks) -> Bools:
    """Whether each block is in a small part of the page whose tag or names mark it as not content."""
    index = page.index
    small = page.element_words < SMALL * page.total
    named = (page.families & _ASIDES > 0) | index.has_tag(("aside", "nav", "footer"))
    return np.asarray(index.inside(np.flatnonzero(named & small & ~index.has_tag(("html", "body"))))[page.owners])


def in_announced_lists(page: PageBlocks, teasers: Bools) -> Bools:
    """Whether each block is under a heading that announces other pages, heading included.

    The list ends with the part of the page that contains its heading, at a heading of the same or a higher level, or at
    prose that is not a teaser.

    Args:
        page: its blocks.
        teasers: whether each block is in a teaser, bool (blocks,).
    """
    found = np.zeros(len(page), bool)
    heads = [head for head in _heads(page) if announces_others(page.blocks.texts[head])]
    if not heads:
        return found
    levels = page.index.gathered(1 << page.index.valued(_LEVELS) & ~1)[page.owners]
    _, last = page.span
    prose = page.is_prose & ~teasers
    closing = dict[int, NDArray[np.int64]]()
    begins = np.zeros(len(page) + 1, np.int64)
    for head in heads:
        end, level = int(last[page.growing[page.elements[head]]]), int(levels[head] & -levels[head])
        if level not in closing:
            closing[level] = np.append(np.flatnonzero(prose | ((levels > 0) & (levels <= level))), len(page))
        after = int(closing[level][np.searchsorted(closing[level], head + 1)])
        begins[head] += 1
        begins[max(head + 1, min(after, end))] -= 1
    return np.cumsum(begins)[:-1] > 0


def _heads(page: PageBlocks) -> list[int]:
    """Blocks that may be headings: heading elements, and short blocks without a link before a mostly linked one."""
    linked = np.append((2 * page.link_words > page.words)[1:], [False])
    short = (page.words <= HEADING) & (page.link_words == 0) & linked
    return [int(number) for number in np.flatnonzero(page.is_heading | short)]
