"""The weight of the pages of each label in a training whose labels have different numbers of pages."""

import numpy as np
from numpy.typing import NDArray


def label_weights(targets: NDArray[np.int64], labels: int, balance: float) -> NDArray[np.float64]:
    """Weight of a page of each label, float64 (labels,): (pages / labels / pages of the label) ** balance.

    Args:
        targets: index of the label of each page, int64 (N,).
        labels: number of labels.
        balance: 0 gives all pages equal weight, 1 all labels.
    """
    counts = np.bincount(targets, minlength=labels)
    return np.asarray((len(targets) / labels / np.maximum(counts, 1)) ** balance)
