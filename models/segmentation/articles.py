"""Consecutive articles on a page: siblings with prose, each further one with its own title."""

import numpy as np
from numpy.typing import NDArray

from iawce.models.segmentation.features.page_blocks import PageBlocks

Ints = NDArray[np.int64]
FEWEST_WORDS = 60
"""Least words of prose of a further article."""
FEWEST_FIRST = 20
"""Least words of prose before such an article."""


def separate_articles(page: PageBlocks) -> list[int]:
    """Numbers of the elements that each may be an article, in document order; none if there are fewer than two.

    Of several such groups of siblings, the one with the most prose is returned.
    """
    index = page.index
    titles = index.inside(index.tagged("h1", "h2"))[page.owners]
    prose, titled = page.sums(page.words * page.is_prose), page.sums(titles)
    found = np.flatnonzero((prose >= FEWEST_FIRST) & (index.parents > 0))
    is_article = (prose[found] >= FEWEST_WORDS) & (titled[found] > 0)
    if not is_article.any():
        return []
    group = np.unique(index.parents[found], return_inverse=True)[1]
    first = np.full(int(group.max()) + 1, len(index))
    np.minimum.at(first, group, found)
    is_further = is_article & (found > first[group])
    if not is_further.any():
        return []
    best = int(np.bincount(group, prose[found] * is_further).argmax())
    return [int(first[best]), *found[is_further & (group == best)].tolist()]


def in_further(page: PageBlocks, articles: list[int]) -> NDArray[np.bool_]:
    """Whether each block is in an article other than the first."""
    return np.asarray(page.index.inside(articles[1:])[page.owners])


def begin_with_main_title(page: PageBlocks, articles: list[int]) -> bool:
    """Whether a further article has a heading of the first level."""
    held = np.array(page.index.tagged("h1"), np.int64)
    return page.index.count_holding(np.array(articles[1:], np.int64), held) > 0


def are_certain(page: PageBlocks, articles: list[int]) -> bool:
    """Whether all have one tag and class, a heading of the first level and a date: none is a section of another.

    All such pages among 1,217 with gold text have several articles.
    """
    if not articles:
        return False
    index = page.index
    titled = page.sums(index.inside(index.tagged("h1"))[page.owners])[articles] > 0
    dated = page.sums(page.is_dated)[articles] > 0
    return bool(titled.all() and dated.all() and len(set(index.kinds[articles].tolist())) == 1)
