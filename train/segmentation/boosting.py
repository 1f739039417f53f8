"""Growing of the trees of the block model, for all pages and for some types, and of its judge of whole answers.

The judge learns from pages whose blocks were judged by trees of other sites.

Source: Ke et al. 2017, LightGBM: A Highly Efficient Gradient Boosting Decision Tree.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Bools, Floats, Ints
from iawce.models.blocks.block_model import OWN_TREES
from iawce.models.blocks.candidates import (
    Candidates,
    best_candidate,
    candidate_feature_names,
    describe_candidates,
    join_answers,
    page_candidates,
    smooth_by_group,
)
from iawce.models.common.runtime import LEAF, BoostedTrees, Tree, join_trees
from iawce.train.segmentation.examples import Example

log = logging.getLogger(__name__)
PAGE_WORDS = 30  # Pages with fewer words have the weight of one with this number
AS_GOOD = 0.01  # Largest difference of word F1 of two answers that are equally good
OF_TREES = ("learning_rate", "num_leaves", "min_data_in_leaf", "lambda_l2", "feature_fraction", "bagging_fraction")
"""Settings that are handed to LightGBM as they are."""


@dataclass(frozen=True, slots=True)
class BlockTreesSettings:
    """How trees are grown; names and meaning as in LightGBM."""

    rounds: int = 300
    learning_rate: float = 0.06
    num_leaves: int = 31
    min_data_in_leaf: int = 60
    lambda_l2: float = 5.0
    feature_fraction: float = 0.25
    bagging_fraction: float = 0.7
    max_bin: int = 127
    threads: int = 0  # 0: as many as there are cores
    seed: int = 0

    def dataset(self, features: NDArray[Any], labels: NDArray[Any], weights: NDArray[Any]) -> lightgbm.Dataset:
        """Features (rows, features), labels from 0 to 1 and weights (rows,), from which trees are grown repeatedly."""
        binning = {"max_bin": self.max_bin, "num_threads": self.threads, "verbosity": -1}
        return lightgbm.Dataset(features, labels, weight=weights, params=binning, free_raw_data=False).construct()

    def grow(
        self, data: lightgbm.Dataset, objective: str = "cross_entropy", seed: int | None = None
    ) -> lightgbm.Booster:
        """Trees of the data; ``seed`` instead of that of the settings."""
        parameters: dict[str, Any] = {
            "objective": objective,
            **{name: getattr(self, name) for name in OF_TREES},
            "bagging_freq": 1,
            "num_threads": self.threads,
            "seed": self.seed if seed is None else seed,
            "deterministic": True,
            "verbosity": -1,
        }
        return lightgbm.train(parameters, data, num_boost_round=self.rounds)


class BlockTrees(NamedTuple):
    """The trees of all pages; those of some types, without the types of too few sites; and what they are worth.

    ``probabilities``: of each block of each page, by trees that were grown without the page's part.
    """

    trees: BoostedTrees
    own_trees: dict[str, BoostedTrees]
    probabilities: list[Floats]


def grow_block_trees(
    examples: Sequence[Example], folds: Ints, weights: Floats, settings: BlockTreesSettings
) -> BlockTrees:
    """Grow the trees of the block model, and cross-validate them.

    ``folds``: part of each page; a site is in one part only. ``weights``: of each for the trees, and for those of its
    type; 0 for one that is only evaluated, (examples, 2).
    """
    log.info("trees")
    found, trees = _cross_grow(examples, folds, weights[:, 0], settings)
    own_trees = dict[str, BoostedTrees]()
    for name in OWN_TREES:
        numbers = np.flatnonzero([example.page_type == name for example in examples])
        if set(folds[numbers].tolist()) != set(folds.tolist()):
            continue
        log.info("trees of the type %s", name)
        pages = [examples[number] for number in numbers.tolist()]
        by_own_trees, own_trees[name] = _cross_grow(pages, folds[numbers], weights[numbers, 1], settings)
        for number, values in zip(numbers.tolist(), by_own_trees, strict=True):
            found[number] = join_answers(np.stack([found[number], values]))
    smoothed = [smooth_by_group(values, page.words, page.places) for values, page in zip(found, examples, strict=True)]
    return BlockTrees(trees, own_trees, smoothed)


def _cross_grow(
    examples: Sequence[Example], folds: Ints, weights: Floats, settings: BlockTreesSettings
) -> tuple[list[Floats], BoostedTrees]:
    """Predictions for each page by trees grown without its part, and the trees of all pages."""
    sizes = [len(example.labels) for example in examples]
    rows, counts = np.repeat(folds, sizes), np.repeat(weights > 0, sizes)
    features = np.concatenate([example.features for example in examples])
    labels = np.concatenate([example.labels for example in examples])
    blocks = list[Floats]()  # long blocks weigh more, blocks of long pages less
    for page, weight in zip(examples, weights, strict=True):
        worth = page.weights * np.log1p(page.words) / np.sqrt(max(PAGE_WORDS, page.words.sum())) * 10
        blocks.append(worth.astype(np.float32) * weight)
    data = settings.dataset(features, labels, np.concatenate(blocks).astype(np.float32))

    def grow(chosen: Bools) -> lightgbm.Booster:
        return settings.grow(data.subset(np.flatnonzero(chosen).tolist()))

    found = np.zeros(len(labels))
    for fold in sorted(set(folds.tolist())):
        booster, unseen = grow((rows != fold) & counts), rows == fold
        found[unseen] = np.asarray(booster.predict(features[unseen], num_threads=settings.threads))
    return np.split(found, np.cumsum(sizes)[:-1]), as_boosted_trees(grow(counts))


def as_boosted_trees(booster: lightgbm.Booster) -> BoostedTrees:
    """LightGBM's trees; one class, whose logit they add up."""
    return join_trees([[tree] for tree in trees_of(booster)], np.zeros(1))


def trees_of(booster: lightgbm.Booster) -> list[Tree]:
    """LightGBM's trees, one of each round."""
    return [_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]


def _tree(root: dict[str, Any]) -> Tree:
    """The nodes in pre-order."""
    ordered, numbers, stack = list[dict[str, Any]](), dict[int, int](), [root]
    while stack:
        node = stack.pop()
        numbers[id(node)] = len(ordered)
        ordered.append(node)
        if "leaf_value" not in node:
            stack += [node["right_child"], node["left_child"]]
    rows = [
        (0, np.inf, here, here, np.float32(node["leaf_value"]))
        if "leaf_value" in node
        else (
            *(node["split_feature"], node["threshold"]),
            *(numbers[id(node["left_child"])], numbers[id(node["right_child"])], np.float32(0)),
        )
        for here, node in enumerate(ordered)
    ]
    return Tree(*map(np.array, zip(*rows, strict=True)))


@dataclass(frozen=True, slots=True)
class JudgeSettings(BlockTreesSettings):
    """How the judge's trees are grown."""

    learning_rate: float = 0.04
    num_leaves: int = 15
    min_data_in_leaf: int = 40
    feature_fraction: float = 0.4
    bagging_fraction: float = 0.8
    max_bin: int = 255
    seeds: int = 4  # Models that are averaged


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
        score = example.score(np.zeros(len(probabilities), bool))
        nothing = np.zeros((0, len(candidate_feature_names())), np.float32)
        return Judged({}, nothing, np.array([score]), weight)
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
    pages: Sequence[Judged], folds: Ints, judging: Bools, pairs: Sequence[tuple[float, float]], settings: JudgeSettings
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
