"""Article pages: the element under which text lies in children of about equal length.

Source: Qin et al. 2023 (I-AWCE), algorithm 1 and table 1. From the root downwards, the two children with most text are
compared: while one child dominates, the search goes into it; where siblings are comparable, their parent is the body.

The printed branches do the reverse of the paper's prose, so four readings are kept:

``printed``     the listing as it stands: it stops at the first dominating child and returns whichever of the two
                largest stands first.
``printed_m1``  the listing, but always returning the larger of the two.
``inverted``    the listing with the comparison of its line 11 turned round.
``dominant``    what the prose says, with every constant kept.

Deviations: lengths are counted in words with each CJK character as one (the paper calls a word count without saying
what a word is in Chinese); table 1 lost its tag names and is read as script, style, a, nav, head, to which noscript,
template and comments are added; links are left out when deciding, but those
that are part of a sentence are printed again unless the mode is ``paper``.
"""

from dataclasses import dataclass
from statistics import pstdev
from typing import Literal

from iawce.data.html.tree import Element, View
from iawce.extract.methods.registry import Selection, register_method
from iawce.extract.parts.boilerplate import find_furniture
from iawce.extract.parts.link_blocks import menu_links

NOISE = frozenset({"script", "style", "a", "nav", "head"})
"""Table 1."""
Reading = Literal["printed", "printed_m1", "inverted", "dominant"]


@dataclass(frozen=True, slots=True)
class ArticleSettings:
    """Named constants of the algorithm.

    ``threshold``: words by which the longest child must exceed the second (line 12). ``links``: which are printed
    although none counts: ``none``, ``all``, or those that are part of a ``sentence``. ``furniture``: whether site
    headers, footers, asides, forms and menus count and are printed.
    """

    reading: Reading = "printed_m1"
    threshold: int = 100
    links: Literal["none", "all", "sentence"] = "sentence"
    furniture: bool = True


DEFAULT = ArticleSettings(furniture=False)
PAPER = ArticleSettings(reading="printed", links="none")


@register_method("article")
def choose_article(root: Element, hidden: frozenset[Element], mode: str) -> Selection:
    """Choose the body of an article page."""
    return select_article(root, hidden, PAPER if mode == "paper" else DEFAULT)


def select_article(root: Element, hidden: frozenset[Element], settings: ArticleSettings) -> Selection:
    """Choose the body of an article page by any reading."""
    noise = NOISE
    if not settings.furniture:  # a menu that holds most of the page is no menu: somebody forgot to close it
        hidden, noise = hidden | find_furniture(root, hidden), NOISE - {"nav"}
    view = View(root, noise, hidden)
    chosen = _descend(view, settings)
    unprinted = noise if settings.links == "none" else noise - {"a"}
    menus = menu_links(chosen, unprinted, hidden) if settings.links == "sentence" else frozenset[Element]()
    scores = {"reading": settings.reading, "words": view.words[chosen], "page_words": view.words[root]}
    return Selection((chosen,), unprinted, hidden | menus, scores)


def _descend(view: View, settings: ArticleSettings) -> Element:
    element = view.root
    while True:
        children = view.children(element)
        if not children:
            parent = element.getparent()
            return element if element is view.root or parent is None else parent
        if len(children) == 1:
            element = children[0]
            continue
        lengths = [view.words[child] for child in children]
        first, second = sorted(range(len(children)), key=lambda index: -lengths[index])[:2]
        difference = lengths[first] - lengths[second]
        dominates = difference > pstdev(lengths)
        step = _STEPS[settings.reading](dominates, difference > settings.threshold, first < second)
        if step == "stop":
            return element
        chosen = children[second if step == "take_second" else first]
        if step != "go_on":
            return chosen
        element = chosen


Step = Literal["go_on", "stop", "take_first", "take_second"]


def _printed(dominates: bool, far: bool, first_stands_first: bool) -> Step:
    if not dominates:
        return "go_on"
    if not far:
        return "stop"
    return "take_first" if first_stands_first else "take_second"


def _printed_m1(dominates: bool, far: bool, first_stands_first: bool) -> Step:
    step = _printed(dominates, far, first_stands_first)
    return "take_first" if step == "take_second" else step


def _inverted(dominates: bool, far: bool, first_stands_first: bool) -> Step:
    return _printed(not dominates, far, first_stands_first)


def _dominant(dominates: bool, far: bool, first_stands_first: bool) -> Step:  # noqa: ARG001 - one signature
    return "go_on" if dominates and far else "stop"


_STEPS = {"printed": _printed, "printed_m1": _printed_m1, "inverted": _inverted, "dominant": _dominant}
