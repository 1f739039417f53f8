"""The blocks that hold nearly all that an extraction method takes for the content of a page, and little else."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.extract.content.content import Content
from iawce.extract.content.kept_text import words_of_pieces
from iawce.extract.content.methods import METHODS

NEARLY = 0.9
"""Share of the words of the content that the block holds: a title or a date often stands apart."""
MOSTLY = 0.5
"""Share of the words of one of several blocks that are content."""
MUCH = 0.1
"""Share of the words of the content that one of several blocks holds."""
Words = NDArray[np.int64]


def content_blocks(document: Document, method: str, tags: tuple[str, ...], *, several: bool = False) -> list[int]:
    """Numbers of the elements with these ``tags`` that hold the content of a page; none if the method finds nothing.

    It is the smallest block that holds nearly all of it. With ``several``, where there is none or it is mostly other
    text, the blocks are those that are mostly content and hold much of it, the largest part first.
    """
    content = METHODS[method].extract(document, METHODS[method].settings.default())
    if content.origins or not content.elements:
        return []
    words, sizes = _content_words(content), document.without(("head",)).words
    blocks = content.subset.tagged(*tags)
    whole = _smallest(document, blocks, words, sizes)
    if not several or (whole and words[whole[0]] >= MOSTLY * sizes[whole[0]]):
        return whole
    pure = (words[blocks] >= max(1, MUCH * words[0])) & (words[blocks] >= MOSTLY * sizes[blocks])
    return sorted(document.topmost(blocks[pure].tolist()), key=lambda number: -words[number]) or whole


def _smallest(document: Document, blocks: Words, words: Words, sizes: Words) -> list[int]:
    """The smallest block with nearly all words, of several the innermost; none if no block has them."""
    nearly = blocks[words[blocks] >= max(1, NEARLY * words[0])]
    if not len(nearly):
        return []
    smallest = nearly[sizes[nearly] == sizes[nearly].min()]
    return [int(max(smallest, key=lambda number: document.index.depths[number]))]


def _content_words(content: Content) -> Words:
    """Words of the content in the subtree of each element."""
    index = content.subset.index
    kept = content.subset.pieces & index.inside(content.elements)[index.pieces.owners]
    return words_of_pieces(content.subset, kept)
