"""Many short texts of a page, such as class names and addresses, that are searched together."""

from collections.abc import Iterable
from functools import cached_property
from string import ascii_lowercase

import numpy as np
from ahocorasick_rs import BytesAhoCorasick

_LETTERS = bytes(code if chr(code) in f"{ascii_lowercase}\n" else ord(" ") for code in range(256))
"""Table of ``bytes.translate``."""


def word_search(words: str) -> BytesAhoCorasick:
    """Pattern of these words, given in lower case with spaces between them."""
    return BytesAhoCorasick([word.encode() for word in words.split()])


class JoinedTexts:
    """Texts in lower case, one after the other.

    Args:
        texts: of any length.

    Attributes:
        joined: their UTF-8, a line break between two.
        ends: where each but the last ends in it.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        lines = list(texts)
        joined = "\n".join(lines)
        if joined.count("\n") >= len(lines):
            joined = "\n".join([text.replace("\n", " ") for text in lines])
        self.joined = joined.lower().encode("utf-8", "replace")
        self.ends = np.flatnonzero(np.frombuffer(self.joined, np.uint8) == ord("\n"))
        self._count = len(lines)

    @cached_property
    def letters(self) -> list[str]:
        """The texts, with spaces instead of all characters but a to z."""
        return self.joined.translate(_LETTERS).decode().split("\n")[: self._count]

    def holding(self, words: BytesAhoCorasick) -> list[int]:
        """Indices of the texts with one of these words (``word_search``), in order."""
        starts = {start for _, start, _ in words.find_matches_as_indexes(self.joined, overlapping=True)}
        found = np.searchsorted(self.ends, np.fromiter(starts, np.int64))
        return sorted(set(found.tolist()))
