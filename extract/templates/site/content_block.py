"""The block that holds nearly all that an extraction method takes for the content of a page, and little else."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content
from iawce.extract.content.kept_text import words_of_pieces
from iawce.extract.content.methods import METHODS

NEARLY = 0.9
"""Share of the words of the content that the block holds: a title or a date often stands apart."""
Words = NDArray[np.int64]


def content_block(reading: PageReading, method: str, tags: tuple[str, ...]) -> int | None:
    """Number of the smallest element with one of these ``tags`` that holds nearly all of the content of a page.

    Of several it is the innermost; None if there is none, or the method finds nothing.
    """
    content = METHODS[method].extract(reading, METHODS[method].settings.default())
    if content.origins or not content.elements:
        return None
    words, sizes, blocks = _content_words(content), reading.shown.words, content.subset.tagged(*tags)
    nearly = blocks[words[blocks] >= max(1, NEARLY * words[0])]
    if not len(nearly):
        return None
    smallest = nearly[sizes[nearly] == sizes[nearly].min()]
    return int(max(smallest, key=lambda number: reading.index.depths[number]))


def _content_words(content: Content) -> Words:
    """Words of the content in the subtree of each element."""
    index = content.subset.index
    kept = content.subset.pieces & index.inside(content.elements)[index.pieces.owners]
    return words_of_pieces(content.subset, kept)
