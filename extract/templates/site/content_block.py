"""The block that holds nearly all the content that an extraction method finds on a page, and little else."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content
from iawce.extract.content.kept_text import words_of_pieces
from iawce.extract.content.methods import METHODS
from iawce.extract.templates.site.product_page import read_product_page

NEARLY = 0.9
"""Least share of the words of the content in the block; a title or a date is often outside."""
Words = NDArray[np.int64]


def content_block(reading: PageReading, method: str, tags: tuple[str, ...]) -> int | None:
    """Number of the smallest element with one of these ``tags`` that holds nearly all of the content of a page.

    On the page of a product, reviews and other products are not content, whatever the method; if nothing else remains,
    the block is the element with the title and the button to buy. If there are several, the innermost; None if there is
    none, or if the method finds nothing.
    """
    content = METHODS[method].extract(reading, METHODS[method].settings.default())
    if content.origins or not content.elements:
        return None
    words, blocks = _words(reading, content), content.subset.tagged(*tags)
    nearly, sizes = blocks[words[blocks] >= max(1, NEARLY * words[0])], reading.shown.words
    if not len(nearly):
        return None
    smallest = nearly[sizes[nearly] == sizes[nearly].min()]
    return int(max(smallest, key=lambda number: reading.index.depths[number]))


def _words(reading: PageReading, content: Content) -> Words:
    """Words of the content in the subtree of each element; for a product without a text, its title and button count."""
    index = content.subset.index
    kept = content.subset.pieces & index.inside(content.elements)[index.pieces.owners]
    product = read_product_page(reading)
    if product is None:
        return words_of_pieces(content.subset, kept)
    own = kept & ~product.beside[index.pieces.owners]
    if product.is_bought and not own.any():
        return content.subset.subtree_sums(np.bincount(product.anchors, minlength=len(index)))
    return words_of_pieces(content.subset, own if own.any() else kept)
