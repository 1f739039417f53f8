"""Judges candidates for a page's main content: chooses one, and predicts its word F1.

Blocks are classified one by one, without regard to whether the kept blocks form one article. The judge considers this,
by the blocks inside and those left out (``answer_features.py``). It gives for each candidate the probability that it is
better than the choice of blocks, which is easier to learn than the word F1 of either, and the expected word F1.
"""

from typing import NamedTuple

import numpy as np

from iawce.data.labels import PageType
from iawce.models.common.softmax import sigmoid
from iawce.models.segmentation.features.page_blocks import Floats

JUDGED = frozenset({PageType.ARTICLE, PageType.PRODUCT})
"""Types of pages with a single item; on lists and threads, several are content, and the choice of blocks stays."""
BETTER = 0.1
"""Least margin of a candidate's probability of being better, compared with the choice's own."""


class Verdict(NamedTuple):
    """Index of the chosen candidate, and its expected word F1, 0 to 1."""

    candidate: int
    confidence: float


def best_candidate(judged: Floats) -> Verdict:
    """The best candidate.

    Args:
        judged: of each candidate of a page, the choice of blocks first, float64 (candidates, 2): the logit that it is
            better than the choice, and its expected word F1.
    """
    better = sigmoid(judged[:, 0])
    best = int((better + BETTER * (np.arange(len(better)) == 0)).argmax())
    return Verdict(best, float(np.clip(judged[best, 1], 0.0, 1.0)))
