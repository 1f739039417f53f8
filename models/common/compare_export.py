"""Checks that an export to ONNX gives the same answers as the weights."""

from pathlib import Path

import numpy as np

from iawce.data.extras import needing
from iawce.models.common.record import read_record, read_weights
from iawce.models.common.runtime import OnnxRuntime, open_in_torch
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.features.inputs import INPUTS

TOLERANCE = 1e-3
"""Largest difference of a logit between the weights and their export."""
FEW = 7
"""Tokens of a short page."""
TRIED = 4
"""Random inputs on which the two are compared."""


def difference(path: Path, exported: Path) -> float:
    """Largest difference of a logit between the weights and their export on random inputs.

    Raises:
        EnvironmentMissing: weights are absent or damaged, or are a network's and torch is not installed.
    """
    record, random = read_record(path), np.random.default_rng(0)
    if record.architecture == ARCHITECTURE:
        rows = random.normal(0, 3, (TRIED, len(record.input.features))).astype(np.float32)
        trees = BoostedTrees.from_arrays(read_weights(path, record))
        return float(np.abs(trees(rows) - OnnxRuntime(exported)(rows)).max())
    pages = random.random((TRIED, *record.input.shape), np.float32)
    if pixels := INPUTS[record.input.kind].pixels:
        pages[0, :, -pixels:] = pages[1:, ::2, -pixels:] = 0  # pictures, of which nothing is read
    with needing("train", f"the comparison of {record.name} with its weights"):
        in_torch = open_in_torch(record, path)
    in_onnx, fewer = OnnxRuntime(exported), pages[:, :FEW] if INPUTS[record.input.kind].tokens else pages
    return max(float(np.abs(in_torch(batch) - in_onnx(batch)).max()) for batch in (pages, fewer))
