"""How sure it is that a list is what its page is for: a logistic regression on ``list_features``.

Learned on the list pages of half of the sites of the page-type corpus, and measured on the other half, by
``python -m bench.list_confidence PATH --learn``, which prints these numbers.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.extract.records.list_features import FEATURES

INTERCEPT = -10.387
WEIGHTS = {
    "log of units": 0.049,
    "share of content": 1.361,
    "share of page": 1.329,
    "content in it": 0.051,
    "log of words each": -0.125,
    "spread of words": -0.369,
    "links": 0.552,
    "headings": 0.517,
    "paragraphs": -0.275,
    "log of values each": 0.053,
    "likeness": 2.647,
    "place": 0.243,
    "simhtree": 2.602,
    "class_names": 1.660,
    "tables": 0.943,
    "schema_org": 1.867,
    "agreement of columns": 2.575,
    "groups": -1.006,
    "grouped": 1.626,
    "log of relative rank": 0.265,
}
"""What each feature adds to the logit."""


def confidences(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that each candidate is the list of its page, float64 (candidates,).

    Args:
        features: float64 (candidates, ``len(FEATURES)``).
    """
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES]) + INTERCEPT
    return np.asarray(1 / (1 + np.exp(-logits)))
