"""Text blocks of the HTML as tokens: what the block model knows of each, for a network that judges the whole page.

Features of a page are sums over all of its text; a network that attends to blocks finds which follow upon which: after
each long text a date and an author, or one price between a heading and a table.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.visibility import hidden_by_markup
from iawce.data.document import Document
from iawce.models.blocks.block_features import MOST_KEPT, block_feature_names, block_features
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.features.layout_tokens import MOST

Tokens = NDArray[np.float32]
MOST_BLOCKS = MOST_KEPT
"""Most blocks of a page that is described: half a second of computing, for tokens of the first few hundred."""


def block_tokens(document: Document) -> Tokens:
    """Tokens of the first text blocks that a reader sees, float32 (at most MOST, features).

    Each is the sign and ``log1p`` of the size of a block's features. There are none of a page without text, or with
    more than ``MOST_BLOCKS`` blocks.

    Raises:
        PageError: the page holds no element.
    """
    blocks = blocks_of(document)
    return np.zeros((0, len(block_feature_names())), np.float32) if blocks is None else tokens_of(blocks)


def blocks_of(document: Document) -> PageBlocks | None:
    """The text blocks of a page that become tokens; None if there are none, or too many.

    Raises:
        PageError: the page holds no element.
    """
    analysis = _reading_of(document)
    return PageBlocks.of(analysis) if 0 < len(analysis.blocks) <= MOST_BLOCKS else None


def _reading_of(document: Document) -> PageAnalysis:
    """The reading without what the markup hides, as on the pages of the training, of which nothing else is known."""
    if not document.is_rendered:
        return PageAnalysis.of(document)
    hidden = hidden_by_markup(document)
    return PageAnalysis(document, hidden, hidden)


def tokens_of(blocks: PageBlocks) -> Tokens:
    """Tokens of the first of these blocks, float32 (at most MOST, features)."""
    values = block_features(blocks)[:MOST]
    return np.asarray(np.sign(values) * np.log1p(np.abs(values)))
