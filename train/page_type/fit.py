"""Fits one network to one set of pages and predicts others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytorch_lightning as pl
import torch
from torch import Tensor, nn

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.network import state_arrays
from iawce.models.common.pretrained import FROZEN, NONE, load_trunk, trunk_name
from iawce.models.features.inputs import InputSpec
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.transfer import TransferNet
from iawce.train.common.metrics import Floats
from iawce.train.common.recipe import Recipe
from iawce.train.common.split import label_weights, site_folds
from iawce.train.common.trainer import DurationEstimate, PageTypeModule, fit_module
from iawce.train.page_type.datasets import Loaded, PageTypeDataset
from iawce.train.page_type.task import EpochTask, Fitted

INFERENCE_BATCH = 64
SET_ASIDE = 8
"""One in this many parts of the training sites decides when to stop early."""


@dataclass(frozen=True, slots=True)
class NetworkTask(EpochTask):
    """One training task: network, input, labels, recipe, and the decoded pages.

    ``weights`` are those of a transfer network's trunk: ``imagenet``, a path, or ``none``, with which all of its layers
    train. ``transfer`` is set once the features of its frozen stages stand in ``loaded``; then only the rest of it is
    trained. ``estimate`` says about how long the training takes.
    """

    model: str
    spec: InputSpec
    labels: tuple[str, ...]
    settings: Recipe
    loaded: dict[str, Loaded]
    seed: int = 0
    weights: str = "none"
    transfer: TransferNet | None = None
    estimate: DurationEstimate | None = None

    def build(self) -> nn.Module:
        """The network with initial weights fixed by the seed; only the rest where features of frozen stages are given.

        Raises UsageError: no such network, or weights for a network that takes none; EnvironmentMissing: the trunk's
        weights are not available.
        """
        pl.seed_everything(self.seed, workers=True, verbose=False)
        shape = Shape(self.spec.channels, self.spec.size, len(self.labels), self.settings.dropout)
        network = NETWORKS[self.model](shape)
        if not isinstance(network, TransferNet):
            if self.weights != NONE:
                raise UsageError(f"{self.model} has no trunk that could take the weights {self.weights}")
            return network
        load_trunk(network, trunk_name(self.model), self.weights)
        if self.weights == NONE and not self.model.endswith(FROZEN):
            network.requires_grad_(True)  # nothing in it is worth keeping
        return network.trainable_part() if self.transfer else network

    def whole(self, network: nn.Module) -> nn.Module:
        """The whole network of one that ``build`` gave."""
        if self.transfer:
            self.transfer.trainable_part().load_state_dict(network.state_dict())
        return self.transfer or network

    def dataset(self, pages: Sequence[LabelledPage], *, augment: bool = False) -> PageTypeDataset:
        """Pages as examples."""
        return PageTypeDataset(pages, self.loaded, self.labels, self.spec, augment=augment)

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:
        """Train; scores on ``unseen`` are recorded only, or on sites set aside, for a recipe that stops early."""
        recipe = self.settings
        if recipe.patience:
            parts = min(SET_ASIDE, len({page.site for page in training}))
            if parts < 2:
                raise UsageError("to stop early, pages of two sites or more are needed in each part to train on")
            unseen = site_folds(training, parts, self.seed)[0]
            aside = {page.id for page in unseen}
            training = [page for page in training if page.id not in aside]
        recipe = recipe.for_pages(len(training))
        network = self.build()
        if not self.transfer:
            network = network.to(memory_format=torch.channels_last)  # a third faster on a CPU
        examples = self.dataset(training, augment=recipe.augment)
        module = PageTypeModule(network, recipe, len(self.labels), self._label_weights(examples.targets))
        loader = self.machine.batches(examples, recipe.batch_size, shuffle=True)
        checks = self.machine.batches(self.dataset(unseen), INFERENCE_BATCH) if unseen else None
        fit_module(module, loader, recipe, self.machine, checks, more=[self.estimate] if self.estimate else [])
        whole = self.whole(network.eval())
        logits, arrays = partial(self._logits, network), lambda: state_arrays(whole.state_dict())
        return Fitted(self.labels, logits, arrays, module.history, whole)

    def described(self) -> dict[str, Any]:
        """How the network is trained, and the weights of its trunk."""
        return EpochTask.described(self) | {"weights": self.weights}

    def _logits(self, network: nn.Module, pages: Sequence[LabelledPage]) -> Floats:
        rows = self.machine.outputs(network, network, self.dataset(pages), INFERENCE_BATCH)
        return torch.cat([row.double() for row in rows]).numpy()

    def _label_weights(self, targets: Sequence[int]) -> Tensor | None:
        if not self.settings.balance:
            return None
        weights = label_weights(np.array(targets, np.int64), len(self.labels), self.settings.balance)
        return torch.tensor(weights, dtype=torch.float32)
