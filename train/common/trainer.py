"""Training of a network with Lightning: recipes, machine, module, learning-rate schedule, trainer.

Source: Qin et al. 2023 (I-AWCE), eqs 2 and 3. Epochs count from 0; the peak is epoch 15.

Deviation: eq. 3 has the start rate where the well-known form of this schedule has the lowest; both are 1e-5, so the
result is the same.
"""

import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, Literal, Self
from zipfile import is_zipfile

import pytorch_lightning as pl
import torch
from lightning_fabric.utilities.exceptions import MisconfigurationException
from pytorch_lightning.callbacks import Callback, EarlyStopping, ModelCheckpoint, RichProgressBar
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, OneCycleLR
from torch.utils.data import DataLoader, Dataset
from torchmetrics.classification import MulticlassAccuracy

from iawce.data.errors import UsageError, refused
from iawce.train.common.metrics import History

Example = tuple[Tensor, int]
WORKERS = 8  # Most processes that make inputs for a GPU
log = logging.getLogger(__name__)
LOWEST_RATE, HIGHEST_RATE = 1e-5, 4e-4  # LRst and LRmin of the paper, and LRmax
RAMP_EPOCHS, DECAY = 15, 0.8  # LRre and LRed of the paper; LRse, the number of epochs at the peak, is 0
MIN_STEPS = 10  # Steps of the shortest schedule of rates; of a shorter training only the first part is used


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyperparameters of a training; the paper's values unless another recipe overrides them.

    ``schedule``: ``constant``, a falling half ``cosine``, a ``cycle`` (Smith and Topin 2019), or the paper's ``ramp``
    with its own rates.
    """

    name: str = "paper"
    epochs: int = 30
    batch_size: int = 16
    learning_rate: float = 2e-4  # Adam's
    schedule: Literal["constant", "cosine", "ramp", "cycle"] = "constant"
    weight_decay: float = 0.0
    dropout: float = 0.0  # Before dense layers
    label_smoothing: float = 0.0  # As in torch, like ``weight_decay``
    augment: bool = False  # Changes pages
    balance: float = 0.0  # A label with n pages weighs n ** -balance
    patience: int = 0  # Epochs without progress on separate sites; 0: no stop
    least_steps: int = 0  # Of the optimiser; few pages have more epochs

    def for_pages(self, count: int) -> Self:
        """The recipe with the epochs that it has for so many pages to train on."""
        steps = max(1, ceil(count / self.batch_size))
        return replace(self, epochs=max(self.epochs, ceil(self.least_steps / steps)))


DEFAULT = Recipe(
    name="default",
    epochs=20,
    batch_size=32,
    learning_rate=5e-4,
    schedule="cosine",
    weight_decay=1e-3,
    dropout=0.5,
    label_smoothing=0.05,
    augment=True,
)
RECIPES = {
    "paper": Recipe(),
    "paper-ramp": Recipe(name="paper-ramp", schedule="ramp"),
    "default": DEFAULT,
    "lenet5": replace(DEFAULT, name="lenet5", least_steps=300),
    "attention": Recipe(
        name="attention",
        epochs=24,
        batch_size=16,
        learning_rate=2e-3,
        schedule="cycle",
        weight_decay=0.05,
        dropout=0.3,
        label_smoothing=0.05,
        augment=True,
        balance=0.5,
    ),
}
"""``paper``: I-AWCE, section on training (batch 16, 30 epochs, Adam, 2e-4); ``paper-ramp``: the same with eqs 2 and 3,
as the paper trains EfficientNet. ``default``: the best one measured here for LeNet-5; ``lenet5``: the same with more
epochs for fewer than 480 pages (docs/lab/page-types.md); ``attention``: for the attention over the parts of a page."""


def get_recipe(name: str) -> Recipe:
    """The recipe ``name``; ``UsageError`` if there is none."""
    if name not in RECIPES:
        raise UsageError(f"no recipe is called {name!r}; known are {', '.join(RECIPES)}")
    return RECIPES[name]


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and how a network trains, as in Lightning; ``checkpoints``: folder of states, one each epoch."""

    accelerator: str = "auto"
    devices: str = "auto"
    strategy: str = "auto"
    precision: str = "32-true"
    checkpoints: Path | None = None

    @classmethod
    def of(cls, accelerator: str, devices: str, strategy: str, precision: str, checkpoints: Path | None) -> Self:
        """The machine with the precision that suits it where none is given: mixed on an Nvidia GPU."""
        machine = cls(accelerator, devices, strategy, precision or "32-true", checkpoints)
        if precision or machine.device.type != "cuda":
            return machine
        has_bfloat = torch.cuda.is_bf16_supported(including_emulation=False)
        return replace(machine, precision="bf16-mixed" if has_bfloat else "16-mixed")

    @property
    def device(self) -> torch.device:
        """The device of a network that is not trained: the first GPU if one may be used, else the CPU."""
        if self.accelerator in ("auto", "gpu", "cuda") and torch.cuda.is_available():
            return torch.device("cuda")
        if self.accelerator in ("auto", "gpu", "mps") and torch.backends.mps.is_available():
            return torch.device("mps")
        return torch.device("cpu")

    @property
    def one_device(self) -> Self:
        """The same with the first device alone."""
        return replace(self, devices="1", strategy="auto")

    def outputs(
        self, network: nn.Module, run: Callable[[Tensor], Tensor], dataset: Dataset[Example], size: int
    ) -> Iterator[Tensor]:
        """What ``run``, a part of an evaluated network, gives of each batch, on ``device`` and in ``precision``."""
        kind = {"16-mixed": torch.float16, "bf16-mixed": torch.bfloat16}.get(self.precision)
        network.to(self.device).eval()
        for pictures, _ in self.batches(dataset, size):
            with torch.inference_mode(), torch.autocast(self.device.type, kind) if kind else nullcontext():
                yield run(pictures.to(self.device)).cpu()
        network.to("cpu")

    def batches(self, dataset: Dataset[Example], size: int, *, shuffle: bool = False) -> DataLoader[Example]:
        """Batches of examples; a last one of a single page, which has no batch statistics, is left out of training.

        For a GPU, processes prepare the inputs in memory that it reads directly; on a CPU, they would compete with the
        training.
        """
        count: int = len(dataset)  # type: ignore[arg-type] # ours have a length
        is_odd = shuffle and count > size and count % size == 1
        workers = min(WORKERS, os.cpu_count() or 1) if self.device.type == "cuda" else 0
        return DataLoader(
            dataset,
            size,
            shuffle=shuffle,
            collate_fn=_collate,
            drop_last=is_odd,
            num_workers=workers,
            persistent_workers=workers > 0,
            pin_memory=workers > 0,
        )


def _collate(examples: list[Example]) -> tuple[Tensor, Tensor]:
    pictures = torch.stack([picture for picture, _ in examples])
    if pictures.ndim == 4:
        pictures = pictures.contiguous(memory_format=torch.channels_last)
    return pictures, torch.tensor([target for _, target in examples])


def ramp_rate(epoch: int) -> float:
    """The paper's learning rate of an epoch, counted from 0."""
    if epoch < RAMP_EPOCHS:
        return (HIGHEST_RATE - LOWEST_RATE) / RAMP_EPOCHS * epoch + LOWEST_RATE
    return (HIGHEST_RATE - LOWEST_RATE) * DECAY ** (epoch - RAMP_EPOCHS) + LOWEST_RATE


class PageTypeModule(pl.LightningModule):
    """Trains ``network`` with Adam and categorical cross-entropy (I-AWCE eq. 1, implemented for one-hot targets).

    ``history`` gets one row an epoch: training loss and, if there are validation pages, their loss and accuracy; it
    survives in checkpoints. ``weights`` (classes,) are those of the labels in the loss.
    """

    def __init__(self, network: nn.Module, recipe: Recipe, classes: int, weights: Tensor | None = None) -> None:
        super().__init__()
        self.network, self.recipe = network, recipe
        self.loss = nn.CrossEntropyLoss(weights, label_smoothing=recipe.label_smoothing)
        self.right = MulticlassAccuracy(classes, average="micro")
        self.history: History = []
        self._losses: list[Tensor] = []
        self._unseen: list[Tensor] = []

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits (B, classes)."""
        logits: Tensor = self.network(pictures)
        return logits

    def training_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> Tensor:  # noqa: ARG002, D102
        pictures, targets = batch
        loss: Tensor = self.loss(self(pictures), targets)
        self.add_loss(loss)
        return loss

    def add_loss(self, loss: Tensor) -> None:
        """Count the loss of a training step in the history."""
        self._losses.append(loss.detach())
        self.log("loss", loss, prog_bar=True)

    def validation_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> None:  # noqa: ARG002, D102
        pictures, targets = batch
        logits = self(pictures)
        self.right.update(logits, targets)
        self._unseen.append(functional.cross_entropy(logits, targets, reduction="none"))

    def on_validation_epoch_end(self) -> None:  # noqa: D102
        loss, accuracy = float(torch.cat(self._unseen).mean()), float(self.right.compute())
        self.history.append({"unseen_loss": loss, "unseen_accuracy": accuracy})
        self.log_dict(self.history[-1], prog_bar=True)
        self.right.reset()
        self._unseen.clear()

    def on_train_epoch_end(self) -> None:
        """Lightning validates first, so the epoch's row may be there already; ``UsageError`` without a finite loss."""
        if not self._losses[-1].isfinite():
            raise UsageError(
                f"the training diverges: no finite loss in epoch {self.current_epoch + 1}. Are these the weights of "
                "this network? Else try another --recipe, or --precision 32-true"
            )
        if len(self.history) <= self.current_epoch:
            self.history.append({})
        self.history[-1]["loss"] = float(torch.stack(self._losses).mean())
        self._losses.clear()

    def on_save_checkpoint(self, checkpoint: dict[str, Any]) -> None:  # noqa: D102
        checkpoint["history"] = self.history

    def on_load_checkpoint(self, checkpoint: dict[str, Any]) -> None:  # noqa: D102
        self.history = checkpoint["history"]

    def configure_optimizers(self) -> Any:  # noqa: D102
        recipe = self.recipe
        moving = [weight for weight in self.parameters() if weight.requires_grad]
        optimizer = torch.optim.AdamW(moving, recipe.learning_rate, weight_decay=recipe.weight_decay)
        if recipe.schedule == "constant":
            return optimizer
        if recipe.schedule == "ramp":
            return [optimizer], [LambdaLR(optimizer, lambda epoch: ramp_rate(epoch) / recipe.learning_rate)]
        steps = max(MIN_STEPS, int(self.trainer.estimated_stepping_batches))
        schedule: Any = CosineAnnealingLR(optimizer, steps)
        if recipe.schedule == "cycle":
            schedule = OneCycleLR(optimizer, recipe.learning_rate, total_steps=steps, pct_start=0.2)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}


logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


def trainer(recipe: Recipe, machine: Machine) -> pl.Trainer:
    """A deterministic trainer, with a progress bar on a terminal; ``UsageError`` if the machine cannot be as asked."""
    is_shown = sys.stderr.isatty()
    callbacks: list[Callback] = [RichProgressBar()] if is_shown else []
    if recipe.patience:
        callbacks.append(EarlyStopping("unseen_loss", patience=recipe.patience))
    if machine.checkpoints:
        callbacks.append(
            ModelCheckpoint(machine.checkpoints, filename="last", save_top_k=1, enable_version_counter=False)
        )
    with refused("Lightning cannot train so", ValueError, TypeError, ImportError, MisconfigurationException):
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


def fit_module(
    module: pl.LightningModule, batches: object, recipe: Recipe, machine: Machine, checks: object = None
) -> None:
    """Train a module, from its last checkpoint if there is one; errors as of ``trainer`` and ``last_checkpoint``.

    ``checks``: batches that are scored after each epoch.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pytorch_lightning|torch")
        last = last_checkpoint(machine)
        trainer(recipe, machine).fit(module, batches, checks, ckpt_path=last, weights_only=True)


def last_checkpoint(machine: Machine) -> Path | None:
    """The checkpoint from which an interrupted run resumes; ``UsageError`` if it is damaged."""
    last = machine.checkpoints / "last.ckpt" if machine.checkpoints else None
    if not last or not last.is_file():
        return None
    if not is_zipfile(last):  # as torch writes it, with the directory at the end
        raise UsageError(f"{last} is damaged; remove it to train this part again")
    return last
