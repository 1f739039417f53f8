"""The paragraphs of a page, for pages without a block that is likely to be content."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageReading
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, keep_pieces

Bools = NDArray[np.bool_]
LEAST_WORDS = 12
"""Words of a paragraph; less than a third of them are links."""
SHARE = 1 / 3
"""Least share of a page's words in paragraphs that are content: with less, on pages of WCXB without content, the result
was an emergency notice or the terms of a newsletter."""


def paragraph_blocks(reading: PageReading) -> Bools:
    """Whether each block is a paragraph outside of the site's own parts; none if they have few of the words."""
    blocks, index = reading.blocks, reading.index
    is_own = index.inside(find_boilerplate(reading.without()))[blocks.owners[blocks.starts]]
    found = (blocks.words >= LEAST_WORDS) & (3 * blocks.link_words < blocks.words) & ~is_own
    return np.asarray(found & (blocks.words[found].sum() > SHARE * blocks.words.sum()))


def holds_some(content: Content, reading: PageReading, chosen: Bools) -> bool:
    """Whether content of the page has one of its chosen blocks."""
    blocks, subset = reading.blocks, content.subset
    owners = blocks.owners[blocks.starts[chosen]]
    return bool((subset.kept & subset.index.inside(content.elements))[owners].any())


def only_paragraphs(reading: PageReading, chosen: Bools) -> Content:
    """The chosen blocks as content."""
    blocks = reading.blocks
    pieces = np.zeros(len(reading.index.pieces.texts), bool)
    pieces[blocks.pieces[chosen[blocks.block_of_piece]]] = True
    elements = reading.document.topmost(np.unique(blocks.elements[chosen]).tolist())
    return Content(tuple(elements), keep_pieces(blocks.subset, pieces))
