"""Article pages: the element whose children have texts of about equal length.

Source: Qin et al. 2023 (I-AWCE), algorithm 1 and table 1. From the root downwards, the two children with most text are
compared: while one child dominates, the search goes into it; where siblings are comparable, their parent is the body.

The printed branches do the reverse of the paper's prose, so there are four variants:

- ``printed``: the listing as printed; it stops at the first dominating child and returns the first of the two largest.
- ``printed_m1``: the listing, but always returning the larger of the two.
- ``inverted``: the listing with the comparison of its line 11 reversed.
- ``dominant``: as described in the prose, with every constant unchanged.

Deviations: lengths are counted in words with each CJK character as one (the paper counts words without a definition for
Chinese); table 1 lost its tag names and is read as script, style, a, nav, head, to which noscript, template and
comments are added; links are ignored in the decision, but those within a sentence are printed unless the mode is
``paper``.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.extract.content.boilerplate import find_boilerplate, forms_around_lists
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.method import MethodSettings, register_method

NOISE = frozenset({"script", "style", "a", "nav", "head"})  # Table 1
SCORES = {
    "variant": "the variant of the printed algorithm",
    "words": "words in the chosen element, as the algorithm counts them",
    "page_words": "words on the whole page, counted in the same way",
}
Variant = Literal["printed", "printed_m1", "inverted", "dominant"]


def menu_links(subset: DomMask, root: int = 0) -> list[int]:
    """Numbers of the links in the subtree of an element in whose line more than half of the words are links.

    A line is the text that shares its nearest enclosing block or table cell.
    """
    index = subset.index
    links = [number for number in index.tagged("a") if root <= number < index.ends[root] and subset.kept[number]]
    if not links:
        return []
    inside = subset.kept & index.inside([root])
    lines = np.maximum(index.nearest(index.has_tag(BLOCKS | CELLS)), root)
    words = np.where(inside, index.own_words, 0)
    total = np.bincount(lines, words, len(index))
    linked = np.bincount(lines, np.where(index.inside(links), words, 0), len(index))
    return [number for number in links if 2 * linked[lines[number]] > total[lines[number]]]


@dataclass(frozen=True, slots=True)
class ArticleSettings(MethodSettings):
    """Named constants of the algorithm.

    ``variant`` of the listing. ``threshold``: words by which the longest child must exceed the second (line 12).
    ``links``: the printed links, none of which counts: ``none``, ``all``, or those that are part of a ``sentence``.
    ``boilerplate``: whether site headers, footers, asides, forms and menus count and are printed.
    """

    PAPER: ClassVar[dict[str, Any]] = {"variant": "printed", "links": "none", "boilerplate": True}

    variant: Variant = "printed_m1"
    threshold: int = 100
    links: Literal["none", "all", "sentence"] = "sentence"
    boilerplate: bool = False


@register_method("article", ArticleSettings, SCORES)
def extract_article(analysis: PageAnalysis, settings: ArticleSettings) -> Content:
    """Same-depth text-length standard deviation (I-AWCE, algorithm 1): the body of an article page."""
    noise, left_out, lists = NOISE, list[int](), set[int]()
    if not settings.boilerplate:  # a menu with most of the page's words is an unclosed element, not a menu
        noise, left_out = NOISE - {"nav"}, find_boilerplate(analysis.without())
        lists = forms_around_lists(analysis.without())  # printed, but not the body of an article
    subset = analysis.without(noise, [*left_out, *lists])
    chosen = _descend(subset, settings)
    unprinted = noise if settings.links == "none" else noise - {"a"}
    printed = analysis.without(unprinted, left_out)
    if settings.links == "sentence":
        printed = analysis.without(unprinted, [*left_out, *menu_links(printed, chosen)])
    words = subset.words
    scores: Scores = {"variant": settings.variant, "words": int(words[chosen]), "page_words": int(words[0])}
    return Content((chosen,), printed, scores=scores)


def _descend(subset: DomMask, settings: ArticleSettings) -> int:
    number = 0
    while True:
        children = subset.children(number)
        if not children:
            return max(0, int(subset.index.parents[number]))
        if not subset.words[children].any():
            return number
        if len(children) == 1:
            number = children[0]
            continue
        lengths = subset.words[children].tolist()
        first, second = sorted(range(len(children)), key=lambda place: -lengths[place])[:2]
        difference = lengths[first] - lengths[second]
        count, far = len(children), difference > settings.threshold
        deviation = count * sum(length * length for length in lengths) - sum(lengths) ** 2
        dominates = (count * difference) ** 2 > deviation  # the population's, in whole numbers and so without rounding
        if settings.variant == "dominant":
            if not (dominates and far):
                return number
        elif dominates == (settings.variant != "inverted"):
            if not far:
                return number
            return children[second if first > second and settings.variant != "printed_m1" else first]
        number = children[first]
