"""Text and link densities of the blocks of a page, and the density H that combines them.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, eqs 2 to 5.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
LinkTerm = Literal["printed", "inverted", "reciprocal", "reciprocal_of_sum", "none"]


@dataclass(frozen=True, slots=True)
class TextDensity:
    """Densities of some elements, float64 (blocks,).

    ``text``: characters outside of links, divided by those of the page (eq. 2). ``links``: number of links, divided by
    that of the page (eq. 3). ``node_text``: characters outside of links, divided by all characters of the block (eq.
    4). ``link_count``: number of links, ``page_links`` that of the page.
    """

    text: Floats
    links: Floats
    node_text: Floats
    link_count: Ints
    page_links: int


def text_density(subset: Subset, blocks: Ints) -> TextDensity:
    """Densities of these elements; spaces do not count, and every divisor is one larger than its count."""
    index = subset.index
    lengths = np.array([len("".join(text.split())) for text in index.pieces.texts], np.int64)
    own = np.bincount(index.pieces.owners, np.where(subset.pieces, lengths, 0), len(index)).astype(np.int64)
    is_link = index.has_tag(("a",))
    in_link = index.inside(index.tagged("a"))
    plain, every = subset.subtree_sums(np.where(in_link, 0, own)), subset.subtree_sums(own)
    links = subset.subtree_sums(is_link)
    return TextDensity(
        plain[blocks] / (1 + plain[0]),
        links[blocks] / (1 + links[0]),
        plain[blocks] / (1 + every[blocks]),
        links[blocks],
        int(links[0]),
    )


def combined_density(density: TextDensity, sizes: Ints, *, link_term: LinkTerm = "inverted", alpha: float) -> Floats:
    """H of each block, float64 (blocks,): the product of three densities by 1 + ``alpha`` times its size (eq. 5).

    Args:
        density: of the blocks.
        sizes: of the blocks.
        link_term: the density of links as ``printed``; 1 minus it (``inverted``); 1 divided by it (``reciprocal``; a
            block without links counts as one with a single link), or by 1 more than it; or ``none``.
        alpha: weight of the size.
    """
    terms = {
        "printed": density.links,
        "inverted": 1 - density.links,
        "reciprocal": (1 + density.page_links) / np.maximum(density.link_count, 1),
        "reciprocal_of_sum": 1 / (1 + density.links),
        "none": np.ones(len(sizes)),
    }
    return np.asarray(density.text * terms[link_term] * density.node_text / (1 + alpha * sizes))


def nested_counts(subset: Subset, blocks: Ints) -> Ints:
    """Number of these elements inside each of them, int64 (blocks,)."""
    is_block = np.zeros(len(subset.index), bool)
    is_block[blocks] = True
    return np.asarray(subset.subtree_sums(is_block)[blocks] - 1)
