"""EfficientNet-Lite0 with a new head, for transfer from ImageNet.

Sources: Tan and Le 2019 (EfficientNet), table 1; Sandler et al. 2018 (MobileNetV2), section 3 (inverted residuals);
Liu 2020, "Higher accuracy on vision models with EfficientNet-Lite" (B0 without squeeze-and-excitation, with ReLU6).
Qin et al. 2023 (I-AWCE), section on classifiers, for the recipe: of EfficientNet only the last ten layers train. For
the inner maps: Yosinski et al. 2014, How transferable are features in deep neural networks? (inner layers transfer
better to distant tasks than the last); pages are far from ImageNet's photographs, and strokes and edges characterise
them more than the objects that the last stages recognise.

Deviations from I-AWCE: Lite0 where the paper has a variant that it does not name; ``efficientnet_lite0_frozen``, where
only the head trains. No stochastic depth: few layers train. Padding is TensorFlow's ("same": an odd pixel goes to the
right and the bottom), as the ImageNet weights were trained with it.
"""

import math
from collections import OrderedDict
from itertools import accumulate, pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.transfer import RGB, TransferNet, train_last_layers, views_of, with_linear_head

STEM, WIDTH = 32, 1280  # Channels of the first map and of the last
STAGES = (
    (1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
    (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3),
)  # fmt: skip
"""Expansion, channels, blocks, stride of the first block, side of the kernel: EfficientNet-B0, Tan and Le, table 1."""
EPSILON, MOMENTUM = 1e-3, 0.01  # Epsilon of the normalisation
ARCHITECTURE = "efficientnet_lite0_maps"
SUMMARISED = {"block5": 40, "block8": 80, "block11": 112}  # Stages whose maps are used, and channels
FIELDS = 3  # Rows, and columns, of the fields of a view
SUMMARIES = 2 * FIELDS**2  # Features of each channel in each view: mean and standard deviation in each field


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
def efficientnet_lite0(shape: Shape) -> TransferNet:
    """EfficientNet-Lite0 of which the last ten layers train."""
    return with_linear_head(train_last_layers(build_trunk()), WIDTH, shape)


@NETWORKS.register("efficientnet_lite0_frozen")
def efficientnet_lite0_frozen(shape: Shape) -> TransferNet:
    """EfficientNet-Lite0 of which only the head trains."""
    return with_linear_head(build_trunk().requires_grad_(False), WIDTH, shape)


class InnerMapsNet(nn.Module):
    """A frozen trunk for RGB views of a page, and a linear head on means and deviations of its inner maps."""

    def __init__(self, channels: int, classes: int) -> None:
        super().__init__()
        self.views = views_of(channels)
        trunk = build_trunk()
        last = max(map(list(dict(trunk.named_children())).index, SUMMARISED))
        self.trunk = trunk[: last + 1].requires_grad_(False)
        self.head = nn.Linear(self.stage_features()[-1].stop, classes)

    def stage_features(self) -> list[slice]:
        """Slices of the features of each stage of ``SUMMARISED``."""
        ends = list(accumulate((self.views * SUMMARIES * channels for channels in SUMMARISED.values()), initial=0))
        return [slice(start, end) for start, end in pairwise(ends)]

    @property
    def frozen_stages(self) -> int:
        """Number of the trunk's stages; none of them trains."""
        return len(self.trunk)

    def frozen_features(self, pictures: Tensor) -> Tensor:
        """The input of the head, (B, features), from pictures (B, channels, height, width)."""
        maps = pictures.reshape(-1, RGB, *pictures.shape[2:])
        found = []
        for name, stage in self.trunk.named_children():
            maps = stage(maps)
            if name in SUMMARISED:
                summaries = _summarise(maps)
                found.append(summaries.reshape(-1, self.views * summaries.shape[1]))
        return torch.cat(found, dim=1)

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits (B, classes) of pictures (B, channels, height, width)."""
        logits: Tensor = self.head(self.frozen_features(pictures))
        return logits


def _summarise(maps: Tensor) -> Tensor:
    """Mean and standard deviation of each channel in each field, (B, 2 * fields * channels)."""
    fields = [field for row in _thirds(maps, 2) for field in _thirds(row, 3)]
    means = torch.stack([field.mean((2, 3)) for field in fields], dim=1)
    squares = torch.stack([(field * field).mean((2, 3)) for field in fields], dim=1)
    return torch.cat([means, (squares - means * means).clamp(min=0).sqrt()], dim=1).flatten(1)


def _thirds(maps: Tensor, axis: int) -> list[Tensor]:
    side = int(maps.shape[axis])
    ends = [round(side * part / FIELDS) for part in range(FIELDS + 1)]
    return [maps.narrow(axis, start, end - start) for start, end in pairwise(ends)]


NETWORKS.register(ARCHITECTURE)(lambda shape: InnerMapsNet(shape.channels, shape.classes))
