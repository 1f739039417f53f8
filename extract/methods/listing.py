"""List pages: the class of elements, at one depth, that together hold most text in longest pieces.

Source: Qin et al. 2023 (I-AWCE), algorithm 2, eqs 4 and 5, table 2. Elements with the same depth and class attribute
are one *id*. Ids are ranked by R from their number of occurrences O and total text length L; of the first n the one
with the longest mean text, TL = L / O, is the list, and its elements are the entries.

Deviations: eq. 4 is lost in print; R = O * L is the reading that repeats neither eq. 5 nor ignores O (other forms are
settings). The printed listing does not recurse although its note says so, and its counters are global: here every
element is counted once, by local counters. Table 2 lost its tag names and is read as script and iframe (the advert
tag cannot be ``a``, which holds the list itself), with style, noscript and head added. Lengths are words.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from iawce.data.html.tree import Element, View, own_words
from iawce.extract.methods.registry import Selection, register_method
from iawce.extract.parts.boilerplate import find_furniture

NOISE = frozenset({"script", "style", "iframe", "head"})
"""Table 2."""
Id = tuple[int, str]
"""(depth, class attribute with blanks squeezed)."""
Rank = Literal["O*L", "O*log L", "log O*log L", "L", "L/O"]

RANKS: dict[str, Callable[[int, int], float]] = {
    "O*L": lambda count, length: count * length,
    "O*log L": lambda count, length: count * math.log1p(length),
    "log O*log L": lambda count, length: math.log1p(count) * math.log1p(length),
    "L": lambda count, length: length,  # noqa: ARG005 - one signature
    "L/O": lambda count, length: length / count,
}
"""Forms of eq. 4. Logarithms are of 1 + x, so that no form is undefined."""


@dataclass(frozen=True, slots=True)
class ListSettings:
    """Named constants of the algorithm.

    ``first``: how many ids are kept after ranking (n). ``min_occurrences``: an id with fewer elements is no list.
    ``text``: length of an element's whole subtree or of its own text only. ``furniture``: whether site headers,
    footers, asides, forms and menus count. ``least_share``: an id that holds a smaller share of the page's words is not
    the list; then the paper's n and any number of elements decide.
    """

    rank: Rank = "O*L"
    first: int = 15
    min_occurrences: int = 1
    text: Literal["subtree", "own"] = "subtree"
    furniture: bool = True
    least_share: float = 0.0


DEFAULT = ListSettings(first=10, min_occurrences=2, furniture=False, least_share=0.3)
PAPER = ListSettings()


@register_method("list")
def choose_list(root: Element, hidden: frozenset[Element], mode: str) -> Selection:
    """Choose the entries of a list page."""
    return select_list(root, hidden, PAPER if mode == "paper" else DEFAULT)


def select_list(root: Element, hidden: frozenset[Element], settings: ListSettings) -> Selection:
    """Choose the entries of a list page by any rank form."""
    hidden = hidden if settings.furniture else hidden | find_furniture(root, hidden)
    view = View(root, NOISE, hidden)
    groups: dict[Id, list[Element]] = {}
    for element in view.elements:
        groups.setdefault((view.depths[element], " ".join(element.get("class", "").split())), []).append(element)
    lengths = {key: sum(_length(view, element, settings) for element in group) for key, group in groups.items()}
    chosen, position = _choose(groups, lengths, settings)
    if lengths[chosen] < settings.least_share * view.words[root]:
        chosen, position = _choose(groups, lengths, replace(settings, first=PAPER.first, min_occurrences=1))
    scores = {
        "depth": chosen[0],
        "class": chosen[1],
        "occurrences": len(groups[chosen]),
        "mean_words": round(lengths[chosen] / len(groups[chosen]), 1),
        "position": position,
    }
    entries = tuple(element for element in groups[chosen] if view.words[element]) or tuple(groups[chosen])
    return Selection(entries, NOISE, hidden, scores)


def _choose(groups: dict[Id, list[Element]], lengths: dict[Id, int], settings: ListSettings) -> tuple[Id, int]:
    """The id with the longest mean text among the first n, and its position there, from 1."""
    rank = RANKS[settings.rank]
    repeated = [key for key, group in groups.items() if len(group) >= settings.min_occurrences and lengths[key]]
    ranked = sorted(repeated or groups, key=lambda key: -rank(len(groups[key]), lengths[key]))[: settings.first]
    chosen = max(ranked, key=lambda key: lengths[key] / len(groups[key]))
    return chosen, ranked.index(chosen) + 1


def _length(view: View, element: Element, settings: ListSettings) -> int:
    return view.words[element] if settings.text == "subtree" else own_words(element)
