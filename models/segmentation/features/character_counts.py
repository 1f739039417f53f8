"""Counts of kinds of characters in many texts at once."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.words import SOUTHEAST, within

Ints = NDArray[np.int64]
UPPER, DIGIT, COMMA, STOP, MARK, BAR, SOUTHEAST_LETTER = range(7)
BARS = frozenset("|•»›·/｜／")
COMMAS = frozenset(",，、،;；､؛၊៖")
STOPS = frozenset(".!?。！？…؟।．｡۔॥។៕။")
ENDS = STOPS | frozenset(":\"”»'’)」』）】：")
"""Characters at the end of a sentence, or of a quotation in one."""
_BMP = 0x10000


class CharacterCounts:
    """Numbers of capitals, digits, commas, sentence ends, marks and bars in each text, int64 (texts,) each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.lengths = np.array([len(text) for text in texts], np.int64)
        codes = np.frombuffer("\n".join([*texts, ""]).encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _kinds()[np.minimum(codes, _BMP - 1)]
        starts = np.cumsum(self.lengths + 1) - self.lengths - 1

        def count(kind: int) -> Ints:
            return np.add.reduceat((kinds >> kind) & 1, starts, dtype=np.int64)

        kinds[1:-1] |= _parts_clauses(codes, kinds) << COMMA
        self.upper, self.digits, self.commas, self.stops, self.marks, self.bars = (count(kind) for kind in range(6))


def _parts_clauses(codes: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Whether each character but the first and the last is a space between clauses, as in Thai."""
    is_letter = kinds >> SOUTHEAST_LETTER
    return np.asarray(is_letter[:-2] & is_letter[2:] & (codes[1:-1] == ord(" ")), np.uint8)


@cache
def _kinds() -> NDArray[np.uint8]:
    """Bits of the kinds of each character of the basic plane."""
    codes = np.arange(_BMP, dtype=np.uint32)
    characters = codes.view("U1")
    is_mark = ~(np.char.isalnum(characters) | np.char.isspace(characters))
    sets = [np.isin(codes, [ord(character) for character in found]) for found in (COMMAS, STOPS, BARS)]
    tests = (
        np.char.isupper(characters),
        np.char.isdigit(characters),
        *sets[:2],
        is_mark,
        sets[2],
        within(codes, SOUTHEAST),
    )
    return np.asarray(sum(test.astype(np.uint8) << kind for kind, test in enumerate(tests)), np.uint8)
