"""Content without a model: the paragraphs of a page or all its own text, if no block is likely; or the whole body."""

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content
from iawce.extract.content.method import MethodSettings, register_method

MIN_WORDS = 12  # Words of a paragraph
SHARE = 1 / 3
"""Least share of a page's words in paragraphs that are content: with less, on pages of WCXB without content, the result
was an emergency notice or the terms of a newsletter."""


def paragraph_blocks(analysis: PageAnalysis) -> Bools:
    """Whether each block is a paragraph outside of the site's own parts; none if they have few of the words."""
    blocks = analysis.blocks
    found = blocks.is_prose(MIN_WORDS) & own_blocks(analysis)
    return np.asarray(found & (blocks.words[found].sum() > SHARE * blocks.words.sum()))


def own_blocks(analysis: PageAnalysis) -> Bools:
    """Whether each block is outside of the site's own parts, as all text of a page too short for paragraphs is."""
    blocks = analysis.blocks
    return ~analysis.index.inside(find_boilerplate(analysis.without()))[blocks.firsts]


@register_method("body", MethodSettings)
def extract_body(analysis: PageAnalysis, settings: MethodSettings) -> Content:  # noqa: ARG001 - one signature
    """Everything in the body of the page."""
    bodies = [number for number in analysis.index.tagged("body") if analysis.index.parents[number] == 0]
    return Content((bodies[0] if bodies else 0,), analysis.without())
