"""Features of ever larger regions around a block: its element, and those around it that hold more and more blocks."""

import numpy as np
from numpy.typing import NDArray

from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks, logs, shares

REGIONS = 7
"""Regions around each block, its own element first."""


def region_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences, prose, headings and pictures of each region, and the block's place in it."""
    index, words = page.index, page.element_words
    links, stops, commas = (
        page.sums(page.link_words),
        page.sums(page.characters.stops),
        page.sums(page.characters.commas),
    )
    prose, headings = page.sums(page.words * page.is_prose), page.sums(page.is_heading)
    pictures = page.blocks.subset.subtree_sums(index.has_tag(("img", "picture", "video")))
    here, (first, _) = _regions(page), page.span
    here_words, count = words[here], np.maximum(page.element_blocks[here], 1)
    smaller = np.concatenate([np.zeros((1, len(page))), here_words[:-1]])
    regions = {
        "words": logs(here_words),
        "links": shares(links[here], here_words),
        "blocks": logs(count),
        "mean": logs(here_words / count),
        "share": here_words / page.total,
        "stops": shares(stops[here], here_words),
        "commas": shares(commas[here], here_words),
        "prose": shares(prose[here], here_words),
        "headings": headings[here] / count,
        "pictures": logs(pictures[here]),
        "growth": shares(smaller, here_words),
        "place": (np.arange(len(page)) - first[here]) / count,
    }
    return {f"region{level}_{name}": values[level] for level in range(REGIONS) for name, values in regions.items()}


def _regions(page: PageBlocks) -> NDArray[np.int64]:
    """Number of the element of each region of each block, int64 (``REGIONS``, blocks)."""
    here = np.empty((REGIONS, len(page)), np.int64)
    here[0] = page.elements
    for level in range(1, REGIONS):
        here[level] = page.growing[here[level - 1]]
    return here
