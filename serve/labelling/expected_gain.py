"""Which page to label next: the most informative one.

A page is informative if the models are unsure, and less so if its structure is similar to that of a labelled page::

    gain = doubt * (LIKE + (1 - LIKE) * (1 - likeness))

``doubt`` is 1 minus the product of the probability of the page type and the expected word F1, or 1 for a failed page.
``likeness`` is the share of the places of its elements that it has in common with the most similar labelled page. After
the information density of Settles and Craven 2008, An Analysis of Active Learning Strategies for Sequence Labeling
Tasks, with dissimilarity to labelled pages in place of similarity to unlabelled ones.
"""

from collections.abc import Iterable

from iawce.extract.papers.leader_clusters import PageFeature, similarity
from iawce.serve.labelling.label_task import LabelTask

LIKE = 0.1
"""Gain of a page with the same structure as a labelled one, relative to an unlike page."""


def expected_gain(doubt: float, likeness: float) -> float:
    """The expected gain from labelling a page, 0 to 1.

    Args:
        doubt: probability that its type or content are wrong, 0 to 1.
        likeness: to the most similar labelled page, 0 to 1; 0 if none is labelled.
    """
    return doubt * (LIKE + (1 - LIKE) * (1 - likeness))


class LabelQueue:
    """Waiting pages, and their similarity to labelled ones; each pair is compared once."""

    def __init__(self) -> None:
        self._waiting: dict[str, LabelTask] = {}
        self._labelled: dict[str, PageFeature] = {}
        self._likeness: dict[str, dict[str, float]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, task: LabelTask) -> None:
        """Add a page."""
        self._waiting[task.id] = task

    def remove(self, task: LabelTask) -> None:
        """Remove a page."""
        self._waiting.pop(task.id, None)

    def learn(self, name: str, feature: PageFeature) -> None:
        """Count a page as labelled."""
        self._labelled[name] = feature

    def forget(self, name: str) -> None:
        """No longer count a page as labelled."""
        self._labelled.pop(name, None)

    def first(self) -> LabelTask | None:
        """The page with the highest expected gain, the earliest of several; None if none waits."""
        return max(self._waiting.values(), key=self.gain, default=None)

    def gain(self, task: LabelTask) -> float:
        """The expected gain from labelling a page."""
        known = self._likeness.setdefault(task.id, {})
        for name, feature in self._labelled.items():
            if name not in known:
                known[name] = similarity(task.feature, feature)
        return expected_gain(task.doubt, _most(known[name] for name in self._labelled))


def _most(shares: Iterable[float]) -> float:
    return max(shares, default=0.0)
