"""Training of one network as a Lightning module."""

from typing import Any

import pytorch_lightning as pl
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, OneCycleLR
from torchmetrics.classification import MulticlassAccuracy

from iawce.data.errors import UsageError
from iawce.train.common.recipe import Recipe
from iawce.train.common.schedule import RampSchedule

FEWEST_STEPS = 10
"""Steps of the shortest schedule of rates; of a shorter training only the first part is used."""


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
        self.history: list[dict[str, float]] = []
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
        if not self.trainer.sanity_checking:
            self.history.append(
                {"unseen_loss": float(torch.cat(self._unseen).mean()), "unseen_accuracy": float(self.right.compute())}
            )
            self.log_dict(self.history[-1], prog_bar=True)
        self.right.reset()
        self._unseen.clear()

    def on_train_epoch_end(self) -> None:
        """Lightning validates first, so the epoch's row may be there already.

        Raises:
            UsageError: the loss is not a number, so the training has diverged.
        """
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
            ramp = RampSchedule()
            return [optimizer], [LambdaLR(optimizer, lambda epoch: ramp.rate(epoch) / recipe.learning_rate)]
        steps = max(FEWEST_STEPS, int(self.trainer.estimated_stepping_batches))
        schedule: Any = CosineAnnealingLR(optimizer, steps)
        if recipe.schedule == "cycle":
            schedule = OneCycleLR(optimizer, recipe.learning_rate, total_steps=steps, pct_start=0.2)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}
