"""How sure it is that a list is what its page is for: a logistic regression on ``list_features``.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench.list_confidence PATH --learn``, which prints these numbers.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.extract.records.list_features import FEATURES

INTERCEPT = -7.170
WEIGHTS = {
    "log of units": -0.093,
    "share of content": 1.540,
    "share of page": 0.721,
    "content in it": -0.112,
    "log of words each": -0.159,
    "spread of words": -0.210,
    "links": 0.239,
    "headings": 0.210,
    "paragraphs": -0.342,
    "log of values each": 0.148,
    "likeness": 0.720,
    "place": 0.501,
    "agreement of columns": 1.336,
    "groups": -1.575,
    "grouped": 1.508,
    "simhtree": 1.621,
    "class_names": 2.054,
    "tables": 1.074,
    "schema_org": 1.368,
    "log of relative rank": 0.250,
    "first by rank": 1.816,
}
"""What each feature adds to the logit."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is the list of its page, float64 (candidates,).

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    return np.asarray(1 / (1 + np.exp(-logits)))
