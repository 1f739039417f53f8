"""Boosted trees on features of a page: the baseline for every network, and members of the page-type ensemble."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.common.trees import ARCHITECTURE, LEAF, BoostedTrees, Tree, join_trees
from iawce.models.features.inputs import InputSpec
from iawce.train.common.split import label_weights
from iawce.train.page_type.datasets import Loaded
from iawce.train.page_type.task import Fitted, Task


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


def grow(
    features: np.ndarray, targets: np.ndarray, settings: BoostSettings, seed: int
) -> HistGradientBoostingClassifier:
    """Grow scikit-learn's trees on features (N, features) whose labels are the indices ``targets`` (N,)."""
    grown = {name: value for name, value in asdict(settings).items() if name != "balance"}
    booster = HistGradientBoostingClassifier(**grown, early_stopping=False, random_state=seed)
    worth = label_weights(targets, targets.max() + 1, settings.balance)[targets] if settings.balance else None
    return booster.fit(features, targets, worth)


def export_trees(booster: HistGradientBoostingClassifier, classes: int) -> BoostedTrees:
    """Scikit-learn's trees; of two classes it grows some for the second only, and the first gets leaves of nothing."""
    rounds = [[LEAF] * (classes - len(grown)) + [_tree(one.nodes) for one in grown] for grown in booster._predictors]
    baseline = np.ravel(booster._baseline_prediction)
    return join_trees(rounds, np.concatenate([np.zeros(classes - len(baseline)), baseline]))


def _tree(nodes: np.ndarray) -> Tree:
    here, is_leaf = np.arange(len(nodes)), nodes["is_leaf"].astype(bool)
    return Tree(
        np.where(is_leaf, 0, nodes["feature_idx"]),
        np.where(is_leaf, np.inf, nodes["num_threshold"]),
        np.where(is_leaf, here, nodes["left"]),
        np.where(is_leaf, here, nodes["right"]),
        np.where(is_leaf, nodes["value"], 0.0),
    )
