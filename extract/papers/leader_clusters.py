"""Clusters of the pages of a site, each around its first page, which was not similar to any earlier cluster.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, algorithm 1.

The listing takes the first remaining page as a seed, and all remaining pages that are similar to it as its cluster.
Since every seed precedes the pages that are compared with it, it is equivalent to assign each page in turn to the first
similar seed, or to make it a seed if there is none. This is done here, so that pages can be added later. ``SeedIndex``
finds this seed without comparing all of them. Features and their similarity are definitions 2 to 4 and eq. 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from iawce.data.analysis.path_keys import Keys

NO_PATHS = [0]  # A page without blocks has the key of no path, so that such pages are similar


@dataclass(frozen=True, slots=True, eq=False)
class PageFeature:
    """The feature of a page, F = <w, f>: its name, and the ascending keys of the paths of its block nodes, uint64."""

    page: str
    paths: Keys


def page_feature(page: str, keys: Keys) -> PageFeature:
    """The feature of a page from the keys of the paths of its block nodes; 0 is the key of no path."""
    found = np.unique(keys)
    return PageFeature(page, found[found > 0])


def similarity(one: PageFeature, other: PageFeature) -> float:
    """Shared paths of two pages, divided by those of the page with fewer (eq. 1), 0 to 1.

    Two pages without blocks have 1; a page without blocks and one with some have 0.
    """
    fewest = min(len(one.paths), len(other.paths))
    if not fewest:
        return float(len(one.paths) == len(other.paths))
    return len(np.intersect1d(one.paths, other.paths, assume_unique=True)) / fewest


class SeedIndex:
    """Finds the clusters to which a page belongs, by their seeds; the result is that of a comparison with each seed.

    With the threshold ``t`` and ``n`` paths in the smaller of page and seed, more than ``t * n`` of these paths are
    shared, so any ``(1 - t) * n + 1`` of them contain a shared one. The index is searched for the paths that the fewest
    seeds have.
    """

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self.seeds: list[PageFeature] = []
        self._having: dict[int, list[int]] = {}
        self._known_by: dict[int, list[int]] = {}

    def add(self, seed: PageFeature) -> None:
        """Add a seed with the next number."""
        paths = seed.paths.tolist() or NO_PATHS
        for known, chosen in ((self._known_by, self._rarest(paths)), (self._having, paths)):
            for path in chosen:
                known.setdefault(path, []).append(len(self.seeds))
        self.seeds.append(seed)

    def assign(self, page: PageFeature) -> int:
        """Number of the page's cluster (algorithm 1): that of the first similar seed, or else its own as a new seed."""
        number = next(self.alike(page), None)
        if number is None:
            number = len(self.seeds)
            self.add(page)
        return number

    def alike(self, page: PageFeature) -> Iterator[int]:
        """Numbers of the seeds similar to a page, in order: it has one of their rare paths, or they one of its."""
        paths, found = page.paths.tolist() or NO_PATHS, set[int]()
        for known, asked in ((self._known_by, paths), (self._having, self._rarest(paths))):
            found.update(number for path in asked for number in known.get(path, ()))
        return (number for number in sorted(found) if similarity(self.seeds[number], page) > self.threshold)

    def _rarest(self, paths: list[int]) -> list[int]:
        count = int((1 - self.threshold) * len(paths)) + 2  # one more because the product is rounded
        return sorted(paths, key=lambda path: len(self._having.get(path, ())))[:count]
