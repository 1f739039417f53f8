"""Grows the trees of the block model with LightGBM, measures them on unseen sites, and merges several models into one.

Source: Ke et al. 2017, LightGBM: A Highly Efficient Gradient Boosting Decision Tree.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from iawce.models.blocks.candidates import smooth_by_group
from iawce.models.blocks.page_blocks import Floats
from iawce.models.common.trees import BoostedTrees
from iawce.train.segmentation.examples import Example

log = logging.getLogger(__name__)
OF_TREES = ("learning_rate", "num_leaves", "min_data_in_leaf", "lambda_l2", "feature_fraction", "bagging_fraction")
"""Settings that are handed to LightGBM as they are."""
PAGE_WORDS = 30
"""Pages with fewer words have the weight of one with this number."""


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
    threads: int = 0
    """0: as many as there are cores."""
    seed: int = 0

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


class Table:
    """Features (rows, features), labels from 0 to 1 and weights (rows,), from which trees are grown again and again."""

    def __init__(
        self,
        features: NDArray[np.float32],
        labels: NDArray[np.float32],
        weights: NDArray[np.float32],
        settings: BlockTreesSettings,
    ) -> None:
        self.settings = settings
        binning = {"max_bin": settings.max_bin, "num_threads": settings.threads, "verbosity": -1}
        self._data = lightgbm.Dataset(features, labels, weight=weights, params=binning, free_raw_data=False)
        self._data.construct()

    def grow(self, rows: NDArray[np.int64] | None = None) -> lightgbm.Booster:
        """Trees of all rows, or of some."""
        return self.settings.grow(self._data if rows is None else self._data.subset(rows.tolist()))


class BlockTrees(NamedTuple):
    """The trees of all pages; those of articles, None if these come from too few sites; and what they are worth.

    ``probabilities``: of each block of each page, by trees that were grown without the page's part.
    """

    trees: BoostedTrees
    article_trees: BoostedTrees | None
    probabilities: list[Floats]


def grow_block_trees(
    examples: Sequence[Example], folds: NDArray[np.int64], weights: Floats, settings: BlockTreesSettings
) -> BlockTrees:
    """Grow the trees of the block model, and cross-validate them.

    Args:
        examples: the pages.
        folds: part of each; a site is in one part only.
        weights: of each for the trees, and for those of articles; 0 for one that is only evaluated, (examples, 2).
        settings: of the trees.
    """
    log.info("trees")
    found, trees = _cross_grow(examples, folds, weights[:, 0], settings)
    articles, article_trees = np.flatnonzero([example.is_article for example in examples]), None
    if set(folds[articles].tolist()) == set(folds.tolist()):
        log.info("trees of articles")
        pages = [examples[number] for number in articles.tolist()]
        by_article_trees, article_trees = _cross_grow(pages, folds[articles], weights[articles, 1], settings)
        for number, values in zip(articles.tolist(), by_article_trees, strict=True):
            found[number] = (found[number] + values) / 2
    smoothed = [smooth_by_group(values, page.words, page.places) for values, page in zip(found, examples, strict=True)]
    return BlockTrees(trees, article_trees, smoothed)


def _cross_grow(
    examples: Sequence[Example], folds: NDArray[np.int64], weights: Floats, settings: BlockTreesSettings
) -> tuple[list[Floats], BoostedTrees]:
    """Predictions for each page by trees grown without its part, and the trees of all pages."""
    sizes = [len(example.labels) for example in examples]
    rows, counts = np.repeat(folds, sizes), np.repeat(weights > 0, sizes)
    features = np.concatenate([example.features for example in examples])
    labels = np.concatenate([example.labels for example in examples])
    blocks = np.concatenate([_weigh(page) * weight for page, weight in zip(examples, weights, strict=True)])
    table = Table(features, labels, blocks.astype(np.float32), settings)
    found = np.zeros(len(labels))
    for fold in sorted(set(folds.tolist())):
        booster, unseen = table.grow(np.flatnonzero((rows != fold) & counts)), rows == fold
        found[unseen] = np.asarray(booster.predict(features[unseen], num_threads=settings.threads))
    return np.split(found, np.cumsum(sizes)[:-1]), export_trees(table.grow(np.flatnonzero(counts)))


def _weigh(example: Example) -> NDArray[np.float32]:
    """Weight of each block of a page: long blocks more, blocks of long pages less."""
    words = example.words
    return np.asarray(example.weights * np.log1p(words) / np.sqrt(max(PAGE_WORDS, words.sum())) * 10, np.float32)


def export_trees(booster: lightgbm.Booster) -> BoostedTrees:
    """The nodes of LightGBM's trees, one after the other; one class, whose logit they add up."""
    parts, roots, offset = list[list[tuple[int, float, int, int, float]]](), list[list[int]](), 0
    for tree in booster.dump_model()["tree_info"]:
        nodes = list(_flatten(tree["tree_structure"], offset))
        roots.append([offset])
        offset += len(nodes)
        parts.append(nodes)
    feature, threshold, left, right, value = zip(*(node for nodes in parts for node in nodes), strict=True)
    return BoostedTrees(
        feature=np.array(feature, np.int32),
        threshold=np.array(threshold, np.float64),
        left=np.array(left, np.int32),
        right=np.array(right, np.int32),
        value=np.array(value, np.float32),
        roots=np.array(roots, np.int32),
        baseline=np.zeros(1, np.float32),
    )


def _flatten(root: dict[str, Any], offset: int) -> Iterator[tuple[int, float, int, int, float]]:
    """Nodes in pre-order: feature, threshold, number of the left and right child, value; a leaf points to itself."""
    ordered, numbers, stack = list[dict[str, Any]](), dict[int, int](), [root]
    while stack:
        node = stack.pop()
        numbers[id(node)] = offset + len(ordered)
        ordered.append(node)
        if "leaf_value" not in node:
            stack += [node["right_child"], node["left_child"]]
    for node in ordered:
        here = numbers[id(node)]
        if "leaf_value" in node:
            yield 0, np.inf, here, here, node["leaf_value"]
        else:
            children = numbers[id(node["left_child"])], numbers[id(node["right_child"])]
            yield node["split_feature"], node["threshold"], *children, 0.0


def averaged(models: Sequence[BoostedTrees]) -> BoostedTrees:
    """One model that answers with the mean of the answers of several."""
    joined, roots = _joined(models)
    baseline = np.mean([model.baseline for model in models], axis=0).astype(np.float32)
    trees = _ordered(joined, np.concatenate(roots), baseline)
    trees.value[:] /= len(models)
    return trees


def side_by_side(models: Sequence[BoostedTrees]) -> BoostedTrees:
    """One model with the outputs of several."""
    rounds = max(len(model.roots) for model in models)
    joined, roots = _joined([_padded(model, rounds) for model in models])
    baseline = np.concatenate([model.baseline for model in models])
    return _ordered(joined, np.concatenate(roots, axis=1), baseline)


def _padded(model: BoostedTrees, rounds: int) -> BoostedTrees:
    """The model with additional trees of one leaf that add nothing."""
    added = np.arange(len(model.feature), len(model.feature) + (rounds - len(model.roots)) * len(model.baseline))
    return BoostedTrees(
        feature=np.append(model.feature, np.zeros_like(added)),
        threshold=np.append(model.threshold, np.full(len(added), np.inf)),
        left=np.append(model.left, added),
        right=np.append(model.right, added),
        value=np.append(model.value, np.zeros(len(added))),
        roots=np.concatenate([model.roots, added.reshape(-1, len(model.baseline))]),
        baseline=model.baseline,
    )


def _joined(models: Sequence[BoostedTrees]) -> tuple[dict[str, NDArray[np.generic]], list[NDArray[np.int64]]]:
    """The nodes of all models, one after the other, and the roots of each among them."""
    offsets = np.cumsum([0, *(len(model.feature) for model in models)])[:-1]
    shifted = list(zip(models, offsets.tolist(), strict=True))
    joined: dict[str, NDArray[np.generic]] = {
        name: np.concatenate([getattr(model, name) for model in models]) for name in ("feature", "threshold", "value")
    }
    for side in ("left", "right"):
        joined[side] = np.concatenate([getattr(model, side) + offset for model, offset in shifted])
    return joined, [model.roots.astype(np.int64) + offset for model, offset in shifted]


def _ordered(
    nodes: dict[str, NDArray[np.generic]], roots: NDArray[np.int64], baseline: NDArray[np.float32]
) -> BoostedTrees:
    """The trees with their nodes in the order of the roots, round by round, as the export expects them."""
    starts = np.sort(roots.ravel())
    sizes = dict(zip(starts.tolist(), np.diff(starts, append=len(nodes["feature"])).tolist(), strict=True))
    order = np.concatenate([np.arange(root, root + sizes[root]) for root in roots.ravel().tolist()])
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return BoostedTrees(
        feature=nodes["feature"][order].astype(np.int32),
        threshold=nodes["threshold"][order].astype(np.float64),
        left=places[nodes["left"][order].astype(np.int64)].astype(np.int32),
        right=places[nodes["right"][order].astype(np.int64)].astype(np.int32),
        value=nodes["value"][order].astype(np.float32),
        roots=places[roots].astype(np.int32),
        baseline=baseline,
    )
