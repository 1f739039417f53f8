"""Headings whose text is left out: "2 comments", "Related links", "Trending"."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.tags import HEADINGS
from iawce.models.segmentation.features.page_blocks import PageBlocks

Bools = NDArray[np.bool_]
LONGEST = 6
"""Most words of such a heading; a longer one is informative by itself."""
FEWEST_ENTRIES = 3
"""Least headings at the same place that are the entries of a list."""


def orphan_headings(page: PageBlocks, chosen: Bools) -> Bools:
    """Whether each block is a chosen heading after chosen text, whose section has text, but none that is chosen.

    A section ends before the next heading of its level or a higher one. A heading before all text is a title, a long
    one is informative by itself, and several at the same place are the entries of a list.

    Args:
        page: its blocks.
        chosen: which of them are kept, bool (blocks,).
    """
    found, texts = np.zeros(len(page), bool), ~page.is_heading
    headings = np.flatnonzero(page.is_heading & chosen & (np.cumsum(chosen & texts) > 0))
    if not len(headings):
        return found
    before, chosen_before = (np.concatenate([[0], np.cumsum(blocks)]) for blocks in (texts, chosen & texts))
    ends = _ends(page)[headings]
    holds_text, holds_chosen = (counts[ends] > counts[headings] for counts in (before, chosen_before))
    found[headings] = holds_text & ~holds_chosen
    found &= page.words <= LONGEST
    places = page.path_groups["classed"]
    alike = np.bincount(places, found)[places]
    return np.asarray(found & (alike < FEWEST_ENTRIES))


def _ends(page: PageBlocks) -> NDArray[np.int64]:
    """The end of the section of each block in a heading, as number of a block, int64 (blocks,)."""
    index, ends = page.index, np.full(len(page), len(page))
    owners = index.nearest(index.has_tag(HEADINGS))[page.owners]
    nearest = [len(page)] * (len(HEADINGS) + 1)
    for block in np.flatnonzero(page.is_heading)[::-1].tolist():
        level = int(index.tags[owners[block]][1])
        ends[block] = min(nearest[: level + 1])
        nearest[level] = block
    return ends
