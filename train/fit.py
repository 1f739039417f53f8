"""Fits one network to one set of pages and predicts others."""

import logging
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import Callback, RichProgressBar
from torch import Tensor, nn
from torch.utils.data import DataLoader

from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.inputs import InputSpec
from iawce.models.pretrained import NONE, load_trunk
from iawce.models.registry import create_model
from iawce.models.transfer import TransferNet
from iawce.train.datasets import Example, Loaded, PageTypeDataset
from iawce.train.metrics import Predictions
from iawce.train.module import PageTypeModule
from iawce.train.recipe import Recipe

INFERENCE_BATCH = 64
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class Task:
    """What is learned: which network, from what input, which labels, by which recipe, on which decoded pages.

    ``weights`` are those of a transfer network's trunk: ``imagenet``, ``none`` or a path. ``trunk`` is set once its
    features stand in ``loaded``; then only its head is trained.
    """

    model: str
    spec: InputSpec
    labels: tuple[str, ...]
    recipe: Recipe
    loaded: dict[str, Loaded]
    seed: int = 0
    accelerator: str = "auto"
    weights: str = "none"
    trunk: TransferNet | None = None

    def build(self) -> nn.Module:
        """The network with first weights fixed by the seed; only its head where the trunk's work is done.

        Raises:
            UsageError: no such network, or weights for a network that takes none.
            EnvironmentMissing: the trunk's weights cannot be had.
        """
        pl.seed_everything(self.seed, workers=True, verbose=False)
        size, channels = self.spec.size, self.spec.channels
        network = create_model(
            self.model, channels=channels, size=size, classes=len(self.labels), dropout=self.recipe.dropout
        )
        if not isinstance(network, TransferNet):
            if self.weights != NONE:
                raise UsageError(f"{self.model} has no trunk that could take the weights {self.weights}")
            return network
        if self.trunk:
            return network.head
        load_trunk(network, self.model.removesuffix("_flatten"), self.weights)
        return network

    def whole(self, network: nn.Module) -> nn.Module:
        """The whole network of one that ``build`` gave."""
        if self.trunk:
            self.trunk.head = network
        return self.trunk or network

    def dataset(self, pages: Sequence[LabelledPage], *, augment: bool = False) -> PageTypeDataset:
        """Pages as examples."""
        return PageTypeDataset(pages, self.loaded, self.labels, self.spec, augment=augment)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A trained network and the training history, one row an epoch."""

    network: nn.Module
    history: list[dict[str, float]]


def fit(task: Task, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:
    """Train on ``training``; the scores on ``unseen`` are recorded each epoch and steer nothing."""
    recipe = task.recipe
    network = task.build()
    if not task.trunk:
        network = network.to(memory_format=torch.channels_last)  # a third faster on a CPU
    module = PageTypeModule(network, recipe, len(task.labels))
    loader = _loader(task.dataset(training, augment=recipe.augment), recipe.batch_size, shuffle=True)
    checks = _loader(task.dataset(unseen), INFERENCE_BATCH) if unseen else None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pytorch_lightning|torch")
        trainer(recipe.epochs, task.accelerator).fit(module, loader, checks)
    return Fitted(network.eval(), module.history)


def predict(task: Task, network: nn.Module, pages: Sequence[LabelledPage]) -> Predictions:
    """Logits of ``network`` on ``pages``, without augmentation."""
    network.eval()
    with torch.inference_mode():
        logits = torch.cat([network(pictures) for pictures, _ in _loader(task.dataset(pages), INFERENCE_BATCH)])
    return Predictions(
        ids=tuple(page.id for page in pages),
        sites=tuple(page.site for page in pages),
        targets=np.array([task.labels.index(page.label) for page in pages], np.int64),
        logits=logits.double().numpy(),
    )


def trainer(epochs: int, accelerator: str, callbacks: Sequence[Callback] = ()) -> pl.Trainer:
    """A deterministic trainer that writes nothing; its progress bar shows on a terminal only."""
    bars: list[Callback] = [RichProgressBar()] if sys.stderr.isatty() else []
    return pl.Trainer(
        max_epochs=epochs,
        accelerator=accelerator,
        deterministic=True,
        logger=False,
        callbacks=[*callbacks, *bars],
        enable_checkpointing=False,
        enable_progress_bar=bool(bars),
        enable_model_summary=False,
        num_sanity_val_steps=0,
    )


def _collate(examples: list[Example]) -> tuple[Tensor, Tensor]:
    pictures = torch.stack([picture for picture, _ in examples])
    if pictures.ndim == 4:
        pictures = pictures.contiguous(memory_format=torch.channels_last)
    return pictures, torch.tensor([target for _, target in examples])


def _loader(dataset: PageTypeDataset, batch_size: int, *, shuffle: bool = False) -> DataLoader[Example]:
    return DataLoader(dataset, batch_size, shuffle=shuffle, collate_fn=_collate)
