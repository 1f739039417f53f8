"""A small pooled convolutional network for drawings of the layout.

Five convolutions halve the drawing each time; mean and maximum over the map, not LeNet's flatten, make it
invariant to position. About 85,000 weights.
"""

import torch
from torch import Tensor, nn

from iawce.models.networks import NETWORKS

MAPS = (16, 32, 48, 64, 64)


class LayoutNet(nn.Module):
    """Convolutional classifier of one drawing of any size.

    Args:
        channels: planes of the drawing.
        classes: number of labels.
        dropout: share of the pooled values dropped in training, 0 to 1.
    """

    def __init__(self, channels: int, classes: int, dropout: float = 0.0) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after in zip((channels, *MAPS), MAPS, strict=False):
            layers += [nn.Conv2d(before, after, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        self.features = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Dropout(dropout), nn.Linear(2 * MAPS[-1], classes))

    def forward(self, drawings: Tensor) -> Tensor:
        """Logits, float32 (B, classes), of drawings, float32 (B, channels, height, width)."""
        maps = self.features(drawings)
        logits: Tensor = self.head(torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1))
        return logits


@NETWORKS.register("layoutnet")
def layoutnet(
    *,
    channels: int,
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,
) -> LayoutNet:
    """The network for drawings with ``channels`` planes."""
    return LayoutNet(channels, classes, dropout)
