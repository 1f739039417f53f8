"""Cards about other pages, whose authors and dates are not those of the page."""

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import letters
from iawce.extract.metadata.authors import byline_strengths

MAX_WORDS, MAX_NAME = 100, 3  # Most words of a card, and of a heading that may be the name of a person


def in_teasers(analysis: PageAnalysis, title: str, heading: int) -> Bools:
    """Whether each element is inside a card whose only heading is a link, bool (elements,).

    Short headings count if a longer one is of their kind. ``title``: of the page, to which its own heading may lead;
    ``heading``: number of the element with it, 0 if none has it.
    """
    index, shown, given = analysis.index, analysis.shown, analysis.index.attributes.given
    bylines = analysis.keep(byline_strengths) > 0
    links = [one for one in index.tagged("a") if not bylines[one] and not given[one].get("href", "#").startswith("#")]
    headings = index.has_tag(HEADINGS) & (shown.words > 0)
    linked = headings & (shown.link_words == shown.words) & (shown.subtree_sums(headings) == 1)
    linked &= (index.inside(links) | shown.holds(index.among(links))) & ~shown.holds(bylines)
    own, texts = letters(title), ((one, letters(index.text_of(one))) for one in np.flatnonzero(linked).tolist())
    linked[[one for one, text in texts if own in text and len(text) <= 2 * len(own)]] = False
    linked &= np.isin(index.kinds, index.kinds[linked & (shown.words > MAX_NAME * analysis.word_scale)])
    cards = (shown.subtree_sums(headings) == 1) & (shown.subtree_sums(linked) == 1)
    cards &= shown.words <= MAX_WORDS * analysis.word_scale
    cards[[heading, *index.ancestors(heading)]] = False
    return index.inside(np.flatnonzero(cards))
