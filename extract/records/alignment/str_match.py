"""StrMatch: matches the items of a string with those of the pattern, and handles the unmatched ones.

Source: Ren and Xue 2007, section 3.4, StrMatch and check.

Deviations: the printed example of case 3, ``p/abc`` with ``p/adbc``, is case 1 by its own definition, since ``a`` and
``b`` are neighbours; case 3 is interpreted as an item between two whose matches have other items between them. Cases 1
and 2 are one, as the paper says they can be. ``align_alike`` is the paper's future work: of several equal choices it
chooses those with the largest total similarity, whereas ``match_first`` chooses the first.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

P = TypeVar("P")
S = TypeVar("S")
Map = dict[int, int]
"""Place in the pattern of each matched place of the string; both are increasing."""
MOST_PAIRS = 2_500
"""Largest product of the lengths of both strings; beyond it, only the first choice is examined."""


def match_first(pattern: Sequence[Hashable], string: Sequence[Hashable]) -> Map:
    """The map of StrMatch: each item of the string is matched with the first equal one after the last match.

    Unmatched items are the paper's ``diff``.
    """
    places: dict[Hashable, list[int]] = {}
    for place, item in enumerate(pattern):
        places.setdefault(item, []).append(place)
    matched: Map = {}
    following = 0
    for index, item in enumerate(string):
        equal = places.get(item, [])
        found = bisect_left(equal, following)
        if found < len(equal):
            matched[index] = equal[found]
            following = equal[found] + 1
    return matched


def align_alike(pattern: Sequence[P], string: Sequence[S], likeness: Callable[[P, S], float]) -> Map:
    """The map with the largest sum of likenesses; items whose likeness is 0 are never matched.

    Time grows with the product of both lengths, which callers limit to ``MOST_PAIRS``.
    """
    best = [[0.0] * (len(string) + 1) for _ in range(len(pattern) + 1)]
    alike = [[likeness(theirs, ours) for ours in string] for theirs in pattern]
    for row in range(len(pattern) - 1, -1, -1):
        for column in range(len(string) - 1, -1, -1):
            together = alike[row][column] + best[row + 1][column + 1] if alike[row][column] else 0.0
            best[row][column] = max(together, best[row + 1][column], best[row][column + 1])
    matched: Map = {}
    row = column = 0
    while row < len(pattern) and column < len(string):
        if alike[row][column] and best[row][column] == alike[row][column] + best[row + 1][column + 1]:
            matched[column] = row
            row, column = row + 1, column + 1
        elif best[row][column] == best[row][column + 1]:
            column += 1
        else:
            row += 1
    return matched


def check(matched: Map, pattern_length: int, string_length: int) -> list[tuple[range, int, bool]]:
    """Each run of unmatched items, the place in the pattern where it is inserted, and whether that is certain.

    It is certain if the items around the run are neighbours in the pattern (case 1), or the run is before the first or
    after the last item of the pattern (case 2). Otherwise (case 3) the place is right after the match before the run.
    """
    runs: list[tuple[range, int, bool]] = []
    start, before = 0, -1
    for index in range(string_length + 1):
        after = matched.get(index, pattern_length) if index < string_length else pattern_length
        if index < string_length and index not in matched:
            continue
        if start < index:
            runs.append((range(start, index), before + 1, after == before + 1))
        start, before = index + 1, after
    return runs
