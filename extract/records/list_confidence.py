"""How sure it is that a list is what its page is for: a logistic regression on ``list_features``.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench.list_confidence PATH --learn``, which prints these numbers.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.extract.records.list_features import FEATURES

INTERCEPT = -10.738
WEIGHTS = {
    "log of units": -0.009,
    "share of content": 1.474,
    "share of page": 0.093,
    "content in it": -0.016,
    "log of words each": -0.059,
    "spread of words": -0.349,
    "links": 0.377,
    "headings": 0.447,
    "paragraphs": -0.292,
    "log of values each": 0.182,
    "likeness": 3.712,
    "place": 0.029,
    "simhtree": 2.830,
    "class_names": 2.067,
    "tables": 1.531,
    "schema_org": 1.514,
    "agreement of columns": 0.364,
    "groups": -1.488,
    "grouped": 1.890,
    "log of relative rank": 0.222,
    "first by rank": 2.069,
}
"""What each feature adds to the logit."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is the list of its page, float64 (candidates,).

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    return np.asarray(1 / (1 + np.exp(-logits)))
