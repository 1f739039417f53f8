"""The two scales of features: logarithmic counts and shares."""

import math


def log(count: float) -> float:
    """ln(1 + count): ten more links matter on a page with ten, not on one with a thousand."""
    return math.log1p(count)


def share(part: float, whole: float) -> float:
    """``part / whole``, 0 where there is nothing."""
    return part / whole if whole else 0.0
