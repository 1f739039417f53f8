"""The confidence that a list is the main list of its page: a logistic regression on ``list_features``.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench list_confidence PATH --learn``, which prints these numbers.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.extract.records.lists.list_features import FEATURES

INTERCEPT = -7.502
WEIGHTS = {
    "log of units": -0.096,
    "share of content": 1.557,
    "share of page": 0.744,
    "content in it": -0.060,
    "log of words each": -0.160,
    "spread of words": -0.091,
    "links": 0.300,
    "headings": 0.175,
    "paragraphs": -0.347,
    "log of values each": 0.145,
    "likeness": 0.938,
    "place": 0.594,
    "agreement of columns": 1.264,
    "groups": 0.000,
    "grouped": 1.403,
    "simhtree": 1.539,
    "class_names": 2.115,
    "tables": 1.103,
    "schema_org": 1.409,
    "log of relative rank": 0.231,
    "first by rank": 1.825,
}
"""Weight of each feature."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is its page's main list, float64 (candidates,); 0 if it groups another.

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    groups = features[:, FEATURES.index("groups")] > 0
    return np.where(groups, 0.0, 1 / (1 + np.exp(-logits)))
