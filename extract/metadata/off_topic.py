"""Parts of a page about other things than the page itself: comments, teasers, other products, the site."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.attributes import word_search
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.dom.tags import HEADINGS
from iawce.data.text.lexicon.related_headings import announces_others
from iawce.data.text.lines import lines_of
from iawce.data.text.money import find_money

LARGEST_SHARE = 0.5
"""Most of the page's words in a marginal part, whatever its name."""
_NAMES = re.compile(
    r"(?:^|[-_\s])(?:comments?|respond|disqus|related|sidebar|(?<!post-)(?<!entry-)(?<!article-)footer|recommend(?:ed|ations?)?|popular|teasers?|promo|"
    r"trending|latest|more-?(?:posts|stories|articles)|newsletter|nav(?!-(?:home|profile|contact|tab-?content))|menu|next|previous|reviews|cookie|consent|breadcrumbs?|recent|"
    r"caption|reply|replies|testimonials?|read-?next|also-?like|login|signup|modal|archive)(?:$|[-_\s\d])",
    re.I,
)
_HINT = word_search(
    "comment respond disqus relat sidebar footer recom popular teaser promo trend latest more newsl nav menu next "
    "prev review cook consent breadc recent caption repl testim also login signup modal archive"
)
"""A part of every such name, for a quick test."""
_OWN = re.compile(
    r"by-?line|author|entry-?(?:meta|header)|post-?(?:meta|header)|article-?(?:meta|header|info)|"
    r"-(?:position|enabled|disabled)(?:$|-)|^(?:has|with|without|no)-",
    re.I,
)
_TAGS = ("nav", "figcaption", "figure", "blockquote", "select", "option")


def elsewhere(analysis: PageAnalysis) -> Bools:
    """Whether each element is or is inside such a part, bool (elements,). Parts with a main heading do not count."""
    index, words = analysis.index, analysis.document.body.words
    named = index.attributes.scores(_HINT, _is_elsewhere) > 0
    named |= index.has_tag(_TAGS) | (index.has_tag(("footer",)) & ~index.inside(index.tagged("article")))
    named &= words <= LARGEST_SHARE * words[0]
    for heading in index.tagged("h1")[:5]:
        around = [heading, *index.ancestors(heading)]
        named[around] = False
    return index.inside(np.flatnonzero(named).tolist())


@lru_cache(maxsize=8192)
def _is_elsewhere(name: str) -> bool:
    return bool(_NAMES.search(name)) and not _OWN.search(name)


MAX_SHARE, LARGEST_ASIDE = 0.5, 0.3
"""Most of the page's words in a marginal part, whatever its name or heading."""
MOST_BEFORE = 5
"""Most words before a heading in the part that it heads."""
_SHOP_NAMES = re.compile(
    r"(?:^|[-_\s])(?:reviews?|ratings?-?(?:list|form)|cross-?sells?|up-?sells?|also-?bought|similar|"
    r"recently-?viewed|mini-?cart|cart-?(?:drawer|widget|contents|sidebar)|top-?bar|contacts?(?:-info)?|copyright|"
    r"announcement|social|share|sharing|opening-?hours|size-?(?:guide|chart)|site-?(?:header|footer)|main-?header|page-?footer|sticky-?(?:add|cart|buy)[a-z_-]*)(?:$|[-_\s\d])",
    re.I,
)
_SHOP_HINT = word_search(
    "review rating cross upsell up-sell also simil recent cart bar contact copyr announ social shar open size "
    "header foot"
)
_PRODUCT_NAMES = re.compile(
    r"product-?(?:info|main|detail)|(?:^|[-_\s])description|"
    r"-(?:position|enabled|disabled)(?:$|-)|(?:^|[-_])(?:has|with|without|no)-",
    re.I,
)


def beside_product(analysis: PageAnalysis, heading: int, apart: Bools) -> Bools:
    """Whether each element is about other things than the product of the page, bool (elements,).

    Args:
        analysis: of the page.
        heading: number of the element with its title, 0 if none has it.
        apart: elements about other pages (``elsewhere``).
    """
    index, words = analysis.index, analysis.document.body.words
    named = (index.attributes.scores(_SHOP_HINT, _is_beside) > 0) | (
        index.has_tag(("header", "footer")) & ~index.inside(index.tagged("article", "section", "main"))
    )
    named &= words <= MAX_SHARE * words[0]
    named[[heading, *index.ancestors(heading)]] = False
    roots = [*np.flatnonzero(named).tolist(), *_announced(analysis, heading)]
    return np.asarray(apart | index.inside(roots))


@lru_cache(maxsize=8192)
def _is_beside(name: str) -> bool:
    return bool(_SHOP_NAMES.search(name)) and not _PRODUCT_NAMES.search(name)


def _announced(analysis: PageAnalysis, heading: int) -> Iterator[int]:
    """What stands below a heading that announces other products, in the same element; all of that if it has no more."""
    index, words = analysis.index, analysis.document.body.words
    is_main = analysis.holding(index.tagged("h1", "main"))
    for number in analysis.shown.tagged(*HEADINGS).tolist():
        if number == heading or not announces_others(analysis.texts.line(number)):
            continue
        around = number
        for outer in index.ancestors(number):
            if outer <= heading < index.ends[outer] or words[outer] > LARGEST_ASIDE * words[0] or is_main[outer]:
                break
            if index.text_node_words[index.first_text_node[outer] : index.first_text_node[number]].sum() > MOST_BEFORE:
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


FEWEST = 3
CARDS = 0.7
"""Least share of elements of one name with a link and an amount of money if all are cards."""


def find_cards(analysis: PageAnalysis, heading: int) -> Iterator[int]:
    """Elements in a row that each show a product with its link and its price: other products than that of the page.

    Args:
        analysis: of the page.
        heading: number of the element with its title, 0 if none has it.
    """
    index, dear = analysis.index, np.zeros(len(analysis.index), bool)
    for line in lines_of(analysis.shown):
        if any(map(str.isdigit, line.text)) and next(find_money(line.text), None):
            dear[line.owner(0)] = True
    linked = analysis.shown.kept & index.has_tag(("a",)) & (analysis.shown.words > 0)
    is_card = analysis.shown.holds(dear) & (analysis.shown.holds(linked) | index.linked)
    is_card[[heading, *index.ancestors(heading)]] = False
    for group in analysis.units.equally_named:
        if len(group) >= FEWEST and is_card[list(group)].mean() >= CARDS:
            yield from group
