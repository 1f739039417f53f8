"""Bootstrap intervals of scores over pages: whole sites are drawn, since pages of one site succeed and fail together.

Sources: Efron 1979 (bootstrap, percentile interval); Field and Welsh 2007 (bootstrap of clustered data).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from iawce.data.arrays import Floats

DRAWS = 2000
PERCENTILES = 2.5, 97.5


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
    """Mean over pages with its interval; all NaN without pages."""
    if not len(values):
        return Mean(np.nan, np.nan, np.nan)
    array = np.asarray(values, np.float64)
    counted = np.column_stack((array, np.ones_like(array)))
    return Mean(float(array.mean()), *site_interval(lambda sums: sums[:, 0] / sums[:, 1], counted, sites, seed))


def site_difference(ours: Sequence[float], theirs: Sequence[float], sites: Sequence[str]) -> Mean:
    """Mean difference of ours and theirs, page by page, with the interval of that difference."""
    return site_mean([one - other for one, other in zip(ours, theirs, strict=True)], sites)


class Comparison(NamedTuple):
    """The means of two scores of the same pages, and that of their differences."""

    before: Mean
    after: Mean
    change: Mean

    @classmethod
    def of(cls, before: Sequence[float], after: Sequence[float], sites: Sequence[str]) -> "Comparison":
        """The means over pages of these sites."""
        return cls(site_mean(before, sites), site_mean(after, sites), site_difference(after, before, sites))

    def __str__(self) -> str:
        return f"{self.before} | {self.after} | {self.change.signed()}"


def site_interval(
    score: Callable[[Floats], Floats], counts: NDArray[Any], sites: Sequence[str], seed: int = 0
) -> tuple[float, float]:
    """95 % interval of any score that follows from sums over pages; ``seed``: of the draws.

    ``score``: of the sums of each draw, float64 (draws, ...), its values, (draws,). ``counts``: what is summed, of each
    page, (N, ...). ``sites``: of each page, (N,), N at least 1; with one site, pages are drawn instead.
    """
    names: ArrayLike = range(len(sites)) if len(set(sites)) == 1 else sites
    clusters = np.unique(np.asarray(names), return_inverse=True)[1]
    count = int(clusters.max()) + 1
    drawn = np.random.default_rng(seed).integers(count, size=(DRAWS, count))
    places = drawn + count * np.arange(DRAWS)[:, None]
    times = np.bincount(places.ravel(), minlength=DRAWS * count).astype(np.float64).reshape(DRAWS, count)
    sums = np.zeros((count, *counts.shape[1:]))
    np.add.at(sums, clusters, counts)
    low, high = np.percentile(score(np.tensordot(times, sums, axes=1)), PERCENTILES)
    return float(low), float(high)
