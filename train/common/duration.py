"""About how long a training takes, from its first epochs."""

import logging
import time
from collections.abc import Callable

import pytorch_lightning as pl
from pytorch_lightning.callbacks import Callback

from iawce.data.errors import quantity

log = logging.getLogger(__name__)
EPOCHS = 3
"""Epochs after which the rest is estimated, or fewer if they take ``ENOUGH``."""
ENOUGH = 60.0
"""Seconds of a training that are enough to estimate the rest; a shorter training needs no estimate."""


class DurationEstimate(Callback):
    """Logs once, early in the first of several fits of a network, about how long all of them take.

    Args:
        fits: how many there are.
        clock: seconds that only go up.
    """

    def __init__(self, fits: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._fits, self._clock = fits, clock
        self._first_epoch, self._started, self._is_done = 0, 0.0, False

    def on_train_start(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:  # noqa: ARG002, D102
        self._first_epoch, self._started = trainer.current_epoch, self._clock()

    def on_train_epoch_end(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:  # noqa: ARG002, D102
        elapsed, done = self._clock() - self._started, trainer.current_epoch + 1 - self._first_epoch
        if self._is_done or not trainer.is_global_zero or (done < EPOCHS and elapsed < ENOUGH):
            return
        self._is_done = True
        epochs = trainer.max_epochs or 0
        seconds = elapsed / done * (epochs * self._fits - self._first_epoch)
        if seconds >= ENOUGH:
            fits = quantity(self._fits, "fit")
            log.info("the training takes about %s: %s of up to %d epochs", _rounded(seconds), fits, epochs)


def _rounded(seconds: float) -> str:
    minutes = round(seconds / 60)
    return quantity(minutes, "minute") if minutes < 120 else quantity(round(minutes / 60), "hour")
