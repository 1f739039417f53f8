"""Boosted trees on features of a page: the baseline for every network, and members of the page-type ensemble."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.features.inputs import InputSpec
from iawce.train.common.split import label_weights
from iawce.train.page_type.datasets import Loaded
from iawce.train.page_type.task import Fitted, Task, as_recipe


@dataclass(frozen=True, slots=True)
class BoostSettings:
    """How trees are grown; names and meaning as in scikit-learn. ``balance`` as in ``Recipe``."""

    max_iter: int = 250
    learning_rate: float = 0.06
    max_leaf_nodes: int = 10
    min_samples_leaf: int = 8
    l2_regularization: float = 1.0
    max_features: float = 0.3
    balance: float = 0.5


@dataclass(frozen=True, slots=True)
class TreesTask(Task):
    """Labels from features of pages."""

    spec: InputSpec
    labels: tuple[str, ...]
    loaded: Mapping[str, Loaded]
    seed: int = 0
    settings: BoostSettings = field(default_factory=BoostSettings)
    model: str = ARCHITECTURE

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Grow trees on ``training``."""
        trees = self.grow(training)
        return Fitted(self.labels, lambda pages: trees(self.features(pages)), trees.arrays)

    def grow(self, training: Sequence[LabelledPage]) -> BoostedTrees:
        """The trees."""
        booster = grow(self.features(training), self.targets(training), self.settings, self.seed)
        return export_trees(booster, len(self.labels))

    def described(self) -> dict[str, Any]:
        """How trees are grown."""
        return as_recipe(self.settings)


def grow(
    features: np.ndarray, targets: np.ndarray, settings: BoostSettings, seed: int
) -> HistGradientBoostingClassifier:
    """Grow scikit-learn's trees on features (N, features) whose labels are the indices ``targets`` (N,)."""
    grown = {name: value for name, value in asdict(settings).items() if name != "balance"}
    booster = HistGradientBoostingClassifier(**grown, early_stopping=False, random_state=seed)
    worth = label_weights(targets, targets.max() + 1, settings.balance)[targets] if settings.balance else None
    return booster.fit(features, targets, worth)


def export_trees(booster: HistGradientBoostingClassifier, classes: int) -> BoostedTrees:
    """The nodes of scikit-learn's trees, one after the other.

    Of two classes scikit-learn grows trees for the second only; the first then gets an empty tree, a leaf of nothing.
    """
    parts: list[dict[str, np.ndarray]] = [_EMPTY_TREE]
    roots: list[list[int]] = []
    offset = 1
    for iteration in booster._predictors:
        starts = [0] * (classes - len(iteration))
        for tree in iteration:
            parts.append(_flatten(tree.nodes, offset))
            starts.append(offset)
            offset += len(tree.nodes)
        roots.append(starts)
    baseline = np.ravel(booster._baseline_prediction)
    return BoostedTrees(
        **{name: np.concatenate([part[name] for part in parts]) for name in _EMPTY_TREE},
        roots=np.array(roots, np.int32),
        baseline=np.concatenate([np.zeros(classes - len(baseline)), baseline]).astype(np.float32),
    )


_EMPTY_TREE = {
    "feature": np.zeros(1, np.int32),
    "threshold": np.full(1, np.inf),
    "left": np.zeros(1, np.int32),
    "right": np.zeros(1, np.int32),
    "value": np.zeros(1, np.float32),
}


def _flatten(nodes: np.ndarray, offset: int) -> dict[str, np.ndarray]:
    """Nodes of one tree with places counted from ``offset``; a leaf points to itself."""
    here = np.arange(len(nodes)) + offset
    is_leaf = nodes["is_leaf"].astype(bool)
    return {
        "feature": np.where(is_leaf, 0, nodes["feature_idx"]).astype(np.int32),
        "threshold": np.where(is_leaf, np.inf, nodes["num_threshold"]),
        "left": np.where(is_leaf, here, nodes["left"].astype(np.int64) + offset).astype(np.int32),
        "right": np.where(is_leaf, here, nodes["right"].astype(np.int64) + offset).astype(np.int32),
        "value": np.where(is_leaf, nodes["value"], 0.0).astype(np.float32),
    }
