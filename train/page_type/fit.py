"""Fits one network to one set of pages and predicts others."""

import logging
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import is_zipfile

import numpy as np
import pytorch_lightning as pl
import torch
from lightning_fabric.utilities.exceptions import MisconfigurationException
from pytorch_lightning.callbacks import Callback, EarlyStopping, ModelCheckpoint, RichProgressBar
from torch import Tensor, nn

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.network import state_arrays
from iawce.models.common.pretrained import FROZEN, NONE, load_trunk, trunk_name
from iawce.models.common.record import Arrays
from iawce.models.features.inputs import InputSpec
from iawce.models.networks import NETWORKS
from iawce.models.networks.transfer import TransferNet
from iawce.train.common.label_weights import label_weights
from iawce.train.common.machine import Machine
from iawce.train.common.metrics import Predictions
from iawce.train.common.module import PageTypeModule
from iawce.train.common.recipe import Recipe
from iawce.train.common.split import site_folds
from iawce.train.page_type.datasets import Loaded, PageTypeDataset

INFERENCE_BATCH = 64
SET_ASIDE = 8
"""One in this many parts of the training sites decides when to stop early."""
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class NetworkTask:
    """One training task: network, input, labels, recipe, and the decoded pages.

    ``weights`` are those of a transfer network's trunk: ``imagenet``, a path, or ``none``, with which all of its layers
    train. ``transfer`` is set once the features of its frozen stages stand in ``loaded``; then only the rest of it is
    trained.
    """

    model: str
    spec: InputSpec
    labels: tuple[str, ...]
    recipe: Recipe
    loaded: dict[str, Loaded]
    seed: int = 0
    machine: Machine = field(default_factory=Machine)
    weights: str = "none"
    transfer: TransferNet | None = None

    def build(self) -> nn.Module:
        """The network with initial weights fixed by the seed; only the rest where features of frozen stages are given.

        Raises:
            UsageError: no such network, or weights for a network that takes none.
            EnvironmentMissing: the trunk's weights are not available.
        """
        pl.seed_everything(self.seed, workers=True, verbose=False)
        size, channels = self.spec.size, self.spec.channels
        network = NETWORKS[self.model](
            channels=channels, size=size, classes=len(self.labels), dropout=self.recipe.dropout
        )
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

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> "FittedNetwork":
        """Train on ``training``; the scores on ``unseen`` are recorded each epoch and have no influence.

        With a recipe that stops early, some of the training sites are set aside and scored instead.
        """
        recipe = self.recipe
        if recipe.patience:
            parts = min(SET_ASIDE, len({page.site for page in training}))
            unseen = site_folds(training, parts, self.seed)[0]
            aside = {page.id for page in unseen}
            training = [page for page in training if page.id not in aside]
        network = self.build()
        if not self.transfer:
            network = network.to(memory_format=torch.channels_last)  # a third faster on a CPU
        examples = self.dataset(training, augment=recipe.augment)
        module = PageTypeModule(network, recipe, len(self.labels), self._label_weights(examples.targets))
        loader = self.machine.batches(examples, recipe.batch_size, shuffle=True)
        checks = self.machine.batches(self.dataset(unseen), INFERENCE_BATCH) if unseen else None
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="pytorch_lightning|torch")
            trainer(recipe, self.machine).fit(
                module, loader, checks, ckpt_path=last_checkpoint(self.machine), weights_only=True
            )
        return FittedNetwork(self, network.eval(), module.history)

    def _label_weights(self, targets: Sequence[int]) -> Tensor | None:
        if not self.recipe.balance:
            return None
        weights = label_weights(np.array(targets, np.int64), len(self.labels), self.recipe.balance)
        return torch.tensor(weights, dtype=torch.float32)


@dataclass(frozen=True, slots=True)
class FittedNetwork:
    """A trained network and the training history, one row an epoch."""

    task: NetworkTask
    network: nn.Module
    history: list[dict[str, float]]

    def predict(self, pages: Sequence[LabelledPage]) -> Predictions:
        """Logits of the network on ``pages``, without augmentation."""
        dataset, machine = self.task.dataset(pages), self.task.machine
        network = self.network.to(machine.device).eval()
        with torch.inference_mode(), machine.mixed_precision():
            rows = [
                network(pictures.to(machine.device)).float().cpu()
                for pictures, _ in machine.batches(dataset, INFERENCE_BATCH)
            ]
        self.network.to("cpu")
        return Predictions.of(pages, np.array(dataset.targets, np.int64), torch.cat(rows).double().numpy())

    def arrays(self) -> Arrays:
        """Arrays of the whole network in half precision, as they are saved."""
        return state_arrays(self.task.whole(self.network).state_dict())


def trainer(recipe: Recipe, machine: Machine, more: Sequence[Callback] = ()) -> pl.Trainer:
    """A deterministic trainer; its progress bar shows on a terminal only.

    Raises:
        UsageError: there is no such accelerator, strategy or precision, or there are fewer devices.
    """
    is_shown = sys.stderr.isatty()
    callbacks: list[Callback] = [*more, RichProgressBar()] if is_shown else [*more]
    if recipe.patience:
        callbacks.append(EarlyStopping("unseen_loss", patience=recipe.patience))
    if machine.checkpoints:
        callbacks.append(
            ModelCheckpoint(machine.checkpoints, filename="last", save_top_k=1, enable_version_counter=False)
        )
    try:
        return pl.Trainer(
            max_epochs=recipe.epochs,
            accelerator=machine.accelerator,
            devices=machine.devices,
            strategy=machine.strategy,
            precision=machine.precision,  # type: ignore[arg-type] # checked by Lightning
            deterministic="warn",  # some layers have no such way on a GPU
            logger=False,
            callbacks=callbacks,
            enable_checkpointing=machine.checkpoints is not None,
            enable_progress_bar=is_shown,
            enable_model_summary=False,
            num_sanity_val_steps=0,
        )
    except (ValueError, TypeError, ImportError, MisconfigurationException) as error:
        raise UsageError(f"Lightning cannot train so: {error}") from error


def last_checkpoint(machine: Machine) -> Path | None:
    """The checkpoint from which an interrupted run resumes.

    Raises:
        UsageError: it is damaged.
    """
    last = machine.checkpoints / "last.ckpt" if machine.checkpoints else None
    if not last or not last.is_file():
        return None
    if not is_zipfile(last):  # as torch writes it, with the directory at the end
        raise UsageError(f"{last} is damaged; remove it to train this part again")
    return last
