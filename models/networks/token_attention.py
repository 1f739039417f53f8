"""Attention over the parts of a page: what a part is depends on the others, and the page type on all.

The parts are layout boxes, text blocks of the HTML, or lines of text and pictures of a screenshot (with what
``reading_attention`` reads of them), each a token of numbers. A small transformer encoder (Vaswani et al. 2017),
without position codes since a token holds its own place. From what it makes of the tokens it estimates the roles of
each (price, date, author, ...), and from both the page type. Two such encoders, which differ by their initial weights,
are trained side by side and their log probabilities averaged: together they are right on one page in a hundred more
than one alone. About 200,000 weights.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from iawce.models.networks import NETWORKS

ARCHITECTURE = "token_attention"
WIDTH, HEADS, LAYERS = 64, 4, 2
ENCODERS = 2
QUERIES = 4  # Weighted means that the page type is estimated from, beside the mean and the maximum
ROLES = (
    *("link", "heading", "running", "button", "date", "price", "author", "boilerplate"),
    *("content", "count", "title", "tag", "comment", "cart", "meta"),
)
"""What a text may be, several at once; ``train/page_type/page_tokens.py`` says how the pages of the training tell."""
MAX_SIZE = 4.0  # Standard deviations beyond which a value is cut
MIN_VALUE = -1e4


class AttentionLayer(nn.Module):
    """Attention and a dense network, each with a residual connection, normalised before."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.project, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.dense = nn.Sequential(
            nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Dropout(dropout), nn.Linear(2 * WIDTH, WIDTH)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, tokens: Tensor, absent: Tensor) -> Tensor:
        """Of tokens (B, N, WIDTH); ``absent`` (B, 1, 1, N) is added to what each is worth to the others."""
        pages, count, _ = tokens.shape
        parts = self.project(self.before(tokens)).reshape(pages, count, 3, HEADS, WIDTH // HEADS)
        query, key, value = (parts[:, :, part].transpose(1, 2) for part in range(3))
        weights = functional.softmax(query @ key.transpose(2, 3) / (WIDTH // HEADS) ** 0.5 + absent, dim=-1)
        seen = (weights @ value).transpose(1, 2).reshape(pages, count, WIDTH)
        tokens = tokens + self.dropout(self.out(seen))
        changed: Tensor = tokens + self.dropout(self.dense(self.between(tokens)))
        return changed


class Encoder(nn.Module):
    """Page type and roles, by one of the encoders; arguments as of ``TokenAttention``."""

    def __init__(self, features: int, classes: int, dropout: float) -> None:
        super().__init__()
        self.inputs = nn.Sequential(nn.Linear(features, WIDTH), nn.GELU(), nn.Linear(WIDTH, WIDTH))
        self.layers = nn.ModuleList(AttentionLayer(dropout / 3) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.roles, self.queries = nn.Linear(WIDTH, len(ROLES)), nn.Linear(WIDTH, QUERIES)
        pooled = (QUERIES + 2) * WIDTH + 2 * len(ROLES)
        self.head = nn.Sequential(nn.Linear(pooled, WIDTH), nn.GELU(), nn.Dropout(dropout), nn.Linear(WIDTH, classes))

    def forward(self, tokens: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of page types (B, classes) and roles (B, N, ROLES); ``there`` (B, N, 1): 1 of a token, else 0."""
        absent = (1 - there) * MIN_VALUE
        hidden = self.inputs(tokens)
        for layer in self.layers:
            hidden = layer(hidden, absent[:, None, None, :, 0])
        hidden = self.norm(hidden)
        roles = self.roles(hidden)
        return self.head(self._pool(hidden, roles, there, absent)), roles

    def _pool(self, hidden: Tensor, roles: Tensor, there: Tensor, absent: Tensor) -> Tensor:
        """What the page type is estimated from: means and maxima of the hidden values, numbers and maxima of roles."""
        weights = functional.softmax(self.queries(hidden) + absent, dim=1)
        asked = (weights.transpose(1, 2) @ hidden).flatten(1)
        mean = (hidden * there).sum(dim=1) / there.sum(dim=1).clamp(min=1)
        most = (hidden + absent).amax(dim=1) * there.amax(dim=1)  # 0 of a page without tokens
        likely = torch.sigmoid(roles) * there
        return torch.cat([asked, mean, most, likely.sum(dim=1).log1p(), likely.amax(dim=1)], dim=1)


class TokenAttention(nn.Module):
    """Page type of the tokens of one page, of which ``mean`` and ``deviation`` are on the training pages, (features,).

    ``features``: values of a token; ``dropout``: share dropped before the last layer, a third of it in the others.
    """

    mean: Tensor
    deviation: Tensor

    def __init__(self, features: int, classes: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("deviation", torch.ones(features))
        self.encoders = nn.ModuleList(Encoder(features, classes, dropout) for _ in range(ENCODERS))

    def forward(self, tokens: Tensor) -> Tensor:
        """Logits, float32 (B, classes), of tokens, float32 (B, N, features); rows of zeros are no tokens."""
        logits = [functional.log_softmax(types, dim=1) for types, _ in self.estimate(tokens)]
        return torch.stack(logits).mean(dim=0)

    def estimate(self, tokens: Tensor) -> list[tuple[Tensor, Tensor]]:
        """Of each encoder the logits of page types, (B, classes), and of the roles of each token, (B, N, ROLES)."""
        there = (tokens.abs().sum(dim=2, keepdim=True) > 0).to(tokens.dtype)
        scaled = ((tokens - self.mean) / self.deviation).clamp(-MAX_SIZE, MAX_SIZE)
        return [encoder(scaled, there) for encoder in self.encoders]


NETWORKS.register(ARCHITECTURE)(lambda shape: TokenAttention(shape.channels, shape.classes, shape.dropout))
