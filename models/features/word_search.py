"""Finds which of many words occur in a long text, in one pass over its bytes instead of one for each word."""

from collections.abc import Sequence

import numpy as np

GRAM = 4
"""Bytes that are compared at once."""
FACTOR = np.uint32(2654435761)
"""Of multiplicative hashing (Knuth, The Art of Computer Programming, vol. 3, section 6.4)."""
BITS = 16


class WordSearch:
    """Words to be found as parts of texts.

    Args:
        words: those shorter than ``GRAM`` - 1 bytes are looked for one by one.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._short = [word.encode() for word in words if len(word.encode()) < GRAM - 1]
        self._by_gram: dict[bytes, list[bytes]] = {}
        for word in (word.encode() for word in words if len(word.encode()) >= GRAM - 1):
            for gram in [word[:GRAM]] if len(word) >= GRAM else [word + bytes([last]) for last in range(256)]:
                self._by_gram.setdefault(gram, []).append(word)
        self._begins = np.zeros(1 << BITS, bool)
        self._begins[_hash(np.frombuffer(b"".join(self._by_gram), np.uint32))] = True

    def find(self, text: bytes) -> set[str]:
        """The words that occur in the text."""
        found, padded = {word for word in self._short if word in text}, text + bytes(GRAM)
        for shift in range(GRAM):
            grams = np.frombuffer(padded, np.uint32, (len(padded) - shift) // GRAM, shift)
            for place in np.flatnonzero(self._begins.take(_hash(grams))).tolist():
                start = GRAM * place + shift
                for word in self._by_gram.get(padded[start : start + GRAM], ()):
                    if word not in found and padded.startswith(word, start):
                        found.add(word)
        return {word.decode() for word in found}


def _hash(grams: "np.ndarray[tuple[int], np.dtype[np.uint32]]") -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    return (grams * FACTOR) >> np.uint32(32 - BITS)
