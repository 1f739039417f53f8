"""Fits linear heads on the feature maps of a frozen network, which are computed once.

Then only the rest of the network is trained: the head, or the last stages with it.

A page has thousands of summaries, and the training a few hundred sites: the head uses the number of components that is
best on training sites set aside.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
import torch
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from torch import Tensor

from iawce.data.arrays import Floats, Ints
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.network import state_arrays
from iawce.models.common.record import Arrays
from iawce.models.features.inputs import InputSpec
from iawce.models.networks.efficientnet_lite import ARCHITECTURE, InnerMapsNet
from iawce.models.networks.transfer import TransferNet
from iawce.train.common.feature_cache import FeatureCache, code_version
from iawce.train.common.split import label_weights, site_folds, theme_of
from iawce.train.common.trainer import Machine
from iawce.train.page_type.task import Fitted, PageTypeDataset, Task, with_all_labels

Network = TransferNet | InnerMapsNet
Examples = Callable[[Sequence[LabelledPage]], PageTypeDataset]
INPUTS_MODULE = "iawce.models.features.inputs"  # The module by which pages become what the network sees
log = logging.getLogger(__name__)
BATCH = 16
REPORT_EVERY = 200
FEATURES = "features"  # Name of the array that is kept
MIN_SPREAD = 1e-3
"""Added to the standard deviation of each summary, so that what is nearly the same on all pages counts for little."""


def trunk_features(
    network: Network, pages: Sequence[LabelledPage], examples: Examples, machine: Machine, cache: Path
) -> dict[str, Tensor]:
    """``network.frozen_features`` of every page in half precision, by page id; some stages must be frozen.

    ``examples`` gives those pages as inputs that are asked for. In ``cache``, a run with the same trunk, input and
    precision finds those of the same pages.

    Raises UsageError: they are no numbers.
    """
    kept = FeatureCache(cache, "trunk", INPUTS_MODULE, _key(network, examples(()).spec, machine.precision))
    found = kept.compute(pages, lambda missing: _compute(network, examples(missing), machine))
    return {page_id: torch.from_numpy(arrays[FEATURES]) for page_id, arrays in found.items()}


def _compute(network: Network, dataset: PageTypeDataset, machine: Machine) -> Iterator[Arrays]:
    done = 0
    for found in machine.outputs(network, network.frozen_features, dataset, BATCH):
        rows = found.half()
        if not rows.isfinite().all():
            raise UsageError("the trunk's features of pictures overflow: are these its weights?")
        yield from ({FEATURES: row} for row in rows.numpy())
        done += len(rows)
        if done % REPORT_EVERY < BATCH:
            log.info("features of %d of %s", done, quantity(len(dataset), "page"))


def _key(network: Network, spec: InputSpec, precision: str) -> str:
    """Short hash of a trunk, its code, the number of its frozen stages, an input, and the precision in which it ran."""
    code = code_version(type(network).__module__)
    digest = sha256(repr((spec, network.frozen_stages, precision, code)).encode())
    for weight in network.trunk.state_dict().values():
        digest.update(weight.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class MapSettings:
    """How the head is fitted: with what of ``components`` and ``freedoms`` does best."""

    components: tuple[int, ...] = (64, 128, 256)  # Of each stage
    freedoms: tuple[float, ...] = (0.4, 1.2, 4.0)  # Values of scikit-learn's ``C``
    parts: int = 4  # Of the training's sites, each of which is set aside in turn to choose
    balance: float = 0.5  # As in ``Recipe``
    max_iter: int = 100


@dataclass(frozen=True, slots=True)
class MapsTask(Task):
    """Labels from maps' summaries, ``loaded``; ``network`` has the frozen trunk, ``weights`` says which."""

    settings: MapSettings = field(default_factory=MapSettings)
    model: str = ARCHITECTURE
    network: InnerMapsNet = field(kw_only=True)
    weights: str = "imagenet"

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Fit the head to ``training``. Raises UsageError: no page of some label."""
        targets, features = self.targets(training), self.features(training).astype(np.float64)
        axes = principal_axes(features, self.network, max(self.settings.components), self.seed)
        scores = (features - axes.mean) @ axes.directions
        own = np.array([page.weight for page in training])
        count, freedom = self._choose(training, scores, axes.rank, targets, own)
        used = axes.rank < count
        fitted = self._regress(scores[:, used], targets, own, freedom)
        slopes = np.stack([-fitted.coef_[0], fitted.coef_[0]]) / 2 if len(self.labels) == 2 else fitted.coef_
        bias = np.array([0.0, fitted.intercept_[0]]) if len(self.labels) == 2 else fitted.intercept_
        weights = axes.directions[:, used] @ slopes.T
        bias = bias - axes.mean @ weights
        head = {"head.weight": torch.tensor(weights.T), "head.bias": torch.tensor(bias)}
        return Fitted(
            self.labels,
            lambda pages: self.features(pages).astype(np.float64) @ weights + bias,
            lambda: state_arrays(self.network.state_dict() | head),
        )

    def _choose(
        self, training: Sequence[LabelledPage], scores: Floats, rank: Ints, targets: Ints, own: Floats
    ) -> tuple[int, float]:
        """Number of components and freedom with the lowest cross-entropy on parts of the sites set aside."""
        places = {page.id: place for place, page in enumerate(training)}
        parts = site_folds(training, self.settings.parts, self.seed, theme_of)
        asides = [np.array([places[page.id] for page in part], np.int64) for part in parts]
        choices = product(self.settings.components, self.settings.freedoms)
        losses = {
            (count, freedom): sum(self._loss(scores[:, rank < count], targets, own, freedom, aside) for aside in asides)
            for count, freedom in choices
        }
        return min(losses, key=losses.__getitem__)

    def _loss(self, scores: Floats, targets: Ints, own: Floats, freedom: float, aside: Ints) -> float:
        rest = np.setdiff1d(np.arange(len(targets)), aside)
        shares = self._regress(scores[rest], targets[rest], own[rest], freedom).predict_log_proba(scores[aside])
        worth = label_weights(targets, len(self.labels), self.settings.balance)[targets[aside]] * own[aside]
        return -float(worth @ shares[np.arange(len(aside)), targets[aside]])

    def _regress(self, scores: Floats, targets: Ints, own: Floats, freedom: float) -> LogisticRegression:
        targets = with_all_labels(targets, len(self.labels))
        worth = label_weights(targets, len(self.labels), self.settings.balance)[targets] * own
        return LogisticRegression(C=freedom, max_iter=self.settings.max_iter, tol=1e-3).fit(scores, targets, worth)


@dataclass(frozen=True, slots=True)
class Axes:
    """``mean`` (features,), ``directions`` (features, axes) of variance 1, ``rank`` (axes,) among a stage's own."""

    mean: Floats
    directions: Floats
    rank: Ints


def principal_axes(features: Floats, network: InnerMapsNet, most: int, seed: int) -> Axes:
    """Up to ``most`` principal axes of each stage's summaries, features (N, features) having been standardised."""
    mean, spread = features.mean(axis=0), features.std(axis=0) + MIN_SPREAD
    directions, ranks = [], []
    for stage in network.stage_features():
        there = np.zeros((features.shape[1], min(most, stage.stop - stage.start, len(features))))
        found = PCA(there.shape[1], svd_solver="randomized", random_state=seed)
        found.fit((features[:, stage] - mean[stage]) / spread[stage])
        width = np.sqrt(stage.stop - stage.start)
        there[stage] = found.components_.T / spread[stage, None] / width
        directions.append(there)
        ranks.append(np.arange(there.shape[1]))
    return Axes(mean, np.hstack(directions), np.concatenate(ranks))
