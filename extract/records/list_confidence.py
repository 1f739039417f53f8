"""How sure it is that a list is what its page is for: a logistic regression on ``list_features``.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench.list_confidence PATH --learn``, which prints these numbers.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.extract.records.list_features import FEATURES

INTERCEPT = -10.472
WEIGHTS = {
    "log of units": 0.068,
    "share of content": 1.371,
    "share of page": 1.333,
    "content in it": 0.076,
    "log of words each": -0.116,
    "spread of words": -0.351,
    "links": 0.575,
    "headings": 0.535,
    "paragraphs": -0.283,
    "log of values each": 0.043,
    "likeness": 2.623,
    "place": 0.340,
    "simhtree": 2.601,
    "class_names": 1.647,
    "tables": 0.965,
    "schema_org": 1.888,
    "agreement of columns": 2.523,
    "groups": -1.002,
    "grouped": 1.638,
    "log of relative rank": 0.268,
}
"""What each feature adds to the logit."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is the list of its page, float64 (candidates,).

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    return np.asarray(1 / (1 + np.exp(-logits)))
