"""Grows the trees of the block model with LightGBM: labels are shares, and pages have hundreds of thousands of blocks.

Source: Ke et al. 2017, LightGBM: A Highly Efficient Gradient Boosting Decision Tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from iawce.models.common.trees import BoostedTrees

Floats = NDArray[np.float32]


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


class Table:
    """Features (rows, features), labels from 0 to 1 and weights (rows,), from which trees are grown again and again."""

    def __init__(self, features: Floats, labels: Floats, weights: Floats, settings: BlockTreesSettings) -> None:
        self.features, self.settings = features, settings
        binning = {"max_bin": settings.max_bin, "num_threads": settings.threads, "verbosity": -1}
        self._data = lightgbm.Dataset(features, labels, weight=weights, params=binning, free_raw_data=False)
        self._data.construct()

    def grow(self, rows: NDArray[np.int64] | None = None) -> lightgbm.Booster:
        """Trees of all rows, or of some."""
        settings = self.settings
        parameters: dict[str, Any] = {
            "objective": "cross_entropy",
            "learning_rate": settings.learning_rate,
            "num_leaves": settings.num_leaves,
            "min_data_in_leaf": settings.min_data_in_leaf,
            "lambda_l2": settings.lambda_l2,
            "feature_fraction": settings.feature_fraction,
            "bagging_fraction": settings.bagging_fraction,
            "bagging_freq": 1,
            "num_threads": settings.threads,
            "seed": settings.seed,
            "deterministic": True,
            "verbosity": -1,
        }
        data = self._data if rows is None else self._data.subset(rows.tolist())
        return lightgbm.train(parameters, data, num_boost_round=settings.rounds)


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
