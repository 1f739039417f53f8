"""Chooses the blocks to keep, given the probability of each to be content.

Of independent blocks the set with the best expected F1 is always one of the most probable ones (Ye et al. 2012,
Optimizing F-measure). Deviation: no block below ``LEAST`` is kept. A page without a more probable block has no content:
all such pages of WCXB were bot walls, error pages and shells of scripts.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.softmax import sigmoid

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Favor = Literal["precision", "balanced", "recall"]
BETA: dict[Favor, float] = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""The weight of recall relative to precision in the F measure."""
FAVORED: dict[Favor, float] = {"precision": 1 / 3, "balanced": 1.0, "recall": 2.0}
"""The same if a user favors precision or recall."""
THRESHOLDS: dict[Favor, float] = {"precision": 0.7, "balanced": 0.5, "recall": 0.3}
"""Least probability of a kept block with attention, whose loss makes one half the best threshold."""
LEAST = 0.15
AGREEMENT = 0.8
"""Weight of the evidence on all blocks at the same place."""
FIELD = 5
"""Most mean words of blocks that agree completely: the dates of all entries are kept, or none."""


def agree(probabilities: Floats, words: Floats, places: NDArray[np.int64]) -> Floats:
    """Probabilities pulled towards the mean logit of all blocks with the same number of a place."""
    sure = np.clip(probabilities, 0.002, 0.998)
    logits = np.log(sure / (1 - sure))
    count = np.maximum(np.bincount(places), 1)
    together, size = (np.bincount(places, values) / count for values in (logits, words))
    weight = np.where(size <= FIELD, 1, AGREEMENT)[places]
    return sigmoid((1 - weight) * logits + weight * together[places])


def choose_by_f1(probabilities: Floats, words: Floats, favor: Favor = "balanced") -> Bools:
    """The blocks with the best expected F measure in words."""
    return choose_by_f(probabilities, words, BETA[favor])


def choose_by_f(probabilities: Floats, words: Floats, beta: float) -> Bools:
    """The same where recall counts ``beta`` times as much as precision."""
    squared = beta**2
    order = np.argsort(-probabilities, kind="stable")
    content, kept = np.cumsum((probabilities * words)[order]), np.cumsum(words[order])
    expected = (1 + squared) * content / np.maximum(kept + squared * content[-1], 1e-9)
    return np.asarray(probabilities >= max(LEAST, probabilities[order[int(expected.argmax())]]))


def choose_by_threshold(probabilities: Floats, words: Floats, favor: Favor = "balanced") -> Bools:  # noqa: ARG001
    """The blocks that are probable enough."""
    return np.asarray(probabilities >= THRESHOLDS[favor])


def favored(judged: Bools, probabilities: Floats, words: Floats, favor: Favor) -> Bools:
    """The answer of the judge, without doubtful blocks or with them.

    Args:
        judged: the blocks of the answer that the judge took.
        probabilities: of each block.
        words: of each block.
        favor: ``precision`` leaves out less certain blocks, if any remain; ``recall`` adds possible ones.
    """
    chosen = choose_by_f(probabilities, words, FAVORED[favor])
    if favor == "recall":
        return judged | chosen
    return judged & chosen if favor == "precision" and (judged & chosen).any() else judged


def expected_f1(probabilities: Floats, words: Floats, chosen: Bools) -> float:
    """Word F1 to expect of the chosen blocks, if the probabilities were independent of each other."""
    content = probabilities * words
    return float(2 * content[chosen].sum() / max(words[chosen].sum() + content.sum(), 1e-9))
