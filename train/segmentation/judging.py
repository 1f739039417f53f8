"""Trains the judge of candidates, on pages whose blocks were judged by models trained on other sites."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from iawce.models.blocks.candidate_features import Bools
from iawce.models.blocks.candidates import (
    Candidates,
    best_candidate,
    candidate_feature_names,
    describe_candidates,
    page_candidates,
)
from iawce.models.blocks.page_blocks import Floats
from iawce.models.common.trees import LEAF, BoostedTrees, Tree, join_trees
from iawce.train.segmentation.boosting import BlockTreesSettings, trees_of
from iawce.train.segmentation.examples import Example

AS_GOOD = 0.01
"""Largest difference of word F1 of two answers that are equally good."""


@dataclass(frozen=True, slots=True)
class JudgeSettings(BlockTreesSettings):
    """How the judge's trees are grown."""

    learning_rate: float = 0.04
    num_leaves: int = 15
    min_data_in_leaf: int = 40
    feature_fraction: float = 0.4
    bagging_fraction: float = 0.8
    max_bin: int = 255
    seeds: int = 4
    """Models that are averaged."""


class Judged(NamedTuple):
    """A page with its candidates, the features of each, the word F1 of each, or that of an empty answer; its weight."""

    candidates: Candidates
    features: NDArray[np.float32]
    scores: Floats
    weight: float = 1.0


def describe_answers(example: Example, probabilities: Floats, weight: float = 1.0) -> Judged:
    """The candidates of a page; none if no block is chosen."""
    candidates = page_candidates(example.evidence, probabilities)
    if not candidates:
        nothing = np.zeros(len(probabilities), bool)
        return Judged(
            {}, np.zeros((0, len(candidate_feature_names())), np.float32), np.array([example.score(nothing)]), weight
        )
    features = describe_candidates(example.evidence, probabilities, candidates)
    return Judged(candidates, features, np.array([example.score(blocks) for blocks in candidates.values()]), weight)


def grow_judge(pages: Sequence[Judged], settings: JudgeSettings) -> BoostedTrees:
    """Trees that predict, for each candidate of a page, the logit that it is better than the choice, and its word F1.

    The candidates of a page together have the weight of the page.
    """
    features = np.concatenate([page.features for page in pages])
    weights = np.concatenate([np.full(len(page.scores), page.weight / len(page.scores)) for page in pages])
    targets = {"cross_entropy": [_is_better(page.scores) for page in pages], "regression": [p.scores for p in pages]}
    parts = list[list[Tree]]()
    for objective, values in targets.items():
        data = lightgbm.Dataset(features, np.concatenate(values), weight=weights, free_raw_data=False)
        grown = (trees_of(settings.grow(data, objective, seed)) for seed in range(settings.seeds))
        parts.append([tree._replace(value=tree.value / settings.seeds) for trees in grown for tree in trees])
    return join_trees(list(zip_longest(*parts, fillvalue=LEAF)), np.zeros(len(parts)))


def _is_better(scores: Floats) -> Floats:
    """1 for a candidate that is better than the first one, 0 for a worse one, one half for an equal one."""
    gain = scores - scores[0]
    return np.where(gain > AS_GOOD, 1.0, np.where(gain < -AS_GOOD, 0.0, 0.5))


def cross_judge(
    pages: Sequence[Judged],
    folds: NDArray[np.int64],
    judging: Bools,
    pairs: Sequence[tuple[float, float]],
    settings: JudgeSettings,
) -> list[tuple[float, float]]:
    """Predicted and actual word F1 of each page, by judges that were trained without its part.

    ``judging``: which pages are judged and trained on, all with candidates and in two parts or more, bool (pages,);
    ``pairs``: predicted and actual word F1 of the others.
    """
    found = list(pairs)
    for fold in sorted(set(folds.tolist())):
        asked = np.flatnonzero(judging & (folds == fold)).tolist()
        if not asked:
            continue
        judge = grow_judge([pages[number] for number in np.flatnonzero(judging & (folds != fold)).tolist()], settings)
        for number in asked:
            best, promised = best_candidate(judge(pages[number].features))
            found[number] = (promised, float(pages[number].scores[best]))
    return found
