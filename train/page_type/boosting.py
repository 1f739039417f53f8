"""Boosted trees on features of a page: members of the page-type ensemble.

Of a screenshot, trees first classify lines of text, labelled by the layout boxes, then the page. The page trees are
trained on line probabilities as on unseen sites: those of a page come from trees of other sites (cross-fitting).
"""

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from iawce.data.arrays import Floats
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.runtime import LEAF, TREES, BoostedTrees, Tree, join_trees
from iawce.models.features.line_kinds import LINE_KINDS, guess, kind_probabilities
from iawce.models.features.screenshot import screenshot_features
from iawce.models.page_type.classifier import SCREENSHOT_TREES, ScreenshotTrees
from iawce.train.common.split import page_weights, site_folds, theme_of
from iawce.train.page_type.page_tokens import UNKNOWN
from iawce.train.page_type.task import Fitted, Task

log = logging.getLogger(__name__)


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

    settings: BoostSettings = field(default_factory=BoostSettings)
    model: str = TREES

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Grow trees on ``training``."""
        trees = self.grow(training)
        return Fitted(self.labels, lambda pages: trees(self.features(pages)), trees.arrays)

    def grow(self, training: Sequence[LabelledPage]) -> BoostedTrees:
        """The trees."""
        targets = self.targets(training)
        worth = page_weights(training, targets, len(self.labels), self.settings.balance)
        booster = grow(self.features(training), targets, self.settings, self.seed, worth)
        return export_trees(booster, len(self.labels))


def grow(
    features: np.ndarray, targets: np.ndarray, settings: BoostSettings, seed: int, worth: np.ndarray | None = None
) -> HistGradientBoostingClassifier:
    """Grow scikit-learn's trees on features (N, features) whose labels are the indices ``targets`` (N,).

    ``worth``: weight of each example (N,), if they differ.
    """
    grown = {name: value for name, value in asdict(settings).items() if name != "balance"}
    booster = HistGradientBoostingClassifier(**grown, early_stopping=False, random_state=seed)
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


PAGE_TREES = BoostSettings(
    max_iter=200, learning_rate=0.06, max_leaf_nodes=12, min_samples_leaf=15, l2_regularization=5.0, max_features=0.3
)
LINE_TREES = BoostSettings(
    max_iter=100, learning_rate=0.12, max_leaf_nodes=24, min_samples_leaf=20, max_features=1.0, balance=0.0
)
MOST_LINES = 60_000  # Random lines that line trees are grown on
PARTS = 4  # Parts of the sites over which line trees are cross-fitted


@dataclass(frozen=True, slots=True)
class ScreenshotTreesTask(Task):
    """Page types from screenshots, whose labelled lines are ``loaded``."""

    settings: BoostSettings = PAGE_TREES
    model: str = SCREENSHOT_TREES
    line_settings: BoostSettings = LINE_TREES

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Grow both sets of trees on ``training``."""
        features: dict[str, np.ndarray] = {}
        right: list[np.ndarray] = []
        parts = max(2, min(PARTS, len(set(map(theme_of, training)))))
        for part in site_folds(training, parts, self.seed, theme_of):
            ids = {page.id for page in part}
            booster = self._grow_lines([page for page in training if page.id not in ids])
            features |= self._describe(booster, part)
            right.append(self._lines_right(booster, part))
        accuracy = np.concatenate(right).mean(axis=0)
        log.info("accuracy on lines of other sites: link %.3f, heading %.3f, running %.3f", *accuracy)
        trees, booster = self._page_task(features).grow(training), self._grow_lines(training)

        def logits(pages: Sequence[LabelledPage]) -> Floats:
            return trees(self._page_task(self._describe(booster, pages)).features(pages))

        lines = export_trees(booster, len(LINE_KINDS))  # scikit-learn's own are faster on many lines
        return Fitted(self.labels, logits, ScreenshotTrees(lines, trees).arrays)

    def _describe(
        self, booster: HistGradientBoostingClassifier, pages: Sequence[LabelledPage]
    ) -> dict[str, np.ndarray]:
        """Features of the page trees by page id."""
        guesses = ((page.id, guess(self.loaded[page.id].lines, booster.decision_function)) for page in pages)
        return {page_id: screenshot_features(guessed) for page_id, guessed in guesses}

    def _lines_right(self, booster: HistGradientBoostingClassifier, pages: Sequence[LabelledPage]) -> np.ndarray:
        """Whether link, heading and running text are classified right, bool (lines of known kind, 3)."""
        labelled = [self.loaded[page.id] for page in pages]
        kinds = np.concatenate([page.kinds for page in labelled])
        features = np.concatenate([page.lines.features for page in labelled])[kinds != UNKNOWN]
        predicted = kind_probabilities(booster.predict_proba(features)) > 0.5
        return np.asarray(predicted == (kind_probabilities(np.eye(len(LINE_KINDS))[kinds[kinds != UNKNOWN]]) > 0.5))

    def _page_task(self, features: dict[str, np.ndarray]) -> TreesTask:
        return TreesTask(self.spec, self.labels, features, self.seed, self.settings)

    def _grow_lines(self, pages: Sequence[LabelledPage]) -> HistGradientBoostingClassifier:
        features = np.concatenate([self.loaded[page.id].lines.features for page in pages])
        kinds = np.concatenate([self.loaded[page.id].kinds for page in pages])
        known = np.flatnonzero(kinds != UNKNOWN)
        if len(np.unique(kinds[known])) < len(LINE_KINDS):
            raise UsageError("line trees need screenshots with layout boxes that show all kinds of lines")
        chosen = np.random.default_rng(self.seed).permutation(known)[:MOST_LINES]
        return grow(features[chosen], kinds[chosen], self.line_settings, self.seed)
