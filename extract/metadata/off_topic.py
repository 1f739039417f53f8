"""Parts of a page about other things than the page itself: comments, teasers, other products, the site."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.attributes import NamePattern
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.dom.tags import HEADINGS
from iawce.data.text.lexicon.part_names import BESIDE_PRODUCT, ELSEWHERE
from iawce.data.text.lexicon.related_headings import announces_others
from iawce.data.text.money import find_money

MAX_NAMED, MAX_ASIDE = 0.5, 0.3
"""Most of the page's words in a part that is marginal by its name, and by its heading."""
MAX_BEFORE = 5
"""Most words before a heading in the part that it heads."""
MIN_COUNT = 3
CARDS = 0.7
"""Least share of elements of one name with a link and an amount of money if all are cards."""


def elsewhere(analysis: PageAnalysis) -> Bools:
    """Whether each element is or is inside a part about other pages, or about the site, bool (elements,)."""
    index = analysis.index
    tagged = index.has_tag(("nav", "figcaption", "figure", "blockquote", "select", "option"))
    tagged |= index.has_tag(("footer",)) & ~index.inside(index.tagged("article"))
    named = _named(analysis, ELSEWHERE, tagged | analysis.breadcrumbs, index.tagged("h1")[:5])
    return index.inside(np.flatnonzero(named))


def beside_product(analysis: PageAnalysis, heading: int) -> Bools:
    """Whether each element is about other things than the product of the page, bool (elements,); without ``elsewhere``.

    ``heading``: number of the element with its title, 0 if none has it.
    """
    index = analysis.index
    tagged = index.has_tag(("header", "footer")) & ~index.inside(index.tagged("article", "section", "main"))
    named = _named(analysis, BESIDE_PRODUCT, tagged, [heading])
    return index.inside([*np.flatnonzero(named).tolist(), *_announced(analysis, heading)])


def _named(analysis: PageAnalysis, names: NamePattern, others: Bools, headings: Iterable[int]) -> Bools:
    """Whether each element, or one of the others, is a small part with such a name around no heading."""
    index, words = analysis.index, analysis.document.body.words
    found = (index.attributes.named(names) | others) & (words <= MAX_NAMED * words[0])
    for heading in headings:
        found[[heading, *index.ancestors(heading)]] = False
    return np.asarray(found)


def _announced(analysis: PageAnalysis, heading: int) -> Iterator[int]:
    """What stands below a heading that announces other products, in the same element; all of that if it has no more."""
    index, words = analysis.index, analysis.document.body.words
    is_main = analysis.holding(index.tagged("h1", "main"))
    for number in analysis.shown.tagged(*HEADINGS).tolist():
        if number == heading or not announces_others(analysis.texts.line(number)):
            continue
        around = number
        for outer in index.ancestors(number):
            if outer <= heading < index.ends[outer] or words[outer] > MAX_ASIDE * words[0] or is_main[outer]:
                break
            if index.text_node_words[index.first_text_node[outer] : index.first_text_node[number]].sum() > MAX_BEFORE:
                break
            around = outer
        yield around
        yield from _after(index, around, heading) if around == number else ()


def _after(index: ElementIndex, number: int, heading: int) -> Iterator[int]:
    """The elements after a heading in the one around it, up to the next heading of its rank."""
    siblings = [one for one in index.children(int(index.parents[number])) if one > number and one > heading]
    for before, one in pairwise([number, *siblings]):
        if index.tags[one] == index.tags[number] and before != one:
            return
        yield one


def find_cards(analysis: PageAnalysis, heading: int) -> Iterator[int]:
    """Elements in a row that each show a product with its link and its price: other products than that of the page.

    ``heading``: number of the element with its title, 0 if none has it.
    """
    index, dear = analysis.index, np.zeros(len(analysis.index), bool)
    for line in analysis.texts.shown_lines:
        if any(map(str.isdigit, line.text)) and next(find_money(line.text), None):
            dear[line.owner(0)] = True
    linked = analysis.shown.kept & index.has_tag(("a",)) & (analysis.shown.words > 0)
    is_card = analysis.shown.holds(dear) & (analysis.shown.holds(linked) | index.linked)
    is_card[[heading, *index.ancestors(heading)]] = False
    for group in analysis.units.equally_named:
        if len(group) >= MIN_COUNT and is_card[list(group)].mean() >= CARDS:
            yield from group
