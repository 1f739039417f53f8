"""Records among the children of an element, by the paths in their subtrees.

Source: Liu et al. 2017, section on locating records: similar children are clustered, and clusters with equally many
members at a constant distance are merged, so that one record may span several siblings.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.path_features import PathFeatures, distance

FEWEST = 2
"""Members of a cluster."""
MOST_KINDS = 60
"""Most clusters of one element's children; further children that fit none of them are left out."""


def cluster_rows(features: PathFeatures, children: Sequence[int], threshold: float) -> Iterator[list[Row]]:
    """Possible records among the children of an element, a list for each cluster or merger of clusters.

    Args:
        features: of the page.
        children: numbers of the children.
        threshold: distance below which two of them are similar.
    """
    mergeable: dict[Row, list[list[int]]] = defaultdict(list)
    for cluster in _cluster(features, children, threshold):
        if len(cluster) >= FEWEST:
            mergeable[tuple(np.diff(cluster).tolist())].append(cluster)
    for steps, clusters in mergeable.items():
        for together in _merge(min(steps), clusters):
            yield [tuple(children[place] for place in row) for row in zip(*together, strict=True)]


def _merge(least: int, clusters: list[list[int]]) -> Iterator[list[list[int]]]:
    """Clusters that are parts of the same records: at a constant distance from the first, less than ``least``."""
    together: list[list[int]] = []
    for cluster in clusters:
        if together and cluster[0] - together[0][0] >= least:
            yield together
            together = []
        together.append(cluster)
    yield together


def _cluster(features: PathFeatures, children: Sequence[int], threshold: float) -> list[list[int]]:
    """Indices of children in clusters of similar ones; each joins the first cluster whose leader is similar."""
    leaders: list[frozenset[int]] = []
    clusters: list[list[int]] = []
    known: dict[frozenset[int], int] = {}
    for place, child in enumerate(children):
        own = features.of(child)
        if own not in known:
            near = (n for n, leader in enumerate(leaders) if distance(own, leader) < threshold)
            known[own] = next(near, len(leaders))
            if known[own] == len(leaders) < MOST_KINDS:
                leaders.append(own)
                clusters.append([])
        if known[own] < len(clusters):
            clusters[known[own]].append(place)
    return clusters
