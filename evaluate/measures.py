"""Measures of extraction quality: of texts, of records and their fields, of locating records.

Words: precision and recall (van Rijsbergen 1979, Information Retrieval, chapter 7) of runs of letters, digits and
underscores, in lower case (WCXB, ``evaluate.py``). Deviation, in all measures of words: in scripts without spaces
between words, each character counts as one, since otherwise a whole sentence would be a single word.

Order: 4-grams of words, counts normalised page by page, F1 of the mean precision and the mean recall
(article-extraction-benchmark, Zyte, ``evaluate.py``); ROUGE-L (Lin 2004). Deviation: words are in lower case.

Snippets (WCXB): one is found if its words are in the text in their order; spaces, punctuation and case do not count. A
page without snippets of a kind does not count for that kind.

SimHash: Qin et al. 2023 (I-AWCE), eqs 6 and 7, whose formulas are lost: with C1 pages, C2 correct ones and C3 complete
ones, P = C2 / C1 and R = C3 / C2. Charikar 2002 (SimHash). Deviations: the paper does not name its hash; here it is
SimHash over words with their counts as weights. Two unrelated texts differ in half of the bits, so that of 64 bits a
distance under 30 is chance in a quarter of the pairs; 128 bits are also offered, and the chance level is always given.

Completeness is the share of result pages whose topic content is complete, compression the size of the result by that of
the source (the paper of that system, section 4). Its printed shares are not multiples of one page, so they must be
means over pages: both readings are given.

Records are matched one to one with gold records, and their fields scored: Kuhn 1955 (assignment), as evaluations of
record extraction use it; the paper of SimHTree records, section 5 (rate = right items / items).

Outcomes (the paper of the forum system, section on measures): on a page with several records, the right nodes (A),
wrong nodes (B) or nothing (C) is found; on one with a single record, nothing (D) or something (E). Quality is (A + D) /
all; B and E do harm, C is forgiven.
"""

import math
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from statistics import fmean
from typing import Any, Literal, NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

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
DAY = 10  # Characters of a date in ISO 8601 without its time
MATCH = 0.5  # Least mean word F1 of the fields with which two records count as the same
RIGHT = 0.999  # Word F1 from which a field is right
Record = Mapping[str, str]
Outcome = Literal["A", "B", "C", "D", "E"]
OUTCOMES: tuple[Outcome, ...] = ("A", "B", "C", "D", "E")


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


def hash_scores(correct: Sequence[float], complete: Sequence[float]) -> tuple[float, float, float]:
    """C2 / C1 (the paper's P), C3 / C2 (its R) and C3 / C1 of C1 pages, C2 correct and C3 complete; 0 without pages.

    Given of each page: whether it is correct, and complete, 0 or 1.
    """
    pages, right, whole = len(correct) or 1, sum(correct), sum(complete)
    return right / pages, whole / (right or 1), whole / pages


def simhash(text: str, bits: Bits) -> int:
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


def field_score(name: str, got: str, gold: str) -> float:
    """Word F1 of a field, 0 to 1; of ``date``, in ISO 8601, whether it is the same day."""
    return float(got[:DAY] == gold[:DAY]) if name == "date" else word_scores(got, gold).f1


@dataclass(frozen=True, slots=True)
class RecordScores:
    """How well records agree with those of the gold."""

    records: PrecisionRecall  # Precision, recall, F1 of whole records
    fields: dict[str, float]  # Mean word F1 of each field over gold records
    right: float  # Share of the gold records of which every field is right (the rate of SimHTree)
    matches: dict[int, int]  # Index of the gold record that each of ours is, by our index


def record_scores(got: Sequence[Record], gold: Sequence[Record], *, least: float = MATCH) -> RecordScores:
    """Match records so that their fields agree as well as can be, then score.

    Only fields of the gold record are compared; those that no extracted record has do not prevent a match, they only
    count as not found. A pair with a lower agreement than ``least`` (0 to 1) is no match.
    """
    names = sorted({name for record in gold for name in record})
    if not got or not gold:
        same = float(not got and not gold)
        return RecordScores(PrecisionRecall(same, same), dict.fromkeys(names, same), same, {})
    offered = {name for record in got for name in record}
    alike = np.array([[_likeness(ours, wanted, offered) for wanted in gold] for ours in got])
    pairs = [(i, j) for i, j in zip(*linear_sum_assignment(-alike), strict=True) if alike[i, j] >= least]
    found = PrecisionRecall(len(pairs) / len(got), len(pairs) / len(gold))
    matched = {j: got[i] for i, j in pairs}
    scores = [
        {name: word_scores(matched.get(j, {}).get(name, ""), value).f1 for name, value in wanted.items()}
        for j, wanted in enumerate(gold)
    ]
    fields = {name: fmean(one[name] for one in scores if name in one) for name in names}
    right = fmean(all(score >= RIGHT for score in one.values()) for one in scores)
    return RecordScores(found, fields, right, {int(i): int(j) for i, j in pairs})


def _likeness(ours: Record, wanted: Record, offered: Set[str]) -> float:
    scores = [word_scores(ours.get(name, ""), value).f1 for name, value in wanted.items() if name in offered]
    return fmean(scores) if scores else 0.0


def outcome(found: Sequence[Hashable], right: Sequence[Hashable]) -> Outcome:
    """Outcome of one page from the nodes found and those of its records; with fewer than two it is a single one."""
    if len(right) < 2:
        return "E" if found else "D"
    if not found:
        return "C"
    return "A" if set(found) == set(right) else "B"
