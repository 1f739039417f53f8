"""Necessary parts of a time, found in one pass without a regular expression: a digit, or one of few words."""

from collections.abc import Sequence

import numpy as np
from ahocorasick_rs import AhoCorasick
from numpy.typing import NDArray

from iawce.data.reading.time_words import DAY_SIGNS, DAY_WORDS, NOW, NOW_ALONE

_DIGITS = [chr(ord(zero) + number) for zero in "0０٠۰०০๐" for number in range(10)]
"""Digits of the scripts in which pages have dates."""
_WORDS = ["ago", "vor ", "il y a", "hace ", "前", *NOW, *NOW_ALONE, *DAY_WORDS, *DAY_SIGNS]
_MARKS = AhoCorasick([*_DIGITS, *_WORDS])


def is_marked(folded: str) -> bool:
    """Whether there may be a time in a text in lower case."""
    return bool(_MARKS.find_matches_as_indexes(folded))


def marked(texts: Sequence[str]) -> NDArray[np.bool_]:
    """Whether there may be a time in each text, bool (len(texts),)."""
    found = np.zeros(len(texts), bool)
    joined = "\n".join(texts).replace("İ", "i").lower()  # this letter alone becomes two in lower case
    ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64)
    places = [begin for _, begin, _ in _MARKS.find_matches_as_indexes(joined)]
    found[np.searchsorted(ends, places, side="right")] = True
    return found
