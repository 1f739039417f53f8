"""The text blocks of a page as an outline: the text of each in one line, its depth, and whether it is kept.

It shows the content that a template finds on pages that cannot be rendered as their readers saw them: pages saved
without style sheets, or without a browser.
"""

import textwrap
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.html.blocks import Blocks
from iawce.data.html.tags import HEADINGS
from iawce.data.reading.page_reading import PageReading

MOST, CHARACTERS, LEVELS = 400, 120, 8
"""Blocks of an outline, characters of each, and levels of indentation."""


@dataclass(frozen=True, slots=True)
class OutlinedBlock:
    """A text block: ``level`` from 0 is its depth among the blocks of its page."""

    text: str
    level: int
    is_kept: bool
    is_heading: bool
    is_linked: bool


def outline_of(document: Document, kept: int | None) -> list[OutlinedBlock]:
    """The visible blocks of a page, in order; those around the kept ones, if they are too many.

    Args:
        document: the page.
        kept: number of the element whose blocks are kept; None keeps none.
    """
    blocks, index = PageReading.of(document).blocks, document.index
    inside = np.zeros(len(index), bool)
    if kept is not None:
        inside[kept : index.ends[kept]] = True
    chosen = inside[blocks.owners[blocks.starts]]
    first = max(0, int(np.argmax(chosen)) - MOST // 4) if len(blocks) > MOST and chosen.any() else 0
    levels, headings = block_levels(blocks), index.inside(np.flatnonzero(index.has_tag(HEADINGS)))
    return [
        OutlinedBlock(
            textwrap.shorten(blocks.texts[place], CHARACTERS, placeholder=" …"),
            int(levels[place]),
            bool(chosen[place]),
            bool(headings[blocks.elements[place]]),
            bool(2 * blocks.link_words[place] > blocks.words[place]),
        )
        for place in range(first, min(first + MOST, len(blocks)))
    ]


def block_levels(blocks: Blocks) -> NDArray[np.int64]:
    """Depth of each block among those of its page, 0 to ``LEVELS`` - 1, int64 (blocks,)."""
    depths = blocks.subset.index.depths[blocks.elements]
    ranks = np.unique(depths)
    return np.asarray(np.searchsorted(ranks, depths) * LEVELS // max(LEVELS, len(ranks)))
