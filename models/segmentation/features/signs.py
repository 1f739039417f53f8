"""Counts of kinds of characters in many texts at once."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
UPPER, DIGIT, COMMA, STOP, MARK, BAR = range(6)
BARS = frozenset("|•»›·/")
COMMAS = frozenset(",，、،;；")
STOPS = frozenset(".!?。！？…؟।")
ENDS = STOPS | frozenset(":\"”»'’)")
"""What a sentence, and whatever is quoted in one, ends with."""
_BMP = 0x10000


class Signs:
    """Upper-case letters, digits, commas, sentence ends, marks and bars of each text, int64 (texts,) each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.lengths = np.array([len(text) for text in texts], np.int64)
        codes = np.frombuffer("\n".join([*texts, ""]).encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _kinds()[np.minimum(codes, _BMP - 1)]
        starts = np.cumsum(self.lengths + 1) - self.lengths - 1

        def count(kind: int) -> Ints:
            return np.add.reduceat((kinds >> kind) & 1, starts, dtype=np.int64)

        self.upper, self.digits, self.commas, self.stops, self.marks, self.bars = (count(kind) for kind in range(6))


@cache
def _kinds() -> NDArray[np.uint8]:
    """Bits of the kinds of each character of the basic plane."""
    kinds = np.zeros(_BMP, np.uint8)
    for code in range(_BMP):
        sign = chr(code)
        is_mark = not (sign.isalnum() or sign.isspace())
        tests = (sign.isupper(), sign.isdigit(), sign in COMMAS, sign in STOPS, is_mark, sign in BARS)
        kinds[code] = sum(1 << kind for kind, true in enumerate(tests) if true)
    return kinds
