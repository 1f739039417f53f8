"""Bootstrap intervals of scores over pages: whole sites are drawn, since pages of one site succeed and fail together.

Sources: Efron 1979 (bootstrap, percentile interval); Field and Welsh 2007 (bootstrap of clustered data).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
    """Mean over pages with its interval; all NaN without pages.

    The same as ``site_interval`` of ``numpy.mean``, but much faster.
    """
    if not len(values):
        return Mean(np.nan, np.nan, np.nan)
    array = np.asarray(values, np.float64)
    clusters, drawn = _draw_clusters(sites, seed)
    sums, counts = np.bincount(clusters, array), np.bincount(clusters)
    low, high = np.percentile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), PERCENTILES)
    return Mean(float(array.mean()), float(low), float(high))


def site_difference(ours: Sequence[float], theirs: Sequence[float], sites: Sequence[str], seed: int = 0) -> Mean:
    """Mean difference of ours and theirs, page by page, with the interval of that difference."""
    return site_mean([one - other for one, other in zip(ours, theirs, strict=True)], sites, seed)


def site_interval(
    score: Callable[..., float], arrays: Sequence[NDArray[Any]], sites: Sequence[str], seed: int = 0
) -> tuple[float, float]:
    """95 % interval of any score over pages.

    Args:
        score: computes it from arrays of as many rows as pages were drawn, given in the order of ``arrays``.
        arrays: data of the pages, each (N, ...).
        sites: the site of each page, (N,), N at least 1. With a single site, pages are drawn: the interval then does
            not generalise to other sites.
        seed: of the draws.
    """
    clusters, drawn = _draw_clusters(sites, seed)
    pages = np.split(np.argsort(clusters, kind="stable"), np.cumsum(np.bincount(clusters))[:-1])
    rows = (np.concatenate([pages[cluster] for cluster in draw]) for draw in drawn)
    low, high = np.percentile([score(*(array[chosen] for array in arrays)) for chosen in rows], PERCENTILES)
    return float(low), float(high)


def _draw_clusters(sites: Sequence[str], seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The cluster of each page, (N,), and the clusters of each draw with replacement, (DRAWS, clusters)."""
    names: ArrayLike = range(len(sites)) if len(set(sites)) == 1 else sites
    clusters = np.unique(np.asarray(names), return_inverse=True)[1]
    count = int(clusters.max()) + 1
    return clusters, np.random.default_rng(seed).integers(count, size=(DRAWS, count))
