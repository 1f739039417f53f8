"""EfficientNet-Lite0 with a new head, for transfer from ImageNet.

Sources: Tan and Le 2019 (EfficientNet), table 1; Sandler et al. 2018 (MobileNetV2), section 3 (inverted residuals);
Liu 2020, "Higher accuracy on vision models with EfficientNet-Lite" (B0 without squeeze-and-excitation, with ReLU6).
Qin et al. 2023 (I-AWCE), section on classifiers, for the recipe: of EfficientNet only the last ten layers train.

Deviations from I-AWCE: Lite0 where the paper has a variant that it does not name; ``efficientnet_lite0_frozen``, where
only the head trains. No stochastic depth: few layers train. Padding is TensorFlow's ("same": an odd pixel goes to the
right and the bottom), as the ImageNet weights were trained with it.
"""

import math
from collections import OrderedDict

from torch import Tensor, nn
from torch.nn import functional

from iawce.models.networks import NETWORKS
from iawce.models.networks.transfer import TransferNet, global_pool, train_last_layers, views_of

STEM, WIDTH = 32, 1280
"""Channels of the first map and of the last."""
STAGES = (
    (1, 16, 1, 1, 3),
    (6, 24, 2, 2, 3),
    (6, 40, 2, 2, 5),
    (6, 80, 3, 2, 3),
    (6, 112, 3, 1, 5),
    (6, 192, 4, 2, 5),
    (6, 320, 1, 1, 3),
)
"""Expansion, channels, blocks, stride of the first block, side of the kernel: EfficientNet-B0, Tan and Le, table 1."""
EPSILON, MOMENTUM = 1e-3, 0.01
"""Epsilon of the normalisation."""


class SameConv(nn.Conv2d):
    """A convolution with TensorFlow's padding: ceil(side / stride) cells whatever the side."""

    def forward(self, maps: Tensor) -> Tensor:
        """float32 (B, channels, rows, columns) of maps (B, channels, height, width)."""
        (top, bottom), (left, right) = (
            _padding(int(side), kernel, stride)
            for side, kernel, stride in zip(maps.shape[-2:], self.kernel_size, self.stride, strict=True)
        )
        if top == bottom and left == right:
            return functional.conv2d(maps, self.weight, self.bias, self.stride, (top, left), groups=self.groups)
        return super().forward(functional.pad(maps, (left, right, top, bottom)))


def _padding(side: int, kernel: int, stride: int) -> tuple[int, int]:
    total = max((math.ceil(side / stride) - 1) * stride + kernel - side, 0)
    return total // 2, total - total // 2


def _convolution(before: int, after: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> list[nn.Module]:
    convolution = SameConv(before, after, kernel, stride, groups=groups, bias=False)
    return [convolution, nn.BatchNorm2d(after, EPSILON, MOMENTUM)]


class InvertedResidual(nn.Module):
    """Expands the channels, filters each of them, projects them to fewer, and adds the input where it fits."""

    def __init__(self, before: int, after: int, expansion: int, stride: int, kernel: int) -> None:
        super().__init__()
        wide = before * expansion
        expand = [*_convolution(before, wide), nn.ReLU6()] if expansion > 1 else []
        depthwise = [*_convolution(wide, wide, kernel, stride, groups=wide), nn.ReLU6()]
        self.layers = nn.Sequential(*expand, *depthwise, *_convolution(wide, after))
        self.is_residual = stride == 1 and before == after

    def forward(self, maps: Tensor) -> Tensor:
        """float32 (B, after, rows, columns) of maps (B, before, height, width)."""
        changed: Tensor = self.layers(maps)
        return maps + changed if self.is_residual else changed


def build_trunk() -> nn.Sequential:
    """The network before its pooling: float32 (B, 3, height, width) to (B, 1280, height / 32, width / 32)."""
    stages: OrderedDict[str, nn.Module] = OrderedDict(stem=nn.Sequential(*_convolution(3, STEM, 3, 2), nn.ReLU6()))
    before = STEM
    for expansion, after, count, first, kernel in STAGES:
        for number in range(count):
            stride = first if number == 0 else 1
            stages[f"block{len(stages)}"] = InvertedResidual(before, after, expansion, stride, kernel)
            before = after
    stages["top"] = nn.Sequential(*_convolution(before, WIDTH), nn.ReLU6())
    return nn.Sequential(stages)


@NETWORKS.register("efficientnet_lite0")
def efficientnet_lite0(
    *,
    channels: int,
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,
) -> TransferNet:
    """EfficientNet-Lite0 of which the last ten layers train."""
    trunk = build_trunk().requires_grad_(False)
    train_last_layers(trunk)
    return _with_head(trunk, channels, classes, dropout)


@NETWORKS.register("efficientnet_lite0_frozen")
def efficientnet_lite0_frozen(
    *,
    channels: int,
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,
) -> TransferNet:
    """EfficientNet-Lite0 of which only the head trains."""
    return _with_head(build_trunk().requires_grad_(False), channels, classes, dropout)


def _with_head(trunk: nn.Sequential, channels: int, classes: int, dropout: float) -> TransferNet:
    head = nn.Sequential(nn.Dropout(dropout), nn.Linear(views_of(channels) * WIDTH, classes))
    return TransferNet(trunk, global_pool(), head, channels)
