"""Checks a block model: that its features are computed here, and that its exported trees agree with its weights."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing
from iawce.models.common.record import read_weights
from iawce.models.common.trees import BoostedTrees
from iawce.models.segmentation.answer_features import FEATURES
from iawce.models.segmentation.block_model import Stage, load_block_model
from iawce.models.segmentation.features.describe import describe_blocks
from iawce.models.segmentation.features.page_blocks import PageBlocks

TRIED = 100
"""Random blocks that both classify."""
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
    if model.judge and tuple(model.record.training["judge"]["features"]) != FEATURES:
        raise EnvironmentMissing(f"the judge of {path} was trained on other features than this version computes")
    arrays = read_weights(path, model.record)
    found = _difference(model.trees, arrays, "trees", len(names))
    if model.article_trees:
        found = max(found, _difference(model.article_trees, arrays, "article_trees", len(names)))
    if model.judge:
        found = max(found, _difference(model.judge, arrays, "judge", len(FEATURES)))
    if found > TOLERANCE:
        raise EnvironmentMissing(f"the exported trees of {path} do not agree with its weights: {found:.2g}")
    return found


def _difference(exported: Stage, arrays: Mapping[str, NDArray[np.generic]], part: str, features: int) -> float:
    """Largest difference of an answer between exported trees and their weights on random rows."""
    own = {name.removeprefix(f"{part}."): array for name, array in arrays.items() if name.startswith(f"{part}.")}
    rows = np.random.default_rng(0).normal(0, 3, (TRIED, features)).astype(np.float32)
    return float(np.abs(exported(rows) - BoostedTrees.from_arrays(own)(rows)).max())
