"""List pages: the class of elements at one depth with the most text in the longest pieces.

Source: Qin et al. 2023 (I-AWCE), algorithm 2, eqs 4 and 5, table 2. Elements with the same depth and class attribute
are one *id*. Ids are ranked by R from their number of occurrences O and total text length L; of the first n the one
with the longest mean text, TL = L / O, is the list, and its elements are the entries.

Deviations: eq. 4 is lost in print; R = O * L is the form that neither repeats eq. 5 nor ignores O (other forms are
settings). The printed listing does not recurse although its note says so, and its counters are global: here every
element is counted once, by local counters. Table 2 lost its tag names and is read as script and iframe (the advert tag
cannot be ``a``, which holds the list itself), with style, noscript and head added. Lengths are words.

The algorithm has its own definition of repeated units, ids; other modules use ``iawce.data.analysis.units``.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import sole_entry
from iawce.extract.content.boilerplate import find_boilerplate, list_controls
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.method import MethodSettings, register_method

NOISE = frozenset({"script", "style", "iframe", "head"})  # Table 2
Id = tuple[int, str]  # (depth, class attribute with single spaces)
Rank = Literal["O*L", "O*log L", "log O*log L", "L", "L/O"]
RANKS: dict[str, Callable[[int, int], float]] = {
    "O*L": lambda count, length: count * length,
    "O*log L": lambda count, length: count * math.log1p(length),
    "log O*log L": lambda count, length: math.log1p(count) * math.log1p(length),
    "L": lambda count, length: length,  # noqa: ARG005 - one signature
    "L/O": lambda count, length: length / count,
}
"""Forms of eq. 4. Logarithms are of 1 + x, so that no form is undefined."""
SCORES = {
    "depth": "depth of the entries in the tree; the root has 0",
    "class": "class attribute of the entries",
    "occurrences": "elements with this depth and class",
    "mean_words": "mean number of words of these elements",
    "position": "place in the ranking, from 1; 0: the page has a single entry, and the ranking is ignored",
}


@dataclass(frozen=True, slots=True)
class ListSettings(MethodSettings):
    """Named constants of the algorithm.

    ``first``: number of ids that are kept after ranking (n). ``min_occurrences``: an id with fewer elements is not a
    list. ``text``: length of an element's whole subtree or of its own text only. ``boilerplate``: whether site headers,
    footers, asides, forms and menus count. ``least_share``: an id with a smaller share of the page's words is not the
    list; then the paper's n is used, with any number of elements. ``single``: a page with one entry gives that entry.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "first": 15, "min_occurrences": 1, "boilerplate": True, "least_share": 0.0, "single": False,
    }  # fmt: skip

    rank: Rank = "O*L"
    first: int = 10
    min_occurrences: int = 2
    text: Literal["subtree", "own"] = "subtree"
    boilerplate: bool = False
    least_share: float = 0.3
    single: bool = True


@register_method("list", ListSettings, SCORES)
def extract_list(analysis: PageAnalysis, settings: ListSettings) -> Content:
    """Class-name ranking (I-AWCE, algorithm 2): the entries of a list page."""
    left_out = [] if settings.boilerplate else [*find_boilerplate(analysis.without()), *list_controls(analysis)]
    subset, index = analysis.without(NOISE, left_out), analysis.index
    groups: dict[Id, list[int]] = {}
    depths = index.depths.tolist()
    for number in subset.numbers.tolist():
        groups.setdefault((depths[number], index.classes[number]), []).append(number)
    words = subset.words if settings.text == "subtree" else index.own_words
    lengths = {key: int(words[group].sum()) for key, group in groups.items()}
    chosen, position = _choose(groups, lengths, settings)
    if lengths[chosen] < settings.least_share * subset.words[0]:
        lenient = replace(settings, first=settings.PAPER["first"], min_occurrences=1)
        chosen, position = _choose(groups, lengths, lenient)
    if settings.single and (entry := sole_entry(subset, groups[chosen])) is not None:
        chosen, position = (depths[entry], index.classes[entry]), 0
        groups[chosen], lengths[chosen] = [entry], int(words[entry])
    count = len(groups[chosen])
    scores: Scores = {"depth": chosen[0], "class": chosen[1], "occurrences": count}
    scores |= {"mean_words": round(lengths[chosen] / count, 1), "position": position}
    entries = tuple(number for number in groups[chosen] if subset.words[number]) or tuple(groups[chosen])
    return Content(entries, subset, scores=scores)


def _choose(groups: dict[Id, list[int]], lengths: dict[Id, int], settings: ListSettings) -> tuple[Id, int]:
    """The id with the longest mean text among the first n, and its position there, from 1."""
    rank = RANKS[settings.rank]
    repeated = [key for key, group in groups.items() if len(group) >= settings.min_occurrences and lengths[key]]
    ranked = sorted(repeated or groups, key=lambda key: -rank(len(groups[key]), lengths[key]))[: settings.first]
    chosen = max(ranked, key=lambda key: lengths[key] / len(groups[key]))
    return chosen, ranked.index(chosen) + 1
