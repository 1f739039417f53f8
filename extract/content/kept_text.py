"""A page pruned to some of its text."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset

PICTURES = ("img", "picture", "video", "audio", "svg", "figure", "hr", "math")
"""Elements that are content without text."""


def keep_pieces(subset: Subset, pieces: NDArray[np.bool_]) -> Subset:
    """The subset of these text nodes, the elements around them, and the pictures among them.

    Args:
        subset: of the page.
        pieces: whether a text node is kept, bool (pieces,).
    """
    index = subset.index
    inside, whole = words_of_pieces(subset, pieces), subset.words
    holds_text = np.zeros(len(index), bool)
    holds_text[index.pieces.owners[pieces]] = True
    holds_text = subset.holds(holds_text)
    around = index.nearest(whole > 0)
    pictured = index.inside(index.tagged(*PICTURES)) & (2 * inside[around] > whole[around])
    kept = subset.kept & (holds_text | subset.holds(pictured & subset.kept))
    kept |= subset.kept & index.has_tag(("br",)) & kept[index.parents]
    return Subset(index, kept, pieces)


def words_of_pieces(subset: Subset, pieces: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Words of these text nodes, bool (pieces,), in the subtree of each element, int64 (elements,)."""
    index = subset.index
    own = np.bincount(index.pieces.owners, np.where(pieces, index.piece_words, 0), len(index))
    return subset.subtree_sums(own.astype(np.int64))
