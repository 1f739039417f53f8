"""Trains the attention of the block model with Lightning, and exports it to ONNX."""

import logging
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytorch_lightning as pl
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from iawce.models.blocks.block_model import in_parts
from iawce.models.common.export import trace_onnx
from iawce.models.common.probabilities import sigmoid
from iawce.models.networks.block_attention import BlockAttention
from iawce.train.segmentation.examples import Example

Floats = NDArray[np.float64]
Features = NDArray[np.float32]
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class AttentionSettings:
    """Hyperparameters. ``crop``: a longer page is cut, at random, to this number of blocks in training."""

    epochs: int = 8
    batch_size: int = 8
    learning_rate: float = 2e-3
    weight_decay: float = 0.05
    dropout: float = 0.2
    crop: int = 1200
    seed: int = 0
    accelerator: str = "cpu"


Page = tuple[Tensor, Tensor, Tensor, Tensor]
"""Features, labels, words and weights of the blocks of one page."""


class BlockAttentionModule(pl.LightningModule):
    """Trains on the sum of two losses for each page, so that each counts once, as in the measure.

    Cross-entropy of the blocks, weighted by the logarithm of their words; and 1 - F1 of the probabilities in words, the
    "soft" form of what is measured, so that half is the best threshold.
    """

    def __init__(self, network: BlockAttention, settings: AttentionSettings) -> None:
        super().__init__()
        self.network, self.settings = network, settings

    def training_step(self, batch: Sequence[Page], batch_idx: int) -> Tensor:  # noqa: ARG002, D102
        loss = torch.stack([self._loss(*page) for page in batch]).mean()
        self.log("loss", loss, prog_bar=True, batch_size=len(batch))
        return loss

    def _loss(self, features: Tensor, labels: Tensor, words: Tensor, weights: Tensor) -> Tensor:
        logits = self.network(features)[:, 0]
        each = functional.binary_cross_entropy_with_logits(logits, labels, reduction="none")
        importance = torch.log1p(words) * weights
        probabilities = torch.sigmoid(logits)
        shared = (probabilities * labels * words).sum()
        f1 = (2 * shared + 1) / ((probabilities * words).sum() + (labels * words).sum() + 1)
        return (each * importance).sum() / importance.sum() + 1 - f1

    def configure_optimizers(self) -> Any:  # noqa: D102
        rate = self.settings.learning_rate
        optimizer = torch.optim.AdamW(self.parameters(), rate, weight_decay=self.settings.weight_decay)
        steps = int(self.trainer.estimated_stepping_batches)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.15)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}


def fit_attention(
    examples: Sequence[Example], features: Sequence[Features], first: int, settings: AttentionSettings
) -> BlockAttention:
    """Train on pages.

    Args:
        examples: the pages.
        features: of the blocks of each, the trees' probability and its context among them.
        first: number of the feature that is the trees' probability.
        settings: of the training.
    """
    pl.seed_everything(settings.seed, verbose=False)
    whole = np.concatenate(list(features))
    mean, deviation = (
        torch.from_numpy(values.astype(np.float32)) for values in (whole.mean(axis=0), whole.std(axis=0))
    )
    del whole
    network = BlockAttention(mean, deviation, first, settings.dropout)

    def collate(numbers: list[int]) -> list[Page]:
        return [_crop(examples[number], features[number], settings.crop) for number in numbers]

    order: Any = range(len(examples))
    batches = DataLoader(order, settings.batch_size, shuffle=True, collate_fn=collate)
    trainer = pl.Trainer(
        accelerator=settings.accelerator,
        max_epochs=settings.epochs,
        gradient_clip_val=1.0,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
    )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*num_workers.*")
        trainer.fit(BlockAttentionModule(network, settings), batches)
    return network.eval()


def _crop(example: Example, features: Features, most: int) -> Page:
    size = len(features)
    start = int(torch.randint(size - most + 1, (1,))) if size > most else 0
    cut = slice(start, start + most)
    columns = features[cut], example.labels[cut], example.words[cut].astype(np.float32), example.weights[cut]
    one, two, three, four = (torch.from_numpy(np.ascontiguousarray(column)) for column in columns)
    return one, two, three, four


def predict(network: BlockAttention, features: Features) -> Floats:
    """Probability of each block of a page, float64 (blocks,)."""

    def run(part: Features) -> Floats:
        with torch.inference_mode():
            logits: Floats = network(torch.from_numpy(part)).double().numpy()
        return logits

    return sigmoid(in_parts(run, features)[:, 0])


def export_attention(network: BlockAttention, path: Path) -> Path:
    """Write the network as ONNX: float32 (blocks, features) to logits (blocks, 1), for any number of blocks."""
    sample = torch.zeros(7, len(network.mean))  # any number of blocks
    trace_onnx(network, sample, path, "features", ("blocks",))
    return path
