"""Articles that stand one after the other on a page: siblings, each with a heading and prose of its own."""

import numpy as np
from numpy.typing import NDArray

from iawce.models.segmentation.features.page_blocks import PageBlocks, number_pairs

FEWEST_WORDS = 60
"""Words of prose of the shortest article."""


def separate_articles(page: PageBlocks) -> list[int]:
    """Numbers of the elements that each are an article, in document order; none if there are fewer than two.

    Of several such groups of siblings it is the one with the most prose.
    """
    index = page.index
    titles = index.inside(index.tagged("h1", "h2"))[page.owners]
    prose, titled = page.sums(page.words * page.is_prose), page.sums(titles)
    found = np.flatnonzero((prose >= FEWEST_WORDS) & (titled > 0) & (index.parents > 0))
    if len(found) < 2:
        return []
    group = number_pairs(index.parents[found], index.valued(_numbers(index.tags))[found])
    several = np.bincount(group) > 1
    if not several.any():
        return []
    best = int((np.bincount(group, prose[found]) * several).argmax())
    return [int(number) for number in found[group == best]]


def in_further(page: PageBlocks, articles: list[int]) -> NDArray[np.bool_]:
    """Whether each block stands in another one of the articles than the first."""
    return np.asarray(page.index.inside(articles[1:])[page.owners])


def _numbers(tags: list[str]) -> dict[str, int]:
    return {tag: number for number, tag in enumerate(dict.fromkeys(tags), 1)}
