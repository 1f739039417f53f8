"""Records matched one to one with gold records, and their fields scored; outcomes of locating them; clusterings.

Sources: Kuhn 1955 (assignment), as evaluations of record extraction use it; the paper of SimHTree records, section 5
(rate = right items / items).

Source: the paper of the forum system, section on measures. Outcomes: on a page with several records, the right nodes
(A), wrong nodes (B) or nothing (C) is found; on one with a single record, nothing (D) or something (E). Quality is
(A + D) / all; B and E do harm, C is forgiven.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

import numpy as np
from scipy.optimize import linear_sum_assignment

from iawce.evaluate.measures.texts import PrecisionRecall, word_scores

DAY = 10  # Characters of a date in ISO 8601 without its time
MATCH = 0.5  # Least mean word F1 of the fields with which two records count as the same
RIGHT = 0.999  # Word F1 from which a field is right
Record = Mapping[str, str]
Outcome = Literal["A", "B", "C", "D", "E"]
OUTCOMES: tuple[Outcome, ...] = ("A", "B", "C", "D", "E")


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


def pairwise_scores(found: Sequence[Hashable], gold: Sequence[Hashable]) -> PrecisionRecall:
    """Precision, recall and F1 over all pairs of pages: in one cluster, and of one class.

    Without a pair to find, or without one found, that share is 1.
    """
    together = _pairs(Counter(zip(found, gold, strict=True)))
    clustered, classed = _pairs(Counter(found)), _pairs(Counter(gold))
    precision = together / clustered if clustered else 1.0
    recall = together / classed if classed else 1.0
    return PrecisionRecall(precision, recall)


def _pairs(counts: Counter[Hashable]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())
