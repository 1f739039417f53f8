"""Clusters of forum pages that one template can serve: H-K clustering.

Source: Liu et al. 2017, sections on page features and on H-K clustering. The features of a page are the paths in its
records. H: the closest clusters are merged while their distance is below the threshold; K: k-medoids from the medoids
of these clusters, until no page changes its cluster.

Deviations: the printed formula of the distance is lost; it is read as (len_i + len_j - 2 overlap) / overlap, which is
below 2 where two pages share more than half of their features. The distance of two clusters is that of their closest
pages (single link). Single-link clusters below a threshold are the connected components of the pages with a distance
below it. K-medoids is implemented here, because the maintained library is under the GPL. Features occur in at least a
third of the records of a page, and are paths to all elements in these, not only to innermost ones, from the record's
tag without its class names, because the markup that authors write in posts is independent of the template, and records
may have class names for users who are online.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import StepKey, joined
from iawce.data.arrays import Floats, Ints, connected_components

THRESHOLD = 2.0  # Clusters at this distance or more are not merged
ROUNDS = 100  # Maximum of k-medoids
USUAL = 0.3  # Least share of the records that have a feature
FAR = 1e6  # Distance of two pages without a common feature
FEW = 3  # Number of records below which every feature counts
MAX_FEATURES = 5_000  # Most features of a page
AT_ONCE = 4_096  # Features that are compared at a time


class Clusters(NamedTuple):
    """``labels``: number of each page's cluster, int64 (pages,); ``medoids``: the central page of each cluster."""

    labels: Ints
    medoids: Ints


def record_features(analysis: PageAnalysis, records: Iterable[Sequence[int]]) -> frozenset[int]:
    """Features of a page: the paths in its records, from each of the elements of each record."""
    counts, number = Counter[int](), 0
    for record in records:
        number += 1
        counts.update({path for element in record for path in _paths(analysis, element)})
        if len(counts) > MAX_FEATURES:
            break
    least = 1 if number < FEW else max(2, USUAL * number)
    return frozenset(path for path, count in counts.items() if count >= least)


def _paths(analysis: PageAnalysis, element: int) -> Iterator[int]:
    """Keys of the paths from an element, by its tag alone, to its descendants."""
    index, kept, names = analysis.index, analysis.shown.kept, analysis.path_keys.looks(StepKey.NAMES)
    paths = {element: joined(0, int(analysis.path_keys.looks(StepKey.TAG)[element]))}
    for number in range(element, int(index.ends[element])):
        if kept[number]:
            if number > element:
                paths[number] = joined(paths[int(index.parents[number])], int(names[number]))
            yield paths[number]


def page_distances(pages: Sequence[frozenset[int]]) -> Floats:
    """Distance of each pair of pages, float64 (pages, pages); ``FAR`` if they share nothing."""
    sizes, overlap = np.array(list(map(len, pages)), np.float64), _overlaps(pages)
    apart = (sizes[:, None] + sizes - 2 * overlap) / np.maximum(overlap, 1)
    found = np.where(overlap > 0, np.minimum(apart, FAR), FAR)
    np.fill_diagonal(found, 0)
    return np.asarray(found)


def _overlaps(pages: Sequence[frozenset[int]]) -> Floats:
    """Number of features that each pair of pages shares, float64 (pages, pages)."""
    owners: dict[int, list[int]] = {}
    for number, page in enumerate(pages):
        for feature in page:
            owners.setdefault(feature, []).append(number)
    shared = list(owners.values())
    overlap = np.zeros((len(pages), len(pages)), np.float32)
    for start in range(0, len(shared), AT_ONCE):
        part = shared[start : start + AT_ONCE]
        has = np.zeros((len(pages), len(part)), np.float32)
        columns = np.repeat(np.arange(len(part)), [len(numbers) for numbers in part])
        has[[number for numbers in part for number in numbers], columns] = 1
        overlap += has @ has.T
    return overlap.astype(np.float64)


def cluster_by_hk(pages: Sequence[frozenset[int]]) -> Clusters:
    """H-K clustering of pages by the features of each; labels are in the order of the pages."""
    distances = page_distances(pages)
    labels = connected_components(len(distances), *np.nonzero(distances < THRESHOLD))
    medoids = _medoids(distances, labels)
    for _ in range(ROUNDS):
        before, labels = labels, distances[:, medoids].argmin(axis=1)
        medoids = _medoids(distances, labels)
        if np.array_equal(before, labels):
            break
    return Clusters(labels, medoids)


def nearest_cluster(page: frozenset[int], medoids: Sequence[frozenset[int]]) -> int | None:
    """Number of the nearest central page below the threshold; None if there is none: the template is unknown."""
    if not medoids:
        return None
    distances = page_distances([page, *medoids])[0, 1:]
    best = int(distances.argmin())
    return best if distances[best] < THRESHOLD else None


def _medoids(distances: Floats, labels: Ints) -> Ints:
    """The page of each cluster with the least sum of distances to the others; empty clusters are dropped."""
    found = []
    for label in np.unique(labels).tolist():
        members = np.flatnonzero(labels == label)
        found.append(members[distances[np.ix_(members, members)].sum(axis=1).argmin()])
    return np.array(found, np.int64)
