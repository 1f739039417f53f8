"""Scales and summaries of features: logarithmic counts, shares, means and spreads; 0 where there is nothing."""

import math
from typing import Any

from numpy.typing import NDArray


def log(count: float) -> float:
    """ln(1 + count): ten more links matter on a page with ten, not on one with a thousand."""
    return math.log1p(count)


def share(part: float, whole: float) -> float:
    """``part / whole``, 0 where there is nothing."""
    return part / whole if whole else 0.0


def mean(values: NDArray[Any]) -> float:
    """Arithmetic mean."""
    return float(values.mean()) if len(values) else 0.0


def spread(values: NDArray[Any]) -> float:
    """Standard deviation as a share of the mean, which counts from 1."""
    return float(values.std() / (values.mean() + 1)) if len(values) > 1 else 0.0
