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
        words: those shorter than ``GRAM`` bytes are looked for one by one.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._short = [word.encode() for word in words if len(word.encode()) < GRAM]
        self._by_gram: dict[bytes, list[bytes]] = {}
        for word in (word.encode() for word in words if len(word.encode()) >= GRAM):
            self._by_gram.setdefault(word[:GRAM], []).append(word)
        self._begins = np.zeros(1 << BITS, bool)
        self._begins[_hash(np.frombuffer(b"".join(self._by_gram), np.uint32))] = True

    def find(self, text: bytes) -> set[str]:
        """The words that occur in the text."""
        found = {word for word in self._short if word in text}
        for shift in range(GRAM):
            count = (len(text) - shift) // GRAM
            grams = np.frombuffer(text, np.uint32, max(count, 0), shift) if count > 0 else np.zeros(0, np.uint32)
            for place in np.flatnonzero(self._begins[_hash(grams)]).tolist():
                start = GRAM * place + shift
                words = self._by_gram.get(text[start : start + GRAM], ())
                found.update(word for word in words if text.startswith(word, start))
        return {word.decode() for word in found}


def _hash(grams: "np.ndarray[tuple[int], np.dtype[np.uint32]]") -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    return (grams * FACTOR) >> np.uint32(32 - BITS)
