"""Judges candidates for a page's main content: which to take, and its expected word F1.

Blocks are judged one by one, without regard to whether the kept blocks form one article. The judge considers this, by
the blocks inside and those left out (``answer_features.py``). It gives for each candidate the probability that it is
better than the choice of blocks, which is easier to learn than the word F1 of either, and the expected word F1.
"""

from typing import NamedTuple

import numpy as np

from iawce.data.labels import PageType
from iawce.models.common.softmax import sigmoid
from iawce.models.segmentation.features.page_blocks import Floats

JUDGED = frozenset({PageType.ARTICLE, PageType.PRODUCT})
"""Types of pages that are one thing; on lists and threads several are content, and the choice of blocks stays."""
BETTER = 0.1
"""How much more probable than that of the choice itself it must be that another candidate is better."""


class Verdict(NamedTuple):
    """Place of the candidate to take, and the word F1 to expect of it, 0 to 1."""

    candidate: int
    confidence: float


def best_candidate(judged: Floats) -> Verdict:
    """The candidate to take.

    Args:
        judged: of each candidate of a page, the choice of blocks first, float64 (candidates, 2): the logit that it is
            better than the choice, and the word F1 to expect of it.
    """
    better = sigmoid(judged[:, 0])
    best = int((better + BETTER * (np.arange(len(better)) == 0)).argmax())
    return Verdict(best, float(np.clip(judged[best, 1], 0.0, 1.0)))
