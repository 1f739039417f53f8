"""Features of repeated elements: entries of a list, posts of a thread, rows of a table.

A group is, as in the list algorithm of I-AWCE, all elements of one depth, tag and class; also siblings without a class
whose tag is meant for repetition. The weights of the models were learned on these groups, not on the regions that
``iawce.data.analysis.units`` finds for lists and threads.
"""

import re

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.attributes import numbered
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.models.features.shares import log, share

Ints = NDArray[np.int64]
NOBODY: Ints = np.zeros(0, np.int64)
FEWEST = 3
TOP = 10
"""Number of groups that are analysed: those of largest weight (members times words)."""
SAYS_SOMETHING = 12
"""Least mean words of a member that is more than a menu entry."""
SAMPLE = 60
"""Members of each group that are analysed."""
SAMPLE_TEXT = 2000
MADE_TO_REPEAT = frozenset({"li", "tr", "article", "section", "dt"})
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = f"(?:{'|'.join(_MONTHS)})[a-z]*"
_REST_OF_MONTH = "|".join(f"(?<={month[0]}){month[1:]}" for month in _MONTHS)
# The weights were learned with this pattern of dates; times are read by iawce.data.text.times.
# Both begin with one of a set of characters, so that most of a long text is skipped quickly.
DATE = re.compile(
    rf"[\djfmasond](?:(?<=\b\D)(?:{_REST_OF_MONTH})[a-z]*\.? \d{{1,2}}|(?<=\d)(?:"
    rf"(?:(?<=\b1)9|(?<=\b2)0)\d\d[-/.年]\d{{1,2}}|\d?\.? {_MONTH}"
    r"|\d{0,3} (?:days?|hours?|months?|years?|minutes?) ago|\d?[./]\d{1,2}[./](?:19|20)\d\d))"
)
MONEY = re.compile(r"[$€£¥₹₫\d](?:(?<=\D)\s?\d|(?<=\d)\s?(?:[€₫]|(?:zł|kč|руб|usd|eur)\b))")

_WITH_DIGIT = re.compile(r"\d[^ ]*+(?=((?: [^ ]*+){0,2}))")
"""A digit and the rest of its word; the group is the two words after it."""


def near_digits(text: str) -> str:
    """The words with digits, one before and two after each: all that ``DATE`` and ``MONEY`` can match, in order."""
    parts, done = list[str](), 0
    for found in _WITH_DIGIT.finditer(text):
        begin = text.rfind(" ", done, found.start())
        begin = text.rfind(" ", done, begin) if begin >= 0 else -1
        if begin > done:
            parts.append("\0")
        parts.append(text[max(begin, done) : found.end(1)])
        done = max(done, found.end(1))
    return "".join(parts)


def repeats(body: DomMask) -> dict[str, float]:
    """Features of the heaviest group, of the one with the longest members, and of the largest with text."""
    heaviest = _heaviest(body)
    means = [int(body.words[group].sum()) / len(group) for group in heaviest]
    longest = heaviest[means.index(max(means))] if heaviest else NOBODY
    talking = [group for group, mean in zip(heaviest, means, strict=True) if mean >= SAYS_SOMETHING]
    largest = max(talking, key=len, default=NOBODY)
    named = {"longest": longest, "heaviest": heaviest[0] if heaviest else NOBODY, "largest": largest}
    distinct = {id(group): group for group in named.values()}  # often they are all the same group
    parts = {"links": body.numbers[body.index.linked[body.numbers]]}
    parts |= {"pictures": body.tagged("img"), "headings": body.tagged(*HEADINGS[:4])}
    known = {key: _describe(body, group, parts) for key, group in distinct.items()}
    return {f"{which}_{name}": value for which, group in named.items() for name, value in known[id(group)].items()}


def _heaviest(body: DomMask) -> list[Ints]:
    index = body.index
    is_named = np.fromiter(map(bool, index.classes), bool, len(index))
    counted = body.kept & (body.words > 0) & (is_named | index.has_tag(MADE_TO_REPEAT))
    numbers = np.flatnonzero(counted)
    places = np.where(is_named, index.depths, -1 - index.parents)[numbers]  # of a depth, or of one parent
    kinds = index.kinds[numbers]
    group = numbered((places * (int(kinds.max(initial=0)) + 1) + kinds).tolist())
    count = np.bincount(group)
    weight = np.where(count >= FEWEST, count * np.bincount(group, body.words[numbers]), 0)
    heaviest = np.argsort(-weight, kind="stable")[:TOP]
    return [numbers[group == one] for one in heaviest.tolist() if weight[one]]


def _describe(body: DomMask, group: Ints, parts: dict[str, Ints]) -> dict[str, float]:
    index, some = body.index, group[:SAMPLE]
    words = int(body.words[group].sum())
    sizes = body.words[some].astype(np.float64) if len(some) else np.zeros(1)
    starts, ends = (
        body.text[1][text_nodes[some]].tolist() for text_nodes in (index.first_text_node, index.last_text_node)
    )
    texts = [
        near_digits(body.lower_text[start : min(end, start + SAMPLE_TEXT)])
        for start, end in zip(starts, ends, strict=True)
    ]
    return {
        "members": log(len(group)),
        "words": log(share(words, len(group))),
        "share": share(words, int(body.words[0])),
        "spread": share(float(sizes.std()), float(sizes.mean())),
        **{name: share(index.count_holding(some, found), len(some)) for name, found in parts.items()},
        "dates": share(sum(bool(DATE.search(text)) for text in texts), len(some)),
        "prices": share(sum(bool(MONEY.search(text)) for text in texts), len(some)),
    }
