"""The block model: the probability that each text block of a page is main content, and the choice of blocks to keep."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Bools, Floats
from iawce.data.errors import EnvironmentMissing
from iawce.data.labels import PageType
from iawce.models.blocks.block_features import block_feature_names, block_features
from iawce.models.blocks.candidate_features import PageEvidence, separate_articles
from iawce.models.blocks.candidates import (
    CHOICE,
    FAVORED,
    FIRST,
    Favor,
    best_candidate,
    candidate_feature_names,
    choose_by_f,
    describe_candidates,
    expected_f1,
    favored,
    is_judged,
    join_answers,
    page_candidates,
    smooth_by_group,
)
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.probabilities import sigmoid
from iawce.models.common.record import ModelRecord, read_record, read_weights, verified
from iawce.models.common.runtime import TOLERANCE, BoostedTrees, OnnxRuntime

TREES = "block_trees"  # The architecture: boosted trees
WEIGHTS = Path(__file__).parent.parent / "weights" / "segmentation"
SHIPPED = WEIGHTS / "blocks.json"
FIRST_TREES = 100  # Trees that every block is shown to. The others see only the blocks that these leave in doubt
SURE = 3.0  # Logit beyond which the first trees are sure
SURE_CHOICE = 0.96
"""Expected word F1 of a choice that is not judged. On unseen sites, that is half of the articles and products, and of
these the judge's answers were no better (docs/lab/main-content.md)."""
OWN_TREES: dict[str, str] = {name: f"{name}_trees" for name in (PageType.ARTICLE, PageType.LIST, PageType.PRODUCT)}
"""The types of pages that may have trees of their own, and the names of these in a record."""
REST = "_rest"  # Ends the name of the later trees in a record
Features = NDArray[np.float32]
Stage = Callable[[Features], Floats]


class StagedTrees(NamedTuple):
    """Trees in two parts, each from features, float32 (blocks, features), to logits (blocks, 1).

    ``first``: of all blocks; ``rest``: the later trees, of those that the first leave in doubt; None if there are none.
    """

    first: Stage
    rest: Stage | None = None

    def of_all(self, features: Features) -> Floats:
        """The logits of all trees."""
        return self.first(features) + self.rest(features) if self.rest else self.first(features)


class BlockAnswer(NamedTuple):
    """The blocks to keep, bool (blocks,), their expected word F1, and the name of the candidate.

    ``further``: number of the element of another article that is left out, None for none.
    """

    chosen: Bools
    confidence: float
    candidate: str = CHOICE
    further: int | None = None


@dataclass(frozen=True, slots=True)
class BlockModel:
    """Boosted trees classify each block by its features.

    ``record``: of the model; its input names the features. ``trees``: of all pages; ``own_trees``: of the pages of a
    type, by its name, where the mean of both counts. ``judge``: from the features of whole answers, float32
    (candidates, features), to the logit that each is better than the choice, and its word F1 (candidates, 2).
    """

    record: ModelRecord
    trees: StagedTrees
    own_trees: Mapping[str, StagedTrees]
    judge: Stage | None = None

    def __call__(self, page: PageBlocks, page_type: str = "") -> Floats:
        """Probability of each block of a page, float64 (blocks,); ``page_type``: empty if unknown."""
        used = [self.trees, *(own for name, own in self.own_trees.items() if name == page_type)]
        found = join_answers(sigmoid(_logits(used, block_features(page))))
        return smooth_by_group(found, np.maximum(page.words, 1).astype(np.float64), page.path_groups["classed"])

    def answer(
        self, page: PageBlocks, probabilities: Floats, page_type: str, favor: Favor = "balanced", fine_type: str = ""
    ) -> BlockAnswer:
        """The blocks to keep by the probability of each, float64 (blocks,); none if no block is probable enough.

        ``page_type``, ``fine_type``: empty if unknown; ``favor``: in doubtful cases, also in the judge's answer.
        """
        words = np.maximum(page.words, 1).astype(np.float64)
        if is_judged(page_type, fine_type) and (answer := self._judged(page, probabilities, words)):
            return answer._replace(chosen=favored(answer.chosen, probabilities, words, favor))
        chosen = choose_by_f(probabilities, words, FAVORED[favor])
        return BlockAnswer(chosen, self.confidence(expected_f1(probabilities, words, chosen)))

    def _judged(self, page: PageBlocks, probabilities: Floats, words: Floats) -> BlockAnswer | None:
        """The best candidate, or the choice of blocks where it is so good that the judge would gain nothing.

        None without a judge, or if no block is probable enough.
        """
        if self.judge is None:
            return None
        chosen = choose_by_f(probabilities, words)
        expected = expected_f1(probabilities, words, chosen)
        if expected >= SURE_CHOICE and not separate_articles(page):
            return BlockAnswer(chosen, self.confidence(expected))
        evidence = PageEvidence(page)
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


def _logits(used: Sequence[StagedTrees], features: Features) -> Floats:
    """The logit of each block by each of these trees, float64 (trees, blocks).

    Blocks of which the first trees of all are sure, and agree, are not shown to the rest.
    """
    found = np.stack([trees.first(features)[:, 0] for trees in used])
    doubtful = np.flatnonzero((found.min(axis=0) < SURE) & (found.max(axis=0) > -SURE))
    if len(doubtful):
        asked = features[doubtful]
        found[:, doubtful] += [trees.rest(asked)[:, 0] if trees.rest else np.zeros(len(asked)) for trees in used]
    return found


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
        own = {name: _staged(stages, part) for name, part in OWN_TREES.items() if part in stages}
        model = BlockModel(record, _staged(stages, "trees"), own, stages.get("judge"))
        model.confidence(0.5)
    except (LookupError, TypeError, ValueError) as error:
        raise EnvironmentMissing(f"{path} is no whole record of a block model: {error!r}") from error
    return model


def _staged(stages: Mapping[str, Stage], name: str) -> StagedTrees:
    return StagedTrees(stages[name], stages.get(name + REST))


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
    parts: dict[str, Stage | None] = {"trees": model.trees.of_all, "judge": model.judge}
    parts |= {part: model.own_trees[name].of_all for name, part in OWN_TREES.items() if name in model.own_trees}
    widths = {"judge": len(candidate_feature_names())}
    found = max(
        BoostedTrees.from_arrays(arrays, f"{part}.").difference(exported, widths.get(part, len(names)))
        for part, exported in parts.items()
        if exported
    )
    if found > TOLERANCE:
        raise EnvironmentMissing(f"the exported trees of {path} do not agree with its weights: {found:.2g}")
    return found
