"""Trains attention over the parts of a page: its type and roles of texts, which are many and so reduce overfitting.

Of a screenshot, the reader of its lines is trained before, on the same pages: so it never saw a site that the model is
measured on, but reads pages of the training a little better than others, on which attention may rely too much.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

import numpy as np
import pytorch_lightning as pl
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset, Sampler

from iawce.data.arrays import Floats
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.network import state_arrays
from iawce.models.features.inputs import padded
from iawce.models.features.line_kinds import BRIGHTEST, Strips
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.line_reader import LETTERS, READINGS, LineReader, ReadingAttention
from iawce.models.networks.token_attention import ARCHITECTURE, ROLES, TokenAttention
from iawce.train.common.metrics import History
from iawce.train.common.split import label_weights
from iawce.train.common.trainer import Machine, PageTypeModule, Recipe, fit_module, get_recipe
from iawce.train.page_type.page_tokens import OTHER, LineTokens, Tokens
from iawce.train.page_type.task import Fitted, Task, targets_of

ALIKE = 10  # Batches among whose pages those of like length are sought
ROLE_WEIGHT = 3.0  # Weight of the loss of the roles, beside 1 of the page type
NOISE, LEFT_OUT = 0.03, 0.1
"""Standard deviation of the factors by which the values of a page are changed in training; share of tokens left out."""
WINDOW, ELSEWHERE = 220, 0.4
"""Tokens of a page that are seen in training; probability that they begin below the top of the page. Scores are those
of whole pages, of up to ``MAX_COUNT`` tokens."""
MAX_GRADIENT = 1.0
AT_ONCE = 16  # Pages that are classified at once
MIN_DEVIATION = 1e-3
Page = tuple[Tensor, int, Tensor, float]  # Tokens (n, features), index of the label, roles (n, ROLES), weight
log = logging.getLogger(__name__)
RECIPE = Recipe(
    name="reading", epochs=8, batch_size=256, learning_rate=4e-3, schedule="cycle", weight_decay=0.02, dropout=0.2
)
READING_ROLES = 0.2
"""Weight of the loss of the roles, summed over the roles of a strip, beside 1 of the spellings, a mean over letters."""
END, FAINT = 6, 60  # A strip whose last columns are fainter than this holds the whole line
STRETCH, SHIFT, STRIP_NOISE = (0.2, 0.3), (0.06, 0.3), 0.05
"""Ranges by which strips are stretched and moved, across and down, in training; deviation of the noise."""
DARKEST, LIGHTEST = 0.6, 1.5  # Range of the exponents of brightness
READING_GRADIENT = 5.0
STRIPS_AT_ONCE = 2048  # Strips that are read at once
Example = tuple[Tensor, Tensor, Tensor, Tensor]
"""Strips to spell, their spellings, strips whose roles are known, their roles."""


class BatchesOfLikeLength(Sampler[list[int]]):
    """Batches of pages in random order, with pages of about as many tokens in one batch, since the rest is padding."""

    def __init__(self, lengths: Sequence[int], size: int) -> None:
        self.lengths, self.size = lengths, size

    def __len__(self) -> int:
        whole, rest = divmod(len(self.lengths), self.size * ALIKE)
        return whole * ALIKE + -(-rest // self.size)

    def __iter__(self) -> Iterator[list[int]]:
        shuffled: list[int] = torch.randperm(len(self.lengths)).tolist()
        for start in range(0, len(shuffled), self.size * ALIKE):
            ordered = sorted(shuffled[start : start + self.size * ALIKE], key=self.lengths.__getitem__)
            yield from (ordered[first : first + self.size] for first in range(0, len(ordered), self.size))


class TokenDataset(Dataset[Page]):
    """Pages as tokens with labels and roles; changed at random with ``augment``."""

    def __init__(self, pages: Sequence[LabelledPage], task: "AttentionTask", *, augment: bool) -> None:
        self.pages = [task.loaded[page.id] for page in pages]
        self.targets: list[int] = targets_of(pages, task.labels).tolist()
        self.weights = [page.weight for page in pages]
        self.augment = augment

    def __len__(self) -> int:
        return len(self.pages)

    def __getitem__(self, number: int) -> Page:
        page = self.pages[number]
        tokens, roles = map(torch.from_numpy, page.changed() if self.augment else page.tokens())
        if self.augment:
            count = len(tokens)
            start = int(torch.randint(count - WINDOW + 1, ())) if count > WINDOW and torch.rand(()) < ELSEWHERE else 0
            window = torch.arange(start, min(count, start + WINDOW))
            seen = window[torch.rand(len(window)) >= LEFT_OUT]
            tokens, roles = tokens[seen] * (1 + NOISE * torch.randn(tokens.shape[1])), roles[seen]
        return tokens, self.targets[number], roles, self.weights[number]


def _collate(pages: list[Page]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    found, targets, known, weights = zip(*pages, strict=True)
    most = max(1, *map(len, found))
    tokens = [functional.pad(tokens, (0, 0, 0, most - len(tokens))) for tokens in found]
    roles = [functional.pad(roles, (0, 0, 0, most - len(roles)), value=torch.nan) for roles in known]
    return torch.stack(tokens), torch.tensor(targets), torch.stack(roles), torch.tensor(weights)


class RolesModule(PageTypeModule):
    """Trains ``network`` on the page types and on the known roles."""

    network: TokenAttention

    def training_step(self, batch: tuple[Tensor, ...], batch_idx: int) -> Tensor:  # noqa: ARG002, D102
        tokens, targets, roles, weights = batch
        known = ~torch.isnan(roles)
        by_label, smoothing, losses = cast(Tensor, self.loss.weight), self.loss.label_smoothing, list[Tensor]()
        for types, estimated in self.network.estimate(tokens):
            each = functional.cross_entropy(types, targets, by_label, label_smoothing=smoothing, reduction="none")
            mean = (weights * each).sum() / (weights * by_label[targets]).sum()
            losses.append(mean + ROLE_WEIGHT * _cross_entropy(estimated[known], roles[known]))
        self.add_loss(torch.stack(losses).mean())
        return torch.stack(losses).sum()  # each encoder learns as it would alone

    def on_before_optimizer_step(self, optimizer: torch.optim.Optimizer) -> None:  # noqa: ARG002, D102
        for encoder in self.network.encoders:
            nn.utils.clip_grad_norm_(encoder.parameters(), MAX_GRADIENT)


def _cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """Mean binary cross-entropy, 0 of nothing."""
    return functional.binary_cross_entropy_with_logits(logits, targets, reduction="sum") / max(len(targets), 1)


@dataclass(frozen=True, slots=True)
class AttentionTask(Task):
    """Labels from the parts of pages; ``spec`` says which parts."""

    settings: Recipe = field(default_factory=lambda: get_recipe("attention"))
    model: str = ARCHITECTURE

    def __post_init__(self) -> None:
        if self.settings.patience:
            raise UsageError(f"{self.model} is trained for all of its epochs, without train.patience")

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Train on ``training``, on one device."""
        return self.fitted(*self.train(training))

    def train(self, training: Sequence[LabelledPage]) -> tuple[TokenAttention, History]:
        """The trained network, for evaluation, and its history."""
        worth = label_weights(self.targets(training), len(self.labels), self.settings.balance)
        pl.seed_everything(self.seed, workers=True, verbose=False)
        tokens = np.concatenate([self.loaded[page.id].tokens()[0] for page in training])
        network = TokenAttention(tokens.shape[1], len(self.labels), self.settings.dropout)
        if not len(tokens):
            raise UsageError("nothing is shown on any page of the training")
        network.mean.copy_(torch.from_numpy(tokens.mean(axis=0, dtype=np.float64)))
        network.deviation.copy_(torch.from_numpy(tokens.std(axis=0, dtype=np.float64) + MIN_DEVIATION))
        module = RolesModule(network, self.settings, len(self.labels), torch.tensor(worth, dtype=torch.float32))
        pages = TokenDataset(training, self, augment=self.settings.augment)
        order = BatchesOfLikeLength([len(page.roles) for page in pages.pages], self.settings.batch_size)
        batches = DataLoader(pages, batch_sampler=order, collate_fn=_collate)
        fit_module(module, batches, self.settings, self.machine.one_device)
        return network.eval(), module.history

    def fitted(self, network: nn.Module, history: History) -> Fitted:
        """A network that classifies whole pages by their tokens as they are."""

        def logits(pages: Sequence[LabelledPage]) -> Floats:
            parts = [np.zeros((0, len(self.labels)))]
            for start in range(0, len(pages), AT_ONCE):
                some = pages[start : start + AT_ONCE]
                tokens = np.stack([padded(self.loaded[page.id].tokens()[0]) for page in some])
                with torch.inference_mode():
                    parts.append(network(torch.from_numpy(tokens)).double().numpy())
            return np.concatenate(parts)

        return Fitted(self.labels, logits, lambda: state_arrays(network.state_dict()), history, network)


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
        loss: Tensor = spelled + READING_ROLES * _cross_entropy(estimated[count:], roles)
        self.add_loss(loss)
        return loss

    def on_before_optimizer_step(self, optimizer: torch.optim.Optimizer) -> None:  # noqa: ARG002, D102
        nn.utils.clip_grad_norm_(self.network.parameters(), READING_GRADIENT)


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
    return moved**exponents + STRIP_NOISE * torch.randn_like(moved)


def train_reader(pages: Sequence[LineTokens], recipe: Recipe, seed: int, machine: Machine) -> LineReader:
    """A reader of lines, for evaluation; checkpoints are in the folder ``reader``.

    Without any line whose text and one whose roles are known, it is as it was built, and a warning says so.
    """
    pl.seed_everything(seed, workers=True, verbose=False)
    strips, speller = StripDataset(pages), Speller(recipe.dropout).to(memory_format=torch.channels_last)
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
        for start in range(0, len(has_ink), STRIPS_AT_ONCE):
            part = has_ink[start : start + STRIPS_AT_ONCE]
            found[part] = reader(_pixels(strips[part])).numpy()
    return found


@dataclass(frozen=True, slots=True)
class ReadingTask(AttentionTask):
    """Labels from the lines and pictures of screenshots."""

    model: str = READING

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
