"""Cards about other pages, whose authors and dates are not those of the page."""

from collections import Counter

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import letters
from iawce.extract.metadata.authors import byline_strengths

MAX_WORDS, MAX_NAME = 100, 3  # Most words of a card, and of a heading that may be the name of a person
MAX_KICKER = 3  # Most texts of a card before its heading, and between the title and what belongs to it


def in_teasers(analysis: PageAnalysis, title: str, heading: int) -> Bools:
    """Whether each element is in one of several small parts that each begin with a link as heading, bool (elements,).

    None is beside the title of the page. Short headings count if a longer one is of their kind. ``title``: of the page,
    to which its own heading may lead; ``heading``: number of the element with it, 0 if none has it.
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
    before, first, names = index.texts_before, index.first_text_node, np.flatnonzero(linked)
    if not len(names):
        return np.zeros(len(index), bool)
    begins = first[names[np.maximum(np.searchsorted(names, index.ends) - 1, 0)]]  # of the linked heading in each card
    behind = before[first] - before[index.last_text_node[heading]]
    cards &= (before[begins] - before[first] <= MAX_KICKER) & ((behind < 0) | (behind >= MAX_KICKER))
    found = index.topmost(np.flatnonzero(cards).tolist())
    times = Counter(index.kinds[found].tolist())
    return index.inside(one for one in found if times[int(index.kinds[one])] > 1)
