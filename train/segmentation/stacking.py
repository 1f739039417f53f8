"""Trains the trees of the block model, further trees for articles, and optional attention on top.

All are evaluated on unseen sites.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from iawce.models.blocks.block_features import to_matrix
from iawce.models.blocks.block_model import Features
from iawce.models.blocks.candidates import smooth_by_group
from iawce.models.blocks.page_blocks import Columns
from iawce.models.common.probabilities import sigmoid
from iawce.models.common.trees import BoostedTrees
from iawce.models.networks.block_attention import BlockAttention
from iawce.train.segmentation.attention import AttentionSettings, fit_attention, predict
from iawce.train.segmentation.boosting import BlockTreesSettings, Table, export_trees
from iawce.train.segmentation.examples import Example

log = logging.getLogger(__name__)
Floats = NDArray[np.float64]
PAGE_WORDS = 30
"""Pages with fewer words have the weight of one with this number."""


@dataclass(frozen=True, slots=True)
class StackSettings:
    """Settings of the trees and of the optional attention; parts of the cross-validation."""

    trees: BlockTreesSettings = field(default_factory=BlockTreesSettings)
    attention: AttentionSettings | None = None
    folds: int = 5


@dataclass(frozen=True, slots=True)
class Stack:
    """The trained parts, and the names of the features of each; attention or trees of articles may be missing."""

    trees: BoostedTrees
    article_trees: BoostedTrees | None
    attention: BlockAttention | None
    tree_names: tuple[str, ...]
    attention_names: tuple[str, ...]


def weigh(example: Example) -> NDArray[np.float32]:
    """Weight of each block of a page: long blocks more, blocks of long pages less."""
    words = example.words
    return np.asarray(example.weights * np.log1p(words) / np.sqrt(max(PAGE_WORDS, words.sum())) * 10, np.float32)


def apply_stack(stack: Stack, example: Example) -> Floats:
    """Probability of each block of a page."""
    first = sigmoid(stack.trees(example.features)[:, 0])
    if stack.attention is not None:
        return predict(stack.attention, _join(example.features, example.context.describe(first)))
    if stack.article_trees is not None and example.is_article:
        first = (first + sigmoid(stack.article_trees(example.features)[:, 0])) / 2
    return smooth_by_group(first, example.words, example.context.groups["classed"])


def _join(features: Features, columns: Columns) -> Features:
    return np.concatenate([features, to_matrix(columns)], axis=1)


class Stacking:
    """Cross-validation and training on the same examples.

    Args:
        examples: of the training.
        folds: part of each example, 0 to ``settings.folds`` - 1; a site is in one part only.
        settings: of the training.
        weights: weights of each example for the trees, and for those of articles; 0 for one that is only evaluated,
            float64 (examples, 2). Without them, all count the same.
    """

    def __init__(
        self,
        examples: Sequence[Example],
        folds: NDArray[np.int64],
        settings: StackSettings,
        weights: Floats | None = None,
    ) -> None:
        self.examples, self.folds, self.settings = examples, folds, settings
        self.tree_names = examples[0].names
        self.weights = np.ones((len(examples), 2)) if weights is None else weights
        log.info("trees")
        self.by_trees, self.trees = self._grow(np.arange(len(examples)), self.weights[:, 0])
        self.article_trees: BoostedTrees | None = None
        self.by_article_trees: dict[int, Floats] = {}
        self.attention_names: tuple[str, ...] = ()
        if settings.attention:
            self._describe_contexts()
        else:
            self._grow_article_trees()

    def _describe_contexts(self) -> None:
        examples = self.examples
        contexts = [page.context.describe(values) for page, values in zip(examples, self.by_trees, strict=True)]
        self.attention_names = (*self.tree_names, *contexts[0])
        self.features = [_join(page.features, context) for page, context in zip(examples, contexts, strict=True)]

    def _grow_article_trees(self) -> None:
        articles = np.flatnonzero([example.is_article for example in self.examples])
        if len(set(self.folds[articles].tolist())) < self.settings.folds:
            return
        log.info("trees of articles")
        found, self.article_trees = self._grow(articles, self.weights[articles, 1])
        self.by_article_trees = dict(zip(articles.tolist(), found, strict=True))

    def _grow(self, numbers: NDArray[np.int64], weights: Floats) -> tuple[list[Floats], BoostedTrees]:
        """Predictions for each page by trees grown without its part, and the trees of all these examples."""
        examples = [self.examples[number] for number in numbers.tolist()]
        sizes = [len(example.labels) for example in examples]
        rows, counts = np.repeat(self.folds[numbers], sizes), np.repeat(weights > 0, sizes)
        features = np.concatenate([example.features for example in examples])
        labels = np.concatenate([example.labels for example in examples])
        blocks = np.concatenate([weigh(page) * weight for page, weight in zip(examples, weights, strict=True)])
        table = Table(features, labels, blocks.astype(np.float32), self.settings.trees)
        found = np.zeros(len(labels))
        for fold in range(self.settings.folds):
            booster, unseen = table.grow(np.flatnonzero((rows != fold) & counts)), rows == fold
            found[unseen] = np.asarray(booster.predict(features[unseen], num_threads=self.settings.trees.threads))
        return np.split(found, np.cumsum(sizes)[:-1]), export_trees(table.grow(np.flatnonzero(counts)))

    def judge(self) -> list[Floats]:
        """Probability of each block of each page by a model that was trained without the page's part."""
        if not self.settings.attention:
            return [self._mean(number) for number in range(len(self.examples))]
        found: dict[int, Floats] = {}
        for fold in range(self.settings.folds):
            log.info("attention without part %d of %d", fold + 1, self.settings.folds)
            network = self._attend(np.flatnonzero(self.folds != fold).tolist(), self.settings.attention)
            found |= {n: predict(network, self.features[n]) for n in np.flatnonzero(self.folds == fold).tolist()}
        return [found[number] for number in range(len(self.examples))]

    def _mean(self, number: int) -> Floats:
        """Prediction of the trees for a page; on articles, the mean with those of articles."""
        example, values = self.examples[number], self.by_trees[number]
        if number in self.by_article_trees:
            values = (values + self.by_article_trees[number]) / 2
        return smooth_by_group(values, example.words, example.context.groups["classed"])

    def fit(self) -> Stack:
        """The model trained on all pages."""
        attention = None
        if self.settings.attention:
            log.info("attention on all pages")
            attention = self._attend(range(len(self.examples)), self.settings.attention)
        return Stack(self.trees, self.article_trees, attention, self.tree_names, self.attention_names)

    def _attend(self, numbers: Sequence[int], settings: AttentionSettings) -> BlockAttention:
        pages, features = [self.examples[number] for number in numbers], [self.features[number] for number in numbers]
        return fit_attention(pages, features, len(self.tree_names), settings)
