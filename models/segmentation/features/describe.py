"""All features of the text blocks of a page."""

from functools import cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.models.segmentation.features.markup import markup_features
from iawce.models.segmentation.features.names import family_features
from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks
from iawce.models.segmentation.features.paths import path_features
from iawce.models.segmentation.features.place import neighbour_features, place_features, whole_page_features
from iawce.models.segmentation.features.regions import region_features
from iawce.models.segmentation.features.repetition import repetition_features
from iawce.models.segmentation.features.text import text_features

MOST_KEPT = 5_000
"""Blocks of a page whose features, seven megabytes, are kept until the page is done."""
GROUPS = (
    text_features,
    markup_features,
    region_features,
    family_features,
    repetition_features,
    path_features,
    place_features,
    whole_page_features,
)


@cache
def block_feature_names() -> tuple[str, ...]:
    """Names of the features, in order."""
    document = Document("", html="<p>text</p>")
    return tuple(describe_blocks(PageBlocks(document, document.text_blocks)))


def block_features(page: PageBlocks) -> NDArray[np.float32]:
    """All features of the blocks of a page, float32 (blocks, features), read only.

    The page type and the main content are both read from them, so that those of a page of up to ``MOST_KEPT`` blocks
    are kept with its document.
    """
    if len(page) > MOST_KEPT:
        return to_matrix(describe_blocks(page))
    blocks, kept = page.blocks, page.document.kept
    parts = (blocks.pieces, blocks.starts, blocks.subset.kept)
    key = (block_features.__qualname__, *(sha256(part.tobytes()).digest() for part in parts))
    if key not in kept:
        kept[key] = to_matrix(describe_blocks(page))
        kept[key].flags.writeable = False
    return kept[key]


def to_matrix(columns: Columns) -> NDArray[np.float32]:
    """Features as float32 (blocks, features)."""
    matrix = np.empty((len(columns), len(next(iter(columns.values())))), np.float32)
    for row, values in zip(matrix, columns.values(), strict=True):
        row[:] = values
    return np.ascontiguousarray(matrix.T)


def describe_blocks(page: PageBlocks) -> Columns:
    """All features by name, each with a value for each block."""
    columns: Columns = {}
    for describe in GROUPS:
        columns |= describe(page)
    return columns | neighbour_features(page, columns)
