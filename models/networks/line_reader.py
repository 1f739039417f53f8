"""Reads one line of a screenshot: a small convolutional network on its strip.

It learns to spell lines whose text is known from the HTML, as a recogniser of text does, and the roles of texts (date,
price, ...). What it gives is one vector for the line, not its text.

Source: Shi, Bai and Yao 2017, An End-to-End Trainable Neural Network for Image-Based Sequence Recognition, whose loss
is the connectionist temporal classification of Graves et al. 2006. Deviations: strips are 16 px high instead of 32, and
steps of the convolutions replace pooling, for speed; fewer channels; no recurrent layers, since a line shows twenty
letters at most; letters outside of the alphabet are one class; and a second branch of wider windows describes the whole
line and learns its roles beside the spelling.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from iawce.models.features.line_kinds import HEIGHT, PIXELS, WIDTH
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.token_attention import ROLES, TokenAttention

LETTERS = 64  # Channels from which letters are recognised
READ = 48  # Values that describe what a line says
READINGS = READ + len(ROLES)  # Values that attention gets of each line: these, and the logits of its roles
ARCHITECTURE = "reading_attention"


def _block(
    given: int, channels: int, window: tuple[int, int], step: tuple[int, int], edge: tuple[int, int]
) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(given, channels, window, step, edge, bias=False), nn.BatchNorm2d(channels), nn.ReLU()
    )


class LineReader(nn.Module):
    """What lines say, from their strips; ``dropout``: share of the values dropped in training before the last layer."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        self.letters = nn.Sequential(
            _block(1, 16, (4, 4), (2, 2), (1, 1)),
            _block(16, 24, (3, 3), (2, 1), (1, 1)),
            _block(24, 48, (3, 3), (2, 1), (1, 1)),
            _block(48, LETTERS, (2, 3), (1, 1), (0, 1)),
            _block(LETTERS, LETTERS, (1, 5), (1, 1), (0, 2)),
        )
        self.words = nn.Sequential(_block(LETTERS, 96, (1, 5), (1, 2), (0, 2)), _block(96, 96, (1, 5), (1, 1), (0, 2)))
        self.describe = nn.Sequential(nn.Linear(2 * 96, 96), nn.ReLU(), nn.Dropout(dropout), nn.Linear(96, READ))
        self.roles = nn.Linear(READ, len(ROLES))

    def forward(self, strips: Tensor) -> Tensor:
        """Readings (N, READINGS) of strips, float32 (N, 1, HEIGHT, WIDTH), 0 to 1."""
        return self.readings(self.letters(strips))

    def readings(self, letters: Tensor) -> Tensor:
        """Readings of what ``letters`` gave, (N, LETTERS, 1, WIDTH // 2)."""
        found = self.words(letters).squeeze(2)
        said = self.describe(torch.cat([found.amax(dim=2), found.mean(dim=2)], dim=1))
        return torch.cat([said, self.roles(functional.relu(said))], dim=1)


class ReadingAttention(nn.Module):
    """Page type of a screenshot whose lines are read; ``features``: values of a token without the pixels."""

    def __init__(self, reader: LineReader, attention: TokenAttention, features: int) -> None:
        super().__init__()
        self.reader, self.attention, self.features = reader, attention, features

    def forward(self, tokens: Tensor) -> Tensor:
        """Logits, float32 (B, classes), of tokens, float32 (B, N, features + PIXELS); rows of zeros are no tokens."""
        pages, count, _ = tokens.shape
        strips = tokens[..., self.features :].reshape(pages * count, 1, HEIGHT, WIDTH)
        has_ink = torch.nonzero(strips.amax(dim=(1, 2, 3)) > 0)[:, 0]  # pictures have no strip: nothing is read there
        readings = torch.zeros(pages * count, READINGS, dtype=tokens.dtype, device=tokens.device)
        readings = readings.index_put((has_ink,), self.reader(strips[has_ink])).reshape(pages, count, READINGS)
        logits: Tensor = self.attention(torch.cat([tokens[..., : self.features], readings], dim=2))
        return logits


@NETWORKS.register(ARCHITECTURE)
def reading_attention(shape: Shape) -> ReadingAttention:
    """The network for tokens of ``channels`` values, pixels among them."""
    features = shape.channels - PIXELS
    reader = LineReader(shape.dropout)
    return ReadingAttention(reader, TokenAttention(features + READINGS, shape.classes, shape.dropout), features)
