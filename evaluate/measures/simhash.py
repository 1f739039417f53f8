"""The measure of I-AWCE: a page is *correct* if the hashes of both texts differ in few bits, *complete* in fewer.

Source: Qin et al. 2023 (I-AWCE), eqs 6 and 7, whose formulas are lost: with C1 pages, C2 correct ones and C3 complete
ones, P = C2 / C1 and R = C3 / C2. Charikar 2002 (SimHash). Deviations: the paper does not name its hash; here it is
SimHash over words (characters in scripts without spaces) with their counts as weights. Two unrelated texts differ in
half of the bits, so that of 64 bits a distance under 30 is chance in a quarter of the pairs; 128 bits are also offered,
and the chance level is always given.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

import numpy as np

from iawce.evaluate.measures.word_overlap import words

Bits = Literal[64, 128]
BITS: tuple[Bits, ...] = (64, 128)
CORRECT, COMPLETE = 30, 10
"""Bits from which a page is no longer correct, no longer complete (paper)."""


@dataclass(frozen=True, slots=True)
class HashScores:
    """C1 ``pages``, of which C2 are correct and C3 complete by hashes of ``bits`` bits."""

    pages: int
    correct_pages: int
    complete_pages: int
    bits: Bits = 64

    @property
    def correct(self) -> float:
        """C2 / C1, the paper's P; 0 without pages."""
        return self.correct_pages / self.pages if self.pages else 0.0

    @property
    def complete(self) -> float:
        """C3 / C1; 0 without pages."""
        return self.complete_pages / self.pages if self.pages else 0.0

    @property
    def recall(self) -> float:
        """C3 / C2, the paper's R; 0 if none is correct."""
        return self.complete_pages / self.correct_pages if self.correct_pages else 0.0

    @property
    def chance(self) -> float:
        """How often two unrelated texts would count as correct."""
        return chance_level(self.bits)


def simhash(text: str, bits: Bits = 64) -> int:
    """Hash of a text; that of an empty one is 0."""
    counts = Counter(words(text))
    if not counts:
        return 0
    signs = np.stack([_signs(word, bits) for word in counts])
    votes = np.array(list(counts.values())) @ signs
    return int.from_bytes(np.packbits(votes > 0).tobytes(), "big")


def distance(got: str, gold: str, bits: Bits = 64) -> int:
    """Bits in which the hashes of two texts differ. An empty text has the greatest distance from a non-empty one."""
    if bool(words(got)) != bool(words(gold)):
        return bits
    return (simhash(got, bits) ^ simhash(gold, bits)).bit_count()


def hash_scores(distances: Sequence[int], bits: Bits = 64) -> HashScores:
    """Scores of pages by the number of bits in which their texts differ."""
    correct, complete = (sum(far < limit for far in distances) for limit in (CORRECT, COMPLETE))
    return HashScores(len(distances), correct, complete, bits)


def chance_level(bits: Bits, limit: int = CORRECT) -> float:
    """Probability that two random hashes differ in fewer than ``limit`` bits."""
    return sum(math.comb(bits, differing) for differing in range(limit)) / 2.0**bits


@lru_cache(maxsize=200_000)
def _signs(word: str, bits: Bits) -> "np.ndarray[tuple[int], np.dtype[np.int8]]":
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=bits // 8).digest()
    return np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.int8) * 2 - 1
