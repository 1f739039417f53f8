"""The text blocks of a page that are kept as content."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.errors import PageError
from iawce.extract.content.content import Content
from iawce.extract.content.segmentation import SegmentationSettings
from iawce.extract.pipeline.extract_content import find_content
from iawce.extract.pipeline.settings import ExtractSettings

Bools = NDArray[np.bool_]
MOST_KEPT = 0.5
"""Share of a block's words above which it counts as kept."""


def kept_blocks(reading: PageReading, content: Content | None) -> Bools:
    """Whether a content has most of each block, bool (blocks,); content from data has none."""
    blocks, index = reading.blocks, reading.index
    if content is None or content.origins:
        return np.zeros(len(blocks), bool)
    inside = content.subset.pieces & index.inside(content.elements)[index.pieces.owners]
    weights = index.piece_words[blocks.pieces] + 1e-3  # so that characters count in blocks without words
    whole = np.bincount(blocks.block_of_piece, weights, len(blocks))
    held = np.bincount(blocks.block_of_piece, np.where(inside[blocks.pieces], weights, 0), len(blocks))
    return np.asarray(held > MOST_KEPT * whole)


def answer_blocks(reading: PageReading, page_type: str, probabilities: NDArray[np.float64]) -> tuple[Bools, float]:
    """The blocks that extraction keeps if these are their probabilities, and the confidence of the row.

    Args:
        reading: of the page.
        page_type: of the page.
        probabilities: of each block, in place of the block model's, float64 (blocks,).
    """
    given = SegmentationSettings(probabilities=tuple(probabilities.tolist()))
    try:
        content = find_content(reading, page_type, ExtractSettings(method_settings=given))[1]
    except PageError:
        return np.zeros(len(reading.blocks), bool), 0.0
    return kept_blocks(reading, content), float(content.scores.get("confidence", 0.0))
