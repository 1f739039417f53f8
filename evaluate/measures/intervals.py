"""Intervals around means over pages: whole sites are drawn, since pages of one site succeed and fail together.

Source: Efron 1979 (bootstrap), by clusters.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

DRAWS = 2000


class Mean(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f}–{self.high:.3f})"

    def signed(self) -> str:
        """As a difference."""
        return f"{self.value:+.3f} ({self.low:+.3f} to {self.high:+.3f})"


def site_mean(values: Sequence[float], sites: Sequence[str], seed: int = 0) -> Mean:
    """Mean over pages, its interval by drawing whole sites with replacement; all NaN without pages.

    Of one site only, pages are drawn: the interval then says nothing of other sites.
    """
    if not len(values):
        return Mean(np.nan, np.nan, np.nan)
    array = np.asarray(values, np.float64)
    is_one_site = len(set(sites)) == 1
    _, index = np.unique(np.arange(len(array)) if is_one_site else np.asarray(sites), return_inverse=True)
    sums, counts = np.bincount(index, array), np.bincount(index)
    drawn = np.random.default_rng(seed).integers(len(sums), size=(DRAWS, len(sums)))
    low, high = np.percentile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), (2.5, 97.5))
    return Mean(float(array.mean()), float(low), float(high))


def site_difference(ours: Sequence[float], theirs: Sequence[float], sites: Sequence[str], seed: int = 0) -> Mean:
    """Mean of ours less theirs, page by page, with the interval of that difference."""
    pairs = zip(ours, theirs, strict=True)
    return site_mean([one - other for one, other in pairs], sites, seed)
