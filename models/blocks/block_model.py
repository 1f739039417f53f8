"""The block model: the probability that each text block of a page is main content, and the choice of blocks to keep."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import EnvironmentMissing
from iawce.data.labels import PageType
from iawce.models.blocks.block_features import block_feature_names, block_features
from iawce.models.blocks.candidate_features import PageEvidence
from iawce.models.blocks.candidates import (
    CHOICE,
    FAVORED,
    FIRST,
    JUDGED,
    Favor,
    best_candidate,
    candidate_feature_names,
    choose_by_f,
    describe_candidates,
    expected_f1,
    favored,
    page_candidates,
    smooth_by_group,
)
from iawce.models.blocks.page_blocks import Floats, PageBlocks
from iawce.models.common.probabilities import sigmoid
from iawce.models.common.record import ModelRecord, read_record, read_weights, verified
from iawce.models.common.runtime import OnnxRuntime
from iawce.models.common.trees import BoostedTrees

TREES = "block_trees"
"""The architecture: boosted trees."""
WEIGHTS = Path(__file__).parent.parent / "weights" / "segmentation"
SHIPPED = WEIGHTS / "blocks.json"
Features = NDArray[np.float32]
Stage = Callable[[Features], Floats]


class BlockAnswer(NamedTuple):
    """The blocks to keep, bool (blocks,), their expected word F1, and the name of the candidate.

    ``further``: number of the element of another article that is left out, None for none.
    """

    chosen: NDArray[np.bool_]
    confidence: float
    candidate: str = CHOICE
    further: int | None = None


@dataclass(frozen=True, slots=True)
class BlockModel:
    """Boosted trees classify each block by its features.

    ``record``: of the model; its input names the features. ``trees``: from features, float32 (blocks, features), to
    logits (blocks, 1). ``article_trees``: the same, of articles; there the mean of both counts. ``judge``: from the
    features of whole answers, float32 (candidates, features), to the logit that each is better than the choice, and its
    word F1 (candidates, 2).
    """

    record: ModelRecord
    trees: Stage
    article_trees: Stage | None = None
    judge: Stage | None = None

    def __call__(self, page: PageBlocks, page_type: str = "") -> Floats:
        """Probability of each block of a page, float64 (blocks,); ``page_type``: empty if unknown."""
        features = block_features(page)
        found = sigmoid(self.trees(features)[:, 0])
        if self.article_trees and page_type == PageType.ARTICLE:
            found = (found + sigmoid(self.article_trees(features)[:, 0])) / 2
        return smooth_by_group(found, np.maximum(page.words, 1).astype(np.float64), page.path_groups["classed"])

    def answer(self, page: PageBlocks, probabilities: Floats, page_type: str, favor: Favor = "balanced") -> BlockAnswer:
        """The blocks to keep by the probability of each, float64 (blocks,); none if no block is probable enough.

        ``page_type``: empty if unknown; ``favor``: in doubtful cases, also in the judge's answer.
        """
        words = np.maximum(page.words, 1).astype(np.float64)
        if answer := self._judged(page, probabilities) if page_type in JUDGED else None:
            return answer._replace(chosen=favored(answer.chosen, probabilities, words, favor))
        chosen = choose_by_f(probabilities, words, FAVORED[favor])
        return BlockAnswer(chosen, self.confidence(expected_f1(probabilities, words, chosen)))

    def _judged(self, page: PageBlocks, probabilities: Floats) -> BlockAnswer | None:
        """The best candidate; None without a judge, or if no block is probable enough."""
        if self.judge is None:
            return None
        evidence = PageEvidence.of(page)
        candidates = page_candidates(evidence, probabilities)
        if not candidates:
            return None
        judged, names = self.judge(describe_candidates(evidence, probabilities, candidates)), list(candidates)
        best, confidence = best_candidate(judged)
        if evidence.is_several and FIRST in candidates:
            best = names.index(FIRST)
            confidence = float(np.clip(judged[best, 1], 0.0, 1.0))
        chosen = candidates[names[best]]
        further = evidence.further_article(candidates[CHOICE], chosen)
        return BlockAnswer(chosen, confidence, names[best], further)

    def confidence(self, expected: float) -> float:
        """Calibrated word F1: the mean on pages of unseen sites with this expected word F1."""
        table = self.record.metrics["confidence"]
        return float(np.interp(expected, table["expected"], table["calibrated"]))


@cache
def load_block_model(path: Path = SHIPPED) -> BlockModel:
    """The model whose record is ``path``, kept for the whole process.

    Raises EnvironmentMissing: it is absent, damaged, or another kind of model.
    """
    record = read_record(path)
    if record.architecture != TREES:
        raise EnvironmentMissing(f"{path} is a model of another kind: {record.architecture}")
    verified(path, record.file, record.sha256)  # the executed file was exported from it
    try:
        exported = record.training["onnx"]
        stages = {name: OnnxRuntime(verified(path, *exported[name]), threads=1) for name in exported}
        model = BlockModel(record, **stages)
        model.confidence(0.5)
    except (LookupError, TypeError, ValueError) as error:
        raise EnvironmentMissing(f"{path} is no whole record of a block model: {error!r}") from error
    return model


TOLERANCE = 1e-3
"""Largest difference of a logit between the weights and their export."""


def verify_block_model(path: Path) -> float:
    """Largest difference of a logit between the trees and their export to ONNX on random blocks.

    Raises EnvironmentMissing: the model is absent, damaged or of another kind, was trained on other features than this
    version computes, or its export gives other logits.
    """
    model, names = load_block_model(path), block_feature_names()
    if model.record.input.features != names:
        raise EnvironmentMissing(f"{path} was trained on other features than this version computes")
    if model.judge and tuple(model.record.training["judge"]["features"]) != candidate_feature_names():
        raise EnvironmentMissing(f"the judge of {path} was trained on other features than this version computes")
    arrays = read_weights(path, model.record)
    parts = (
        ("trees", model.trees, names),
        ("article_trees", model.article_trees, names),
        ("judge", model.judge, candidate_feature_names()),
    )
    found = max(
        BoostedTrees.from_arrays(arrays, f"{part}.").difference(exported, len(features))
        for part, exported, features in parts
        if exported
    )
    if found > TOLERANCE:
        raise EnvironmentMissing(f"the exported trees of {path} do not agree with its weights: {found:.2g}")
    return found
