"""Trainers of Lightning, from a recipe and a machine."""

import logging
import sys
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from zipfile import is_zipfile

import pytorch_lightning as pl
from lightning_fabric.utilities.exceptions import MisconfigurationException
from pytorch_lightning.callbacks import Callback, EarlyStopping, ModelCheckpoint, RichProgressBar

from iawce.data.errors import UsageError
from iawce.train.common.machine import Machine
from iawce.train.common.recipe import Recipe

logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


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


def fit_on_one_device(module: pl.LightningModule, batches: object, recipe: Recipe, machine: Machine) -> None:
    """Train a module on the first device, from its last checkpoint if there is one.

    Raises:
        UsageError: as ``trainer``.
    """
    fit_module(module, batches, recipe, replace(machine, devices="1", strategy="auto"))


def fit_module(
    module: pl.LightningModule,
    batches: object,
    recipe: Recipe,
    machine: Machine,
    checks: object = None,
    *,
    more: Sequence[Callback] = (),
) -> None:
    """Train a module, from its last checkpoint if there is one.

    Args:
        module: the network and its loss.
        batches: to learn from.
        recipe: of the training.
        machine: where it is trained.
        checks: batches that are scored after each epoch.
        more: called during the training.

    Raises:
        UsageError: as ``trainer``.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pytorch_lightning|torch")
        last = last_checkpoint(machine)
        trainer(recipe, machine, more).fit(module, batches, checks, ckpt_path=last, weights_only=True)


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
