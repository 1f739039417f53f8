"""Calibration: whether confidence agrees with accuracy."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def calibration_error(confidence: NDArray[Any], right: NDArray[Any], bins: int = 10) -> float:
    """Expected calibration error: mean gap between confidence and accuracy over equal-width bins of confidence.

    Args:
        confidence: 0 to 1, (N,).
        right: whether each answer was right, (N,).
        bins: number of bins.
    """
    bin_of = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(confidence[bin_of == b].mean() - right[bin_of == b].mean()) * (bin_of == b).mean()
        for b in np.unique(bin_of)
    ]
    return float(np.sum(gaps))
