"""Words: each CJK character is one, and so is each other run of letters and digits with the marks on them.

Thai, Lao, Khmer and Burmese have no spaces between words and do not mark their ends: there, a run of letters with the
following marks counts, which is about as long as a word of English; a dictionary would be needed for more.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

CJK = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
SOUTHEAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"  # Thai, Lao, Burmese, Khmer
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Table of ``str.translate`` without soft hyphens and characters without width; joiners have a meaning and stay."""
JOINER = "\u200d"
_EMOJI_MARKS = "\ufe00-\ufe0f"
_BMP = 0x10000
_OTHER, _LETTER, _CJK_KIND, _SOUTHEAST_LETTER, _SOUTHEAST_MARK = range(5)


def count_words(text: str) -> int:
    """Number of words."""
    return len(_word().findall(text)) if text and not text.isspace() else 0


def split_words(text: str) -> list[str]:
    """The words in order."""
    return _word().findall(text)


def letters(text: str) -> str:
    """A text for comparing: its words in lower case without spaces."""
    return "".join(split_words(text.casefold()))


def count_words_each(texts: Sequence[str]) -> NDArray[np.int64]:
    """Number of words of each text, int64 (len(texts),): as ``count_words``, many times faster for a whole page."""
    if not texts:
        return np.zeros(0, np.int64)
    kinds = _kinds("\n".join(texts))
    starts = kinds == _CJK_KIND
    for kind in (_LETTER, _SOUTHEAST_LETTER):
        is_of = kinds == kind
        is_of[1:] &= ~is_of[:-1]
        starts |= is_of
    ends = np.cumsum([len(text) + 1 for text in texts])
    return np.asarray(np.diff(np.searchsorted(np.flatnonzero(starts), ends), prepend=0))


@lru_cache(maxsize=1)
def _word() -> re.Pattern[str]:
    """A word; one of a southeastern script ends with its marks."""
    kinds = (_SOUTHEAST_LETTER, _SOUTHEAST_MARK, _LETTER)
    letters, ends, others = ("".join(map(chr, np.flatnonzero(_table() == kind).tolist())) for kind in kinds)
    marks = "".join(character for character in others if not character.isalnum())
    plain = rf"[^\W_{CJK}{SOUTHEAST}]"
    marked = rf"(?:[{marks}]{plain}*)"
    return re.compile(rf"{plain}+{marked}*|[{CJK}]|[{letters}]+[{ends}]*|{marked}+")


def _kinds(text: str) -> NDArray[np.int8]:
    """Kind of each character."""
    if text.isascii():
        return np.frombuffer(text.encode().translate(_table()[:256].tobytes()), np.int8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = np.asarray(_table()[np.minimum(codes, _BMP - 1)])
    further, place = np.unique(codes[codes >= _BMP], return_inverse=True)
    kinds[codes >= _BMP] = _kinds_of(further)[place]
    return kinds


@lru_cache(maxsize=1)
def _table() -> NDArray[np.int8]:
    """Kinds of the characters of the Basic Multilingual Plane."""
    return _kinds_of(np.arange(_BMP, dtype=np.uint32))


def _kinds_of(codes: NDArray[np.uint32]) -> NDArray[np.int8]:
    """Kind of the character of each code point."""
    is_letter, is_southeastern = np.char.isalnum(codes.view("U1")), within(codes, SOUTHEAST)
    is_mark = np.array([unicodedata.category(chr(code)) in {"Mn", "Mc"} for code in codes.tolist()], bool)
    is_mark &= ~within(codes, _EMOJI_MARKS) & (codes < _BMP)  # as in the pattern of a word
    tests = (within(codes, CJK), is_southeastern & is_letter, is_southeastern & is_mark, is_southeastern)
    kinds = (_CJK_KIND, _SOUTHEAST_LETTER, _SOUTHEAST_MARK, _OTHER, _LETTER)
    return np.select([*tests, is_letter | is_mark], kinds, _OTHER).astype(np.int8)


def within(codes: NDArray[np.uint32], ranges: str) -> NDArray[np.bool_]:
    """Whether each code point lies in one of the ranges, written as between the brackets of a regular expression."""
    found = np.zeros(len(codes), bool)
    for first, last in re.findall("(.)-(.)", ranges):
        found |= (ord(first) <= codes) & (codes <= ord(last))
    return found
