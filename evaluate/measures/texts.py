"""Measures of texts: precision and recall of words, word order, snippets, SimHash, completeness.

Source: van Rijsbergen 1979, Information Retrieval, chapter 7 (F measure).

Source: WCXB, ``evaluate.py`` (words are runs of letters, digits and underscores, in lower case). Deviation: in scripts
without spaces between words, each character counts as one, since otherwise a whole sentence would be a single word.

Sources: article-extraction-benchmark (Zyte), ``evaluate.py``: 4-grams of words, counts normalised page by page, F1 of
the mean precision and the mean recall; Lin 2004 (ROUGE-L). Deviation: words are in lower case, and characters in
scripts without spaces.

Source: WCXB. A snippet is found if its words are in the text in their order; spaces, punctuation and case do not count.
A page without snippets of a kind does not count for that kind.

Source: Qin et al. 2023 (I-AWCE), eqs 6 and 7, whose formulas are lost: with C1 pages, C2 correct ones and C3 complete
ones, P = C2 / C1 and R = C3 / C2. Charikar 2002 (SimHash). Deviations: the paper does not name its hash; here it is
SimHash over words (characters in scripts without spaces) with their counts as weights. Two unrelated texts differ in
half of the bits, so that of 64 bits a distance under 30 is chance in a quarter of the pairs; 128 bits are also offered,
and the chance level is always given.

Source: the paper of that system, section 4: completeness is the share of result pages whose topic content is complete,
compression the size of the result by that of the source. Its printed shares are not multiples of one page, so they must
be means over pages: both readings are given.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

import numpy as np

NO_BLANKS = (
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0002fa1f"
)
"""Kana, Chinese characters, Thai, Lao, Burmese, Khmer."""
WORD = re.compile(rf"[{NO_BLANKS}]|[^\W{NO_BLANKS}]+")
SHINGLE = 4
MAX_LENGTH = 20_000  # Words of a text that ROUGE-L compares
Bits = Literal[64, 128]
BITS: tuple[Bits, ...] = (64, 128)
CORRECT, COMPLETE = 30, 10  # Bits from which a page is no longer correct, no longer complete (paper)
WHOLE = 0.95  # Recall of the gold words from which a page counts as complete


def f1_score(precision: float, recall: float) -> float:
    """Harmonic mean of precision and recall; 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


class PrecisionRecall(NamedTuple):
    """The share of found items that are right, and of right items that are found, each 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        return f1_score(self.precision, self.recall)


def words(text: str) -> list[str]:
    """Words in lower case; single characters of scripts without spaces."""
    return WORD.findall(text.lower())


def word_scores(got: str, gold: str) -> PrecisionRecall:
    """Compare two texts as bags of words; 1 for two empty texts, 0 for an empty and a non-empty one, as all scores."""
    return _bag_scores(Counter(words(got)), Counter(words(gold)))


def shingle_scores(got: str, gold: str) -> PrecisionRecall:
    """Compare two texts as bags of four words in a row; a shorter text is one shingle."""
    return _bag_scores(_shingles(words(got)), _shingles(words(gold)))


def rouge_l(got: str, gold: str) -> PrecisionRecall:
    """Precision, recall and F1 of the longest common subsequence of words."""
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - of the extra "bench"

    ours, wanted = words(got)[:MAX_LENGTH], words(gold)[:MAX_LENGTH]
    return _scores(LCSseq.similarity(ours, wanted), len(ours), len(wanted))


def _bag_scores(ours: Counter[Any], wanted: Counter[Any]) -> PrecisionRecall:
    return _scores((ours & wanted).total(), ours.total(), wanted.total())


def _scores(shared: int, ours: int, wanted: int) -> PrecisionRecall:
    if not ours or not wanted:
        same = float(ours == wanted)
        return PrecisionRecall(same, same)
    return PrecisionRecall(shared / ours, shared / wanted)


def _shingles(text: Sequence[str]) -> Counter[tuple[str, ...]]:
    found = (tuple(text[start : start + SHINGLE]) for start in range(max(1, len(text) - SHINGLE + 1)))
    return Counter(shingle for shingle in found if shingle)


def share_found(text: str, snippets: Sequence[str]) -> float | None:
    """Share of the snippets that are in the text, None if there are none."""
    joined = f" {' '.join(words(text))} "
    asked = [" ".join(words(snippet)) for snippet in snippets]
    asked = [snippet for snippet in asked if snippet]
    return sum(f" {snippet} " in joined for snippet in asked) / len(asked) if asked else None


class HashScores(NamedTuple):
    """C2 / C1 (the paper's P), C3 / C2 (its R) and C3 / C1 of C1 pages, C2 correct and C3 complete."""

    correct: float
    recall: float
    complete: float


def hash_scores(correct: Sequence[float], complete: Sequence[float]) -> HashScores:
    """Scores of pages by whether each is correct, and complete, 0 or 1; 0 where there is none."""
    pages, right, whole = len(correct) or 1, sum(correct), sum(complete)
    return HashScores(right / pages, whole / (right or 1), whole / pages)


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


def chance_level(bits: Bits) -> float:
    """Probability that the hashes of two unrelated texts count as correct."""
    return sum(math.comb(bits, differing) for differing in range(CORRECT)) / 2.0**bits


@lru_cache(maxsize=200_000)
def _signs(word: str, bits: Bits) -> "np.ndarray[tuple[int], np.dtype[np.int8]]":
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=bits // 8).digest()
    return np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.int8) * 2 - 1


def whole_pages(recalls: Sequence[float]) -> float:
    """Share of the pages with a recall of at least ``WHOLE``; 0 without pages."""
    return sum(recall >= WHOLE for recall in recalls) / len(recalls) if recalls else 0.0


def compression(result: str, source: bytes) -> float:
    """Bytes of the result for one byte of the source; 0 if the source is empty."""
    return len(result.encode("utf-8", "replace")) / len(source) if source else 0.0
