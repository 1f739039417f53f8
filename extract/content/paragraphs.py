"""The paragraphs of a page, for pages without a block that is likely to be content."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, keep_text_nodes

Bools = NDArray[np.bool_]
LEAST_WORDS = 12
"""Words of a paragraph."""
SHARE = 1 / 3
"""Least share of a page's words in paragraphs that are content: with less, on pages of WCXB without content, the result
was an emergency notice or the terms of a newsletter."""


def paragraph_blocks(analysis: PageAnalysis) -> Bools:
    """Whether each block is a paragraph outside of the site's own parts; none if they have few of the words."""
    blocks, index = analysis.blocks, analysis.index
    is_own = index.inside(find_boilerplate(analysis.without()))[blocks.owners[blocks.starts]]
    found = blocks.is_prose(LEAST_WORDS) & ~is_own
    return np.asarray(found & (blocks.words[found].sum() > SHARE * blocks.words.sum()))


def holds_some(content: Content, analysis: PageAnalysis, chosen: Bools) -> bool:
    """Whether content of the page has one of its chosen blocks."""
    blocks, subset = analysis.blocks, content.subset
    owners = blocks.owners[blocks.starts[chosen]]
    return bool((subset.kept & subset.index.inside(content.elements))[owners].any())


def only_paragraphs(analysis: PageAnalysis, chosen: Bools) -> Content:
    """The chosen blocks as content."""
    blocks = analysis.blocks
    text_nodes = np.zeros(len(analysis.index.text_nodes.texts), bool)
    text_nodes[blocks.text_nodes[chosen[blocks.block_of_text_node]]] = True
    elements = analysis.document.topmost(np.unique(blocks.elements[chosen]).tolist())
    return Content(tuple(elements), keep_text_nodes(blocks.subset, text_nodes))
