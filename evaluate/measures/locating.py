"""The measures of the forum system: outcomes A to E of locating records, and pairwise scores of a clustering.

Source: the paper of that system, section on measures. Outcomes: on a page with several records, the right nodes (A),
wrong nodes (B) or nothing (C) is found; on one with a single record, nothing (D) or something (E). Quality is (A + D) /
all; B and E do harm, C is forgiven.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from iawce.evaluate.measures.texts import PrecisionRecall

Outcome = Literal["A", "B", "C", "D", "E"]
OUTCOMES: tuple[Outcome, ...] = ("A", "B", "C", "D", "E")


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many pages had each outcome."""

    counts: dict[Outcome, int]

    @property
    def quality(self) -> float:
        """(A + D) / all, 0 without pages."""
        total = sum(self.counts.values())
        return (self.counts["A"] + self.counts["D"]) / total if total else 0.0

    @property
    def harmful(self) -> float:
        """(B + E) / all, 0 without pages."""
        total = sum(self.counts.values())
        return (self.counts["B"] + self.counts["E"]) / total if total else 0.0


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
