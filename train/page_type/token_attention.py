"""Trains attention over the parts of a page: its type and roles of texts, which are many and so reduce overfitting."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytorch_lightning as pl
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset, Sampler

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.network import state_arrays
from iawce.models.features.inputs import InputSpec, padded
from iawce.models.networks.token_attention import ARCHITECTURE, TokenAttention
from iawce.train.common.metrics import Floats, History
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.common.split import label_weights
from iawce.train.common.trainer import PageTypeModule, fit_module
from iawce.train.page_type.screenshot_lines import PageTokens
from iawce.train.page_type.task import EpochTask, Fitted, targets_of

ALIKE = 10
"""Batches among whose pages those of like length are sought."""


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


ROLE_WEIGHT = 3.0
"""Weight of the loss of the roles, beside 1 of the page type."""
NOISE, LEFT_OUT = 0.03, 0.1
"""Standard deviation of the factors by which the values of a page are changed in training; share of tokens left out."""
WINDOW, ELSEWHERE = 220, 0.4
"""Tokens of a page that are seen in training; probability that they begin below the top of the page. Scores are those
of whole pages, of up to ``MAX_COUNT`` tokens."""
MAX_GRADIENT = 1.0
AT_ONCE = 16
"""Pages that are classified at once."""
MIN_DEVIATION = 1e-3
Page = tuple[Tensor, int, Tensor]
"""Tokens (n, features), index of the label, roles of the tokens (n, ROLES)."""


class TokenDataset(Dataset[Page]):
    """Pages as tokens with labels and roles; changed at random with ``augment``."""

    def __init__(self, pages: Sequence[LabelledPage], task: "AttentionTask", *, augment: bool) -> None:
        self.pages = [task.loaded[page.id] for page in pages]
        self.targets: list[int] = targets_of(pages, task.labels).tolist()
        self.augment = augment

    def __len__(self) -> int:
        return len(self.pages)

    def __getitem__(self, number: int) -> Page:
        page = self.pages[number]
        tokens, roles = map(torch.from_numpy, page.changed() if self.augment else page.tokens())
        if self.augment:
            seen = _some(len(tokens))
            tokens, roles = tokens[seen] * (1 + NOISE * torch.randn(tokens.shape[1])), roles[seen]
        return tokens, self.targets[number], roles


def _some(count: int) -> Tensor:
    """Numbers of the tokens that are seen this time."""
    start = int(torch.randint(count - WINDOW + 1, ())) if count > WINDOW and torch.rand(()) < ELSEWHERE else 0
    window = torch.arange(start, min(count, start + WINDOW))
    return window[torch.rand(len(window)) >= LEFT_OUT]


def _collate(pages: list[Page]) -> tuple[Tensor, Tensor, Tensor]:
    most = max(1, *(len(tokens) for tokens, _, _ in pages))
    tokens = [functional.pad(tokens, (0, 0, 0, most - len(tokens))) for tokens, _, _ in pages]
    roles = [functional.pad(roles, (0, 0, 0, most - len(roles)), value=torch.nan) for _, _, roles in pages]
    return torch.stack(tokens), torch.tensor([target for _, target, _ in pages]), torch.stack(roles)


class RolesModule(PageTypeModule):
    """Trains ``network`` on the page types and on the known roles."""

    network: TokenAttention

    def training_step(self, batch: tuple[Tensor, ...], batch_idx: int) -> Tensor:  # noqa: ARG002, D102
        tokens, targets, roles = batch
        known = ~torch.isnan(roles)
        losses = [
            self.loss(types, targets) + ROLE_WEIGHT * _cross_entropy(estimated[known], roles[known])
            for types, estimated in self.network.estimate(tokens)
        ]
        self.add_loss(torch.stack(losses).mean())
        return torch.stack(losses).sum()  # each encoder learns as it would alone

    def on_before_optimizer_step(self, optimizer: torch.optim.Optimizer) -> None:  # noqa: ARG002, D102
        for encoder in self.network.encoders:
            nn.utils.clip_grad_norm_(encoder.parameters(), MAX_GRADIENT)


def _cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """Mean binary cross-entropy, 0 of nothing."""
    return functional.binary_cross_entropy_with_logits(logits, targets, reduction="sum") / max(len(targets), 1)


@dataclass(frozen=True, slots=True)
class AttentionTask(EpochTask):
    """Labels from the parts of pages; ``spec`` says which parts."""

    spec: InputSpec
    labels: tuple[str, ...]
    loaded: Mapping[str, PageTokens]
    seed: int = 0
    settings: Recipe = field(default_factory=lambda: get_recipe("attention"))
    model: str = ARCHITECTURE

    def __post_init__(self) -> None:
        if self.settings.patience:
            raise UsageError(f"{self.model} is trained for all of its epochs, without train.patience")

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Train on ``training``, on one device."""
        network, history = self.train(training)
        return self.fitted(network, history)

    def train(self, training: Sequence[LabelledPage]) -> tuple[TokenAttention, History]:
        """The trained network, for evaluation, and its history."""
        worth = label_weights(self.targets(training), len(self.labels), self.settings.balance)
        network = self._build(training)
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

    def _build(self, training: Sequence[LabelledPage]) -> TokenAttention:
        """The network with initial weights fixed by the seed, and the mean and deviation of the training's tokens."""
        pl.seed_everything(self.seed, workers=True, verbose=False)
        tokens = np.concatenate([self.loaded[page.id].tokens()[0] for page in training])
        network = TokenAttention(tokens.shape[1], len(self.labels), self.settings.dropout)
        if not len(tokens):
            raise UsageError("nothing is shown on any page of the training")
        network.mean.copy_(torch.from_numpy(tokens.mean(axis=0, dtype=np.float64)))
        network.deviation.copy_(torch.from_numpy(tokens.std(axis=0, dtype=np.float64) + MIN_DEVIATION))
        return network
