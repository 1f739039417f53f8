"""Measures of word order: shingles of four, and the longest common subsequence.

Sources: article-extraction-benchmark (Zyte), ``evaluate.py``: 4-grams of words, counts normalised page by page, F1 of
the mean precision and the mean recall; Lin 2004 (ROUGE-L). Deviation: words are in lower case, and characters in
scripts without spaces.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from iawce.evaluate.measures.precision_recall import PrecisionRecall, f1_score
from iawce.evaluate.measures.word_overlap import words

SHINGLE = 4
LONGEST = 20_000
"""Words of a text that ROUGE-L compares."""


class ShingleCounts(NamedTuple):
    """Shares of all shingles of got and gold text: in both, in got only, in gold only; their sum is 1 or 0."""

    both: float
    got_only: float
    gold_only: float

    @property
    def precision(self) -> float:
        """1 if both texts are empty."""
        return _ratio(self.both, self.got_only, otherwise=not self.gold_only)

    @property
    def recall(self) -> float:
        """1 if the gold text is empty."""
        return _ratio(self.both, self.gold_only, otherwise=not self.got_only)


def shingle_counts(got: str, gold: str) -> ShingleCounts:
    """Compare two texts as bags of four words in a row; a shorter text is one shingle."""
    ours, wanted = _shingles(words(got)), _shingles(words(gold))
    counts = (ours & wanted).total(), (ours - wanted).total(), (wanted - ours).total()
    total = sum(counts) or 1
    return ShingleCounts(*(count / total for count in counts))


def mean_shingle_f1(pages: Sequence[ShingleCounts]) -> float:
    """F1 of the mean precision and the mean recall, as in the benchmark."""
    if not pages:
        return 0.0
    precision = sum(page.precision for page in pages) / len(pages)
    recall = sum(page.recall for page in pages) / len(pages)
    return f1_score(precision, recall)


def rouge_l(got: str, gold: str) -> PrecisionRecall:
    """Precision, recall and F1 of the longest common subsequence of words.

    1 for two empty texts, 0 for an empty and a non-empty one.
    """
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - of the extra "bench"

    ours, wanted = words(got)[:LONGEST], words(gold)[:LONGEST]
    if not ours or not wanted:
        same = float(not ours and not wanted)
        return PrecisionRecall(same, same)
    length = LCSseq.similarity(ours, wanted)
    return PrecisionRecall(length / len(ours), length / len(wanted))


def _shingles(text: Sequence[str]) -> Counter[tuple[str, ...]]:
    found = (tuple(text[start : start + SHINGLE]) for start in range(max(1, len(text) - SHINGLE + 1)))
    return Counter(shingle for shingle in found if shingle)


def _ratio(both: float, only: float, *, otherwise: bool) -> float:
    return both / (both + only) if both + only else float(otherwise)
