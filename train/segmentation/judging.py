"""Trains the judge of whole answers, on pages whose blocks were judged by models that never saw their site."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from iawce.models.common.trees import BoostedTrees
from iawce.models.segmentation.candidates import Candidates, page_candidates
from iawce.models.segmentation.features.page_blocks import Floats
from iawce.models.segmentation.judge import FEATURES, best_candidate, describe_candidates
from iawce.models.segmentation.page_evidence import Bools
from iawce.train.segmentation.boosting import export_trees
from iawce.train.segmentation.examples import Example


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How the trees of the judge are grown; names and meaning as in LightGBM."""

    rounds: int = 300
    learning_rate: float = 0.04
    num_leaves: int = 15
    min_data_in_leaf: int = 40
    lambda_l2: float = 5.0
    feature_fraction: float = 0.4
    bagging_fraction: float = 0.8
    seeds: int = 4
    """Models that are averaged."""


class Judged(NamedTuple):
    """A page with its candidates, the features of each, and the word F1 that each has, or that of nothing."""

    candidates: Candidates
    features: NDArray[np.float32]
    scores: Floats


def describe_answers(example: Example, probabilities: Floats) -> Judged:
    """The candidates of a page; none where nothing is chosen."""
    candidates = page_candidates(example.evidence, probabilities)
    if not candidates:
        nothing = np.zeros(len(probabilities), bool)
        return Judged({}, np.zeros((0, len(FEATURES)), np.float32), np.array([example.score(nothing)]))
    features = describe_candidates(example.evidence, probabilities, candidates)
    return Judged(candidates, features, np.array([example.score(blocks) for blocks in candidates.values()]))


def grow_judge(pages: Sequence[Judged], settings: JudgeSettings) -> BoostedTrees:
    """Trees that promise a word F1 for each candidate of pages that have some; every page weighs the same."""
    features = np.concatenate([page.features for page in pages])
    scores = np.concatenate([page.scores for page in pages])
    weights = np.concatenate([np.full(len(page.scores), 1 / len(page.scores)) for page in pages])
    data = lightgbm.Dataset(features, scores, weight=weights, free_raw_data=False)
    return averaged([export_trees(_grow(data, settings, seed)) for seed in range(settings.seeds)])


def _grow(data: lightgbm.Dataset, settings: JudgeSettings, seed: int) -> lightgbm.Booster:
    parameters = {
        "objective": "regression",
        "learning_rate": settings.learning_rate,
        "num_leaves": settings.num_leaves,
        "min_data_in_leaf": settings.min_data_in_leaf,
        "lambda_l2": settings.lambda_l2,
        "feature_fraction": settings.feature_fraction,
        "bagging_fraction": settings.bagging_fraction,
        "bagging_freq": 1,
        "seed": seed,
        "deterministic": True,
        "verbosity": -1,
    }
    return lightgbm.train(parameters, data, num_boost_round=settings.rounds)


def averaged(models: Sequence[BoostedTrees]) -> BoostedTrees:
    """One model that answers with the mean of the answers of several."""
    sizes = np.cumsum([0, *(len(model.feature) for model in models)]).tolist()
    shifted = list(zip(models, sizes[:-1], strict=True))
    return BoostedTrees(
        feature=np.concatenate([model.feature for model in models]),
        threshold=np.concatenate([model.threshold for model in models]),
        left=np.concatenate([model.left + offset for model, offset in shifted]).astype(np.int32),
        right=np.concatenate([model.right + offset for model, offset in shifted]).astype(np.int32),
        value=(np.concatenate([model.value for model in models]) / len(models)).astype(np.float32),
        roots=np.concatenate([model.roots + offset for model, offset in shifted]).astype(np.int32),
        baseline=np.mean([model.baseline for model in models], axis=0).astype(np.float32),
    )


def cross_judge(
    pages: Sequence[Judged],
    folds: NDArray[np.int64],
    judging: Bools,
    pairs: Sequence[tuple[float, float]],
    settings: JudgeSettings,
) -> list[tuple[float, float]]:
    """Promised and actual word F1 of each page, by judges that were trained without its part.

    Args:
        pages: of the training.
        folds: part of each.
        judging: which of them are judged and trained on, all with candidates and in two parts or more, bool (pages,).
        pairs: promised and actual word F1 of the others.
        settings: of the judge.
    """
    found = list(pairs)
    for fold in sorted(set(folds.tolist())):
        asked = np.flatnonzero(judging & (folds == fold)).tolist()
        if not asked:
            continue
        judge = grow_judge([pages[number] for number in np.flatnonzero(judging & (folds != fold)).tolist()], settings)
        for number in asked:
            best, promised = best_candidate(judge(pages[number].features)[:, 0])
            found[number] = (promised, float(pages[number].scores[best]))
    return found
