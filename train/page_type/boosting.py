"""Boosted trees on features of a page: the baseline for every network, and members of the page-type ensemble."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.record import Arrays
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.features.inputs import InputSpec
from iawce.train.common.metrics import Predictions
from iawce.train.common.split import label_weights
from iawce.train.page_type.datasets import Loaded, targets_of


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
class TreesTask:
    """Labels from features of pages, which are in ``loaded`` by page id."""

    spec: InputSpec
    labels: tuple[str, ...]
    loaded: dict[str, Loaded]
    seed: int = 0
    settings: BoostSettings = field(default_factory=BoostSettings)
    model: str = ARCHITECTURE

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> "FittedTrees":  # noqa: ARG002
        """Grow trees on ``training``."""
        targets = targets_of(training, self.labels)
        if not np.bincount(targets, minlength=len(self.labels)).all():
            raise UsageError("each label is needed on more sites: some training part of the split has no page of it")
        booster = grow(self.features(training), targets, self.settings, self.seed)
        return FittedTrees(self, export_trees(booster, len(self.labels)))

    def features(self, pages: Sequence[LabelledPage]) -> np.ndarray:
        """Features of the pages, float32 (N, features)."""
        return np.stack([np.asarray(self.loaded[page.id]) for page in pages])

    def predictions(self, pages: Sequence[LabelledPage], logits: np.ndarray) -> Predictions:
        """Logits of pages with their true labels."""
        return Predictions.of(pages, targets_of(pages, self.labels), logits)


@dataclass(frozen=True, slots=True)
class FittedTrees:
    """Grown trees."""

    task: TreesTask
    trees: BoostedTrees
    history: list[dict[str, float]] = field(default_factory=list)

    def predict(self, pages: Sequence[LabelledPage]) -> Predictions:
        """Logits of the trees on ``pages``."""
        return self.task.predictions(pages, self.trees(self.task.features(pages)))

    def arrays(self) -> Arrays:
        """Arrays of the trees, as they are saved."""
        return self.trees.arrays()


def grow(
    features: np.ndarray, targets: np.ndarray, settings: BoostSettings, seed: int
) -> HistGradientBoostingClassifier:
    """Grow scikit-learn's trees on features (N, features) whose labels are the indices ``targets`` (N,)."""
    booster = HistGradientBoostingClassifier(
        max_iter=settings.max_iter,
        learning_rate=settings.learning_rate,
        max_leaf_nodes=settings.max_leaf_nodes,
        min_samples_leaf=settings.min_samples_leaf,
        l2_regularization=settings.l2_regularization,
        max_features=settings.max_features,
        early_stopping=False,
        random_state=seed,
    )
    if not settings.balance:
        return booster.fit(features, targets)
    return booster.fit(features, targets, label_weights(targets, targets.max() + 1, settings.balance)[targets])


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
