"""The smallest block that holds nearly all that an extraction method takes for the content of a page."""

import numpy as np

from iawce.data.document import Document
from iawce.extract.content import Content
from iawce.extract.methods import METHODS

NEARLY = 0.9
"""Share of the words of the content that the block holds: a title or a date often stands apart."""


def content_block(document: Document, method: str, tags: tuple[str, ...]) -> int | None:
    """Number of the block, one of the elements with these ``tags``; None where the method finds nothing.

    Of several of the same size it is the innermost.
    """
    content = METHODS[method].extract(document, METHODS[method].settings.default())
    if content.origins or not content.elements:
        return None
    index, words = document.index, _content_words(content)
    blocks = content.subset.tagged(*tags)
    blocks = blocks[words[blocks] >= max(1, NEARLY * words[0])]
    if not len(blocks):
        return None
    sizes = document.without(("head",)).words[blocks]
    return int(max(blocks[sizes == sizes.min()], key=lambda number: index.depths[number]))


def _content_words(content: Content) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Words of the content in the subtree of each element."""
    index = content.subset.index
    kept = content.subset.pieces & index.inside(content.elements)[index.pieces.owners]
    own = np.bincount(index.pieces.owners, np.where(kept, index.piece_words, 0), len(index)).astype(np.int64)
    sums = np.concatenate([[0], np.cumsum(own)])
    return np.asarray(sums[index.ends] - sums[:-1])
