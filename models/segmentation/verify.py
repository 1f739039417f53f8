"""Is a block model whole: are its features computed here, and do its exported trees answer as its weights do."""

from pathlib import Path

import numpy as np

from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing
from iawce.models.common.record import read_weights
from iawce.models.common.trees import BoostedTrees
from iawce.models.segmentation.block_model import load_block_model
from iawce.models.segmentation.features.describe import describe_blocks
from iawce.models.segmentation.features.page_blocks import PageBlocks

TRIED = 100
"""Random blocks that both judge."""
TOLERANCE = 1e-3
"""Largest difference of a logit between the weights and their export."""


def verify_block_model(path: Path) -> float:
    """Largest difference of a logit between the trees and their export to ONNX on random blocks.

    Attention, if there is any, is checked by its hash alone.

    Raises:
        EnvironmentMissing: the model is absent, damaged or of another kind, was trained on other features than this
            version computes, or its export gives other logits.
    """
    model = load_block_model(path)
    document = Document("", html="<p>text")
    names = tuple(describe_blocks(PageBlocks(document, document.text_blocks)))
    if model.record.input.features[: len(names)] != names:
        raise EnvironmentMissing(f"{path} was trained on other features than this version computes")
    prefix = "trees."
    arrays = {name: array for name, array in read_weights(path, model.record).items() if name.startswith(prefix)}
    trees = BoostedTrees.from_arrays({name.removeprefix(prefix): array for name, array in arrays.items()})
    blocks = np.random.default_rng(0).normal(0, 3, (TRIED, len(names))).astype(np.float32)
    found = float(np.abs(model.trees(blocks) - trees(blocks)).max())
    if found > TOLERANCE:
        raise EnvironmentMissing(f"the exported trees of {path} do not agree with its weights: {found:.2g}")
    return found
