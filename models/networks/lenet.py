"""LeNet-5 as in Qin et al. 2023 (I-AWCE), section on classifiers, after LeCun et al. 1998.

Two 3x3 convolutions, each with 2x2 max pooling and ReLU, then dense 120, 84 and one output for each class: 5,610,114
parameters at 1 x 224 x 224 and two classes. Deviations: ReLU after the hidden dense layers (the paper names none
there); logits are returned, softmax and temperature are left to the loss and the classifier; dropout only by a recipe.
"""

import torch
from torch import Tensor, nn

from iawce.models.networks import NETWORKS

KERNEL = 3
POOL = 2
MAPS = (6, 16)
HIDDEN = (120, 84)


class LeNet5(nn.Module):
    """Convolutional classifier of one picture; arguments as of ``Shape``."""

    def __init__(
        self, channels: int = 1, size: tuple[int, int] = (224, 224), classes: int = 2, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(channels, MAPS[0], KERNEL),
            nn.MaxPool2d(POOL),
            nn.ReLU(),
            nn.Conv2d(MAPS[0], MAPS[1], KERNEL),
            nn.MaxPool2d(POOL),
            nn.ReLU(),
        )
        flat = self.features(torch.zeros(1, channels, *size)).numel()
        self.classifier = nn.Sequential(
            nn.Flatten(),
            nn.Linear(flat, HIDDEN[0]),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(HIDDEN[0], HIDDEN[1]),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(HIDDEN[1], classes),
        )

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits, float32 (B, classes), of pictures, float32 (B, channels, height, width)."""
        logits: Tensor = self.classifier(self.features(pictures))
        return logits


NETWORKS.register("lenet5")(lambda shape: LeNet5(*shape))
