"""What comes again and again on a page: entries of a list, posts of a thread, rows of a table.

A group is, as in the list algorithm of I-AWCE, all elements of one depth, tag and class; also siblings without a class
that are made to be repeated.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from iawce.models.features.outline import Outline
from iawce.models.features.shares import log, share

FEWEST = 3
TOP = 10
"""Groups that weigh most (members times words) are looked at."""
SAYS_SOMETHING = 12
"""Words of a member, on average, that are more than a menu entry."""
SAMPLE = 60
"""Members looked at for each group."""
SAMPLE_TEXT = 2000
MADE_TO_REPEAT = frozenset({"li", "tr", "article", "section", "dt"})
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
DATE = re.compile(
    rf"\b(?:19|20)\d\d[-/.年]\d{{1,2}}|\b{_MONTH}\.? \d{{1,2}}|\d{{1,2}}\.? {_MONTH}"
    r"|\d{1,4} (?:days?|hours?|months?|years?|minutes?) ago|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d"
)
MONEY = re.compile(r"[$€£¥₹₫]\s?\d|\d\s?(?:[€₫]|(?:zł|kč|руб|usd|eur)\b)")


def repeats(outline: Outline) -> dict[str, float]:
    """Numbers of the heaviest group, of the one with the longest members, and of the largest that says something."""
    heaviest = _heaviest(outline)
    longest = max(heaviest, key=lambda group: _mean(outline, group), default=[])
    talking = [group for group in heaviest if _mean(outline, group) >= SAYS_SOMETHING]
    largest = max(talking, key=len, default=[])
    named = {"longest": longest, "heaviest": heaviest[0] if heaviest else [], "largest": largest}
    distinct = {id(group): group for group in named.values()}  # often one group is all three
    known = {key: _describe(outline, group) for key, group in distinct.items()}
    return {f"{which}_{name}": value for which, group in named.items() for name, value in known[id(group)].items()}


def _heaviest(outline: Outline) -> list[list[int]]:
    groups: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for index, tag in enumerate(outline.tags):
        if not outline.words[index]:
            continue
        if outline.classes[index]:
            groups[outline.depths[index], tag, outline.classes[index]].append(index)
        elif tag in MADE_TO_REPEAT:
            groups[-1, tag, str(outline.parents[index])].append(index)
    often = [group for group in groups.values() if len(group) >= FEWEST]
    often.sort(key=lambda group: -len(group) * sum(outline.words[index] for index in group))
    return often[:TOP]


def _mean(outline: Outline, group: Sequence[int]) -> float:
    return sum(outline.words[index] for index in group) / len(group)


def _describe(outline: Outline, group: Sequence[int]) -> dict[str, float]:
    words = sum(outline.words[index] for index in group)
    some = group[:SAMPLE]
    sizes = np.array([outline.words[index] for index in some] or [0], np.float64)
    texts = [outline.text[start : min(end, start + SAMPLE_TEXT)] for start, end in (outline.spans[i] for i in some)]
    return {
        "members": log(len(group)),
        "words": log(share(words, len(group))),
        "share": share(words, outline.words[0]),
        "spread": share(float(sizes.std()), float(sizes.mean())),
        "links": share(sum(outline.holds_link[index] for index in some), len(some)),
        "pictures": share(sum(outline.holds_picture[index] for index in some), len(some)),
        "headings": share(sum(outline.holds_heading[index] for index in some), len(some)),
        "dates": share(sum(bool(DATE.search(text)) for text in texts), len(some)),
        "prices": share(sum(bool(MONEY.search(text)) for text in texts), len(some)),
    }
