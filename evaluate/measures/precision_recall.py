"""Precision, recall and F1.

Source: van Rijsbergen 1979, Information Retrieval, chapter 7 (F measure).
"""

from typing import NamedTuple


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
