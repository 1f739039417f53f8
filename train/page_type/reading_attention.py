"""Trains the reader of lines of text, then the attention over what it has read.

The reader is trained on the same pages as attention, so it never saw a site that the model is measured on. On pages of
the training it reads a little better than elsewhere; attention may therefore rely on it too much.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import pytorch_lightning as pl
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.features.strips import BRIGHTEST, Strips
from iawce.models.networks.line_reader import ARCHITECTURE, LETTERS, READINGS, LineReader, ReadingAttention
from iawce.models.networks.token_attention import ROLES
from iawce.train.common.machine import Machine
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.common.trainer import PageTypeModule, fit_module
from iawce.train.page_type.screenshot_lines import OTHER, LineTokens, Tokens
from iawce.train.page_type.task import Fitted
from iawce.train.page_type.token_attention import AttentionTask

log = logging.getLogger(__name__)
RECIPE = Recipe(
    name="reading", epochs=8, batch_size=256, learning_rate=4e-3, schedule="cycle", weight_decay=0.02, dropout=0.2
)
ROLE_WEIGHT = 0.2
"""Weight of the loss of the roles, summed over the roles of a strip, beside 1 of the spellings, a mean over letters."""
END, FAINT = 6, 60
"""A strip whose last columns are fainter than this holds the whole line."""
STRETCH, SHIFT, NOISE = (0.2, 0.3), (0.06, 0.3), 0.05
"""Ranges by which strips are stretched and moved, across and down, in training; deviation of the noise."""
DARKEST, LIGHTEST = 0.6, 1.5
"""Range of the exponents of brightness."""
MAX_GRADIENT = 5.0
AT_ONCE = 2048
"""Strips that are read at once."""
Example = tuple[Tensor, Tensor, Tensor, Tensor]
"""Strips to spell, their spellings, strips whose roles are known, their roles."""


class StripDataset(Dataset[Example]):
    """Batches of strips: as many with a spelling, each once an epoch, as with known roles, drawn at random."""

    def __init__(self, pages: Sequence[LineTokens]) -> None:
        self.strips = np.concatenate([page.lines.strips for page in pages])
        self.roles = np.concatenate([page.roles for page in pages])
        self.spellings = np.concatenate([page.spellings for page in pages])
        is_whole = self.strips[..., -END:].max(axis=(1, 2), initial=0) < FAINT
        self.readable = np.flatnonzero((self.spellings[:, 0] > 0) & is_whole & self.strips.any(axis=(1, 2)))
        self.known = np.flatnonzero(~np.isnan(self.roles).any(axis=1))

    def __len__(self) -> int:
        return len(self.readable) if len(self.known) else 0

    def __getitems__(self, numbers: Sequence[int]) -> Example:
        """One batch: the readable strips of these numbers, and others."""
        spelled = self.readable[list(numbers)]
        sampled = self.known[torch.randint(len(self.known), (len(numbers),)).numpy()]
        return (
            _pixels(self.strips[spelled]),
            torch.from_numpy(self.spellings[spelled].astype(np.int64)),
            _pixels(self.strips[sampled]),
            torch.from_numpy(self.roles[sampled]),
        )


def _pixels(strips: Strips) -> Tensor:
    return torch.from_numpy(strips[:, None].astype(np.float32) / BRIGHTEST)


class Speller(nn.Module):
    """The reader, and beside it the layer that names its letters, which only the training needs."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.reader, self.name = LineReader(dropout), nn.Conv2d(LETTERS, OTHER + 1, 1)

    def forward(self, strips: Tensor) -> tuple[Tensor, Tensor]:
        """Log probabilities of letters (columns, N, letters), 0 for none; logits of roles (N, ROLES)."""
        letters = self.reader.letters(strips)
        named = functional.log_softmax(self.name(letters).squeeze(2).permute(2, 0, 1), dim=2)
        return named, self.reader.readings(letters)[:, -len(ROLES) :]


class SpellingModule(PageTypeModule):
    """Trains a speller on both."""

    network: Speller

    def training_step(self, batch: tuple[Tensor, ...], batch_idx: int) -> Tensor:  # noqa: ARG002, D102
        readable, spellings, sampled, roles = batch
        named, estimated = self.network(_changed(torch.cat([readable, sampled])))
        count, columns = len(readable), torch.full((len(readable),), len(named))
        lengths = (spellings > 0).sum(dim=1)
        spelled = functional.ctc_loss(named[:, :count], spellings, columns, lengths, zero_infinity=True)
        role_loss = functional.binary_cross_entropy_with_logits(estimated[count:], roles, reduction="sum") / count
        loss: Tensor = spelled + ROLE_WEIGHT * role_loss
        self.add_loss(loss)
        return loss

    def on_before_optimizer_step(self, optimizer: torch.optim.Optimizer) -> None:  # noqa: ARG002, D102
        nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRADIENT)


def _changed(strips: Tensor) -> Tensor:
    """Strips stretched, moved, lighter or darker, and noisy."""
    count = len(strips)
    across, down = (1 + size * (torch.rand(count) - 0.5) for size in STRETCH)
    grid = torch.zeros(count, 2, 3)
    grid[:, 0, 0], grid[:, 1, 1] = across, down
    grid[:, 0, 2] = across - 1 + SHIFT[0] * (torch.rand(count) - 0.5)  # the beginning of the line stays
    grid[:, 1, 2] = SHIFT[1] * (torch.rand(count) - 0.5)
    places = functional.affine_grid(grid, list(strips.shape), align_corners=False).to(strips.device)
    moved = functional.grid_sample(strips, places, align_corners=False)
    exponents = DARKEST + (LIGHTEST - DARKEST) * torch.rand(count, 1, 1, 1, device=strips.device)
    return moved**exponents + NOISE * torch.randn_like(moved)


def train_reader(pages: Sequence[LineTokens], recipe: Recipe, seed: int, machine: Machine) -> LineReader:
    """A reader of lines, trained in the folder ``reader``; with no line of known text, as built, with a warning."""
    pl.seed_everything(seed, workers=True, verbose=False)
    strips, speller = StripDataset(pages), Speller(recipe.dropout)
    if not len(strips):
        log.warning("no line of the training pages has a known text: the reader of lines is not trained")
        return speller.reader.eval()
    if machine.checkpoints:
        machine = replace(machine, checkpoints=machine.checkpoints / "reader")
    module = SpellingModule(speller, recipe, len(ROLES))
    batches = DataLoader(strips, recipe.batch_size, shuffle=True, collate_fn=lambda batch: batch)
    fit_module(module, batches, recipe, machine.one_device)
    log.info("the reader of lines: loss %.3f, of %d lines", module.history[-1]["loss"], len(strips))
    return speller.reader.eval()


def read_lines(reader: LineReader, pages: Mapping[str, LineTokens]) -> dict[str, LineTokens]:
    """The same pages with what the reader reads of their lines, by page id."""
    return {page_id: replace(page, readings=_read(reader, page.lines.strips)) for page_id, page in pages.items()}


def _read(reader: LineReader, strips: Strips) -> Tokens:
    """Readings of strips, float32 (strips, READINGS); zeros of an empty one."""
    found = np.zeros((len(strips), READINGS), np.float32)
    has_ink = np.flatnonzero(strips.any(axis=(1, 2)))
    with torch.inference_mode():
        for start in range(0, len(has_ink), AT_ONCE):
            part = has_ink[start : start + AT_ONCE]
            found[part] = reader(_pixels(strips[part])).numpy()
    return found


@dataclass(frozen=True, slots=True)
class ReadingTask(AttentionTask):
    """Labels from the lines and pictures of screenshots."""

    loaded: Mapping[str, LineTokens]
    model: str = ARCHITECTURE

    @property
    def reading(self) -> Recipe:
        """How the reader is trained: for more or fewer epochs than in its recipe, as attention is."""
        usual = get_recipe("attention").epochs
        return replace(RECIPE, epochs=max(1, round(RECIPE.epochs * self.settings.epochs / usual)))

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Train the reader, then attention, on ``training``."""
        self.targets(training)
        known = {page.id: self.loaded[page.id] for page in training}
        reader = train_reader(list(known.values()), self.reading, self.seed, self.machine)
        attention, history = replace(self, loaded=read_lines(reader, known)).train(training)
        return self.fitted(ReadingAttention(reader, attention, len(self.spec.features)).eval(), history)

    def described(self) -> dict[str, Any]:
        """How attention and the reader are trained."""
        return AttentionTask.described(self) | {"reader": asdict(self.reading)}
