"""The text blocks of a page that are kept as content."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import PageError
from iawce.extract.content.content import Content
from iawce.extract.content.segmentation import SegmentationSettings
from iawce.extract.pipeline.extract_content import find_content
from iawce.extract.pipeline.settings import ExtractSettings

Bools = NDArray[np.bool_]
MAX_KEPT = 0.5
"""Share of a block's words above which it counts as kept."""


def kept_blocks(analysis: PageAnalysis, content: Content | None) -> Bools:
    """Whether a content has most of each block, bool (blocks,); content from data has none."""
    blocks, index = analysis.blocks, analysis.index
    if content is None or content.origins:
        return np.zeros(len(blocks), bool)
    inside = content.subset.text_nodes & index.inside(content.elements)[index.text_nodes.owners]
    weights = index.text_node_words[blocks.text_nodes] + 1e-3  # so that characters count in blocks without words
    whole = np.bincount(blocks.block_of_text_node, weights, len(blocks))
    held = np.bincount(blocks.block_of_text_node, np.where(inside[blocks.text_nodes], weights, 0), len(blocks))
    return np.asarray(held > MAX_KEPT * whole)


def answer_blocks(analysis: PageAnalysis, page_type: str, probabilities: NDArray[np.float64]) -> tuple[Bools, float]:
    """The blocks that extraction keeps if these are their probabilities, and the confidence of the row.

    ``analysis``: of the page; ``page_type``: of the page; ``probabilities``: of each block, in place of the block
    model's, float64 (blocks,).
    """
    given = SegmentationSettings(probabilities=tuple(probabilities.tolist()))
    try:
        content = find_content(analysis, page_type, ExtractSettings(method_settings=given))[1]
    except PageError:
        return np.zeros(len(analysis.blocks), bool), 0.0
    return kept_blocks(analysis, content), float(content.scores.get("confidence", 0.0))
