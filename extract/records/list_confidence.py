"""How sure it is that a list is what its page is for: a logistic regression on ``list_features``.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench.list_confidence PATH --learn``, which prints these numbers.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.extract.records.list_features import FEATURES

INTERCEPT = -7.392
WEIGHTS = {
    "log of units": -0.028,
    "share of content": 1.575,
    "share of page": 0.610,
    "content in it": -0.106,
    "log of words each": -0.131,
    "spread of words": -0.268,
    "links": 0.367,
    "headings": 0.356,
    "paragraphs": -0.227,
    "log of values each": 0.069,
    "likeness": 0.446,
    "place": 0.252,
    "agreement of columns": 1.201,
    "groups": -1.346,
    "grouped": 1.731,
    "simhtree": 2.291,
    "class_names": 2.141,
    "tables": 1.549,
    "schema_org": 1.347,
    "log of relative rank": 0.267,
    "first by rank": 1.485,
}
"""What each feature adds to the logit."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is the list of its page, float64 (candidates,).

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    return np.asarray(1 / (1 + np.exp(-logits)))
