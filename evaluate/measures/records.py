"""Records matched one to one with gold records, and their fields scored.

Sources: Kuhn 1955 (assignment), as evaluations of record extraction use it; the paper of SimHTree records, section 5
(rate = right items / items).
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from iawce.evaluate.measures.texts import PrecisionRecall, word_scores

DAY = 10
"""Characters of a date in ISO 8601 without its time."""


def field_score(name: str, got: str, gold: str) -> float:
    """Word F1 of a field, 0 to 1; of ``date``, in ISO 8601, whether it is the same day."""
    return float(got[:DAY] == gold[:DAY]) if name == "date" else word_scores(got, gold).f1


MATCH = 0.5
"""Least mean word F1 of the fields with which two records count as the same."""
RIGHT = 0.999
"""Word F1 from which a field is right."""
Record = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RecordScores:
    """``records``: precision, recall, F1 of whole records; ``fields``: mean word F1 of each field over gold records.

    ``right``: share of the gold records of which every field is right (the rate of SimHTree). ``matches``: index of the
    gold record that each of ours is, by our index.
    """

    records: PrecisionRecall
    fields: dict[str, float]
    right: float
    matches: dict[int, int]


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
    fields = {name: _field_score(name, matched, gold) for name in names}
    right = sum(_is_right(matched.get(j, {}), wanted) for j, wanted in enumerate(gold)) / len(gold)
    matches = {int(i): int(j) for i, j in pairs}
    return RecordScores(found, fields, right, matches)


def _likeness(ours: Record, wanted: Record, offered: Set[str]) -> float:
    scores = [word_scores(ours.get(name, ""), value).f1 for name, value in wanted.items() if name in offered]
    return sum(scores) / len(scores) if scores else 0.0


def _field_score(name: str, matched: Mapping[int, Record], gold: Sequence[Record]) -> float:
    scores = [
        word_scores(matched.get(j, {}).get(name, ""), record[name]).f1
        for j, record in enumerate(gold)
        if name in record
    ]
    return sum(scores) / len(scores)


def _is_right(ours: Record, wanted: Record) -> bool:
    return all(word_scores(ours.get(name, ""), value).f1 >= RIGHT for name, value in wanted.items())
