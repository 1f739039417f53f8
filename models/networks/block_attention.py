"""Attention over the text blocks of a page: whether a block is content depends on all others.

A small transformer encoder (Vaswani et al. 2017) with a learned penalty on the distance of two blocks instead of
position codes (Press et al. 2022, ALiBi; here of the logarithm of the distance), on top of boosted trees: its logits
are added to theirs. About 270,000 weights.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, LAYERS = 96, 6, 3
KERNEL = 5
"""Blocks in the window of the first convolution."""
MAX_SIZE = 4.0
"""Standard deviations beyond which a feature is clipped."""
STEEPEST = 20.0
EPSILON = 1e-3


class Layer(nn.Module):
    """Attention and a dense network, each with a residual connection, normalised before."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.project, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.dense = nn.Sequential(
            nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Dropout(dropout), nn.Linear(2 * WIDTH, WIDTH)
        )
        self.slopes = nn.Parameter(torch.linspace(-1, -7, HEADS))
        self.dropout = nn.Dropout(dropout)

    def forward(self, blocks: Tensor, distances: Tensor) -> Tensor:
        """Of blocks (N, WIDTH) and the logarithms of their distances (N, N)."""
        parts = self.project(self.before(blocks)).reshape(-1, 3, HEADS, WIDTH // HEADS)
        query, key, value = (parts[:, part].transpose(0, 1) for part in range(3))
        penalty = STEEPEST * torch.exp(self.slopes)[:, None, None] * distances
        weights = functional.softmax(query @ key.transpose(1, 2) / (WIDTH // HEADS) ** 0.5 - penalty, dim=-1)
        seen = (weights @ value).transpose(0, 1).reshape(-1, WIDTH)
        blocks = blocks + self.dropout(self.out(seen))
        changed: Tensor = blocks + self.dropout(self.dense(self.between(blocks)))
        return changed


class BlockAttention(nn.Module):
    """Logits of the blocks of one page.

    Args:
        mean: of each feature on the training pages.
        deviation: their standard deviation.
        first: number of the feature that is the probability of the trees.
        dropout: share of values dropped in training.
    """

    mean: Tensor
    deviation: Tensor

    def __init__(self, mean: Tensor, deviation: Tensor, first: int, dropout: float = 0.2) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation + EPSILON)
        self.first = first
        self.inputs = nn.Linear(len(mean), WIDTH)
        self.near = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=KERNEL // 2, groups=WIDTH)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 1)
        self.scale = nn.Parameter(torch.ones(1))
        self.dropout = nn.Dropout(dropout / 2)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, features: Tensor) -> Tensor:
        """Logits, float32 (N, 1), of features, float32 (N, features)."""
        scaled = torch.clamp((features - self.mean) / self.deviation, -MAX_SIZE, MAX_SIZE)
        blocks = self.dropout(functional.gelu(self.inputs(scaled)))
        blocks = blocks + self.near(blocks.T[None])[0].T
        number = torch.arange(features.shape[0], dtype=torch.float32, device=features.device)
        distances = torch.log1p(torch.abs(number[:, None] - number[None]))
        for layer in self.layers:
            blocks = layer(blocks, distances)
        trees = torch.logit(features[:, self.first : self.first + 1], eps=EPSILON)
        logits: Tensor = self.head(self.norm(blocks)) + self.scale * trees
        return logits
