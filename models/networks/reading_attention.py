"""Attention over the lines and pictures of a screenshot, with what a reader reads of each line (``line_reader``)."""

import torch
from torch import Tensor, nn

from iawce.models.features.text_lines.strips import HEIGHT, PIXELS, WIDTH
from iawce.models.networks import NETWORKS
from iawce.models.networks.line_reader import READINGS, LineReader
from iawce.models.networks.token_attention import TokenAttention

ARCHITECTURE = "reading_attention"


class ReadingAttention(nn.Module):
    """Page type of the lines and pictures of a screenshot, whose lines are read.

    Args:
        reader: of the lines.
        attention: over tokens with the readings of their lines, zeros where nothing is read.
        features: values of a token, without the pixels of its strip.
    """

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
def reading_attention(
    *,
    channels: int,
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,
) -> ReadingAttention:
    """The network for tokens of ``channels`` values, pixels among them."""
    features = channels - PIXELS
    return ReadingAttention(LineReader(dropout), TokenAttention(features + READINGS, classes, dropout), features)
