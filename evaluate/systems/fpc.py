"""Clusters of pages by the tags on each level of their trees: a stand-in for FPC.

Source: only the abstract of FPC is known (a layered vector of the DOM, a form of it for the centre of a cluster, a
variant of K-means that merges centres); its formulas are not. The formulas here are ours: the similarity of two pages
is the mean over levels, weighted by ``FALL`` to the power of the level, of the sum of the smaller tag counts divided by
that of the larger ones.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from iawce.data.dom.element_index import ElementIndex

FALL = 0.8
"""Weight of a level divided by that of the level above."""
MERGE = 0.9
"""Least similarity with which two centres are merged: the best of 0.5 to 0.95 on the page types of 40 other sites."""
ROUNDS = 20
Levels = dict[int, dict[str, float]]


def describe_levels(index: ElementIndex) -> Levels:
    """Tag counts of each level of a tree."""
    levels: dict[int, Counter[str]] = {}
    for depth, tag in zip(index.depths.tolist(), index.tags, strict=True):
        levels.setdefault(depth - 1, Counter())[tag] += 1
    return {depth: dict(counts) for depth, counts in levels.items()}


def likeness(one: Levels, other: Levels) -> float:
    """0 to 1."""
    total = weights = 0.0
    for depth in one.keys() | other.keys():
        ours, theirs = one.get(depth, {}), other.get(depth, {})
        tags = ours.keys() | theirs.keys()
        larger = sum(max(ours.get(tag, 0), theirs.get(tag, 0)) for tag in tags)
        smaller = sum(min(ours.get(tag, 0), theirs.get(tag, 0)) for tag in tags)
        weights += FALL**depth
        total += FALL**depth * (smaller / larger if larger else 1.0)
    return total / weights if weights else 1.0


def cluster_pages(pages: Sequence[Levels], merge: float = MERGE) -> list[int]:
    """Number of the cluster of each page: K-means from one centre a page that merges similar centres."""
    centres = _merged(pages, merge)
    numbers = _nearest(pages, centres)
    for _ in range(ROUNDS):
        members = [[pages[n] for n, number in enumerate(numbers) if number == c] for c in range(len(centres))]
        centres = _merged([_mean(group) for group in members if group], merge)
        before, numbers = numbers, _nearest(pages, centres)
        if numbers == before:
            break
    return numbers


def _nearest(pages: Sequence[Levels], centres: Sequence[Levels]) -> list[int]:
    return [int(np.argmax([likeness(page, centre) for centre in centres])) for page in pages]


def _merged(centres: Sequence[Levels], merge: float) -> list[Levels]:
    kept: list[list[Levels]] = []
    for centre in centres:
        near = next((group for group in kept if likeness(group[0], centre) >= merge), None)
        if near is None:
            kept.append([centre])
        else:
            near.append(centre)
    return [_mean(group) for group in kept]


def _mean(pages: Sequence[Levels]) -> Levels:
    levels: Levels = {}
    for page in pages:
        for depth, counts in page.items():
            level = levels.setdefault(depth, {})
            for tag, count in counts.items():
                level[tag] = level.get(tag, 0.0) + count / len(pages)
    return levels
