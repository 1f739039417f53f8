"""The structure of a page as a set of paths, and the similarity of two pages.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, definitions 2 to 4, eq. 1.
"""

from dataclasses import dataclass

import numpy as np

from iawce.data.reading.places import Keys


@dataclass(frozen=True, slots=True, eq=False)
class PageFeature:
    """The feature of a page, F = <w, f>.

    ``page``: its name, w. ``paths``: keys of the paths of its block nodes, f, in ascending order, uint64 (blocks,).
    """

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
