"""ResNet-101 and EfficientNet-B0 with a new head, for transfer from ImageNet.

Source: Qin et al. 2023 (I-AWCE), section on classifiers; He et al. 2016; Tan and Le 2019. ResNet-101: all inner layers
frozen, pooling and classifier replaced by dense 1024 and one output for each class. EfficientNet: only the last ten
layers train, global average pooling, one output for each class.

Deviations: a global average pool stands before the 1024, without which a map of 1366 x 1366 px would need 3.9 billion
weights; ``resnet101_flatten`` is the other interpretation, for small inputs. ReLU after the 1024. The variant of
EfficientNet is not named in the paper: B0. A *layer* of the last ten is a module with its own weights.
"""

from typing import Self, cast

from torch import Tensor, nn
from torchvision import models as zoo

from iawce.models.networks import NETWORKS, Shape

HIDDEN = 1024
TRAINABLE_LAYERS = 10  # Of EfficientNet
RGB = 3
WIDTH = {"resnet101": 2048, "efficientnet_b0": 1280}  # Channels of the trunks' maps
STRIDE = 32  # Pixels of the input for each cell of the map


def views_of(channels: int) -> int:
    """The number of views in an input of ``channels`` planes; a grey picture is one."""
    return max(1, channels // RGB)


def _trains(module: nn.Module) -> bool:
    return any(weight.requires_grad for weight in module.parameters())


class _WithFrozenLayers(nn.Module):
    def train(self, mode: bool = True) -> Self:
        """Frozen layers keep the statistics of their normalisation."""
        super().train(mode)
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d) and not _trains(module):
                module.eval()
        return self


class TransferNet(_WithFrozenLayers):
    """A pretrained trunk and a new head.

    ``trunk``: its stages, float32 (B, 3, height, width) to (B, channels, rows, columns). ``reduce``: to (B, features).
    ``head``: of all views, (B, views * features), to logits. ``channels``: one plane, shown three times, or RGB views,
    each seen by the same trunk.
    """

    def __init__(self, trunk: nn.Sequential, reduce: nn.Module, head: nn.Module, channels: int) -> None:
        super().__init__()
        self.trunk, self.reduce, self.head = trunk, reduce, head
        self.views = views_of(channels)

    @property
    def frozen_stages(self) -> int:
        """Number of the trunk's first stages that do not train; their output can be computed once."""
        return next((number for number, stage in enumerate(self.trunk) if _trains(stage)), len(self.trunk))

    @property
    def is_frozen(self) -> bool:
        """Whether no weight before the head trains."""
        return self.frozen_stages == len(self.trunk)

    def planes(self, pictures: Tensor) -> Tensor:
        """The input of the trunk, (B * views, 3, height, width), from pictures (B, channels, height, width)."""
        planes = pictures.expand(-1, RGB, -1, -1) if pictures.shape[1] == 1 else pictures
        return planes.reshape(-1, RGB, *planes.shape[2:])

    def frozen_features(self, pictures: Tensor) -> Tensor:
        """The input of ``trainable_part``: (B, views, channels, rows, columns), or (B, features) of a frozen trunk."""
        maps: Tensor = self.trunk[: self.frozen_stages](self.planes(pictures))
        if self.is_frozen:
            pooled: Tensor = self.reduce(maps)
            return pooled.reshape(-1, self.views * pooled.shape[1])
        return maps.reshape(-1, self.views, *maps.shape[1:])

    def trainable_part(self) -> "TrainablePart":
        """The rest of the network, after ``frozen_features``; its weights are those of this network."""
        return TrainablePart(self.trunk[self.frozen_stages :], self.reduce, self.head)

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits (B, classes) of pictures (B, channels, height, width)."""
        logits: Tensor = self.trainable_part()(self.frozen_features(pictures))
        return logits


class TrainablePart(_WithFrozenLayers):
    """The stages of a transfer network that train, and its head."""

    def __init__(self, stages: nn.Sequential, reduce: nn.Module, head: nn.Module) -> None:
        super().__init__()
        self.stages, self.reduce, self.head = stages, reduce, head

    def forward(self, features: Tensor) -> Tensor:
        """Logits (B, classes) from the output of ``frozen_features``."""
        if len(self.stages):
            pooled: Tensor = self.reduce(self.stages(features.flatten(0, 1)))
            features = pooled.reshape(-1, features.shape[1] * pooled.shape[1])
        logits: Tensor = self.head(features)
        return logits


def train_last_layers(trunk: nn.Sequential) -> nn.Sequential:
    """The trunk, of which only the last ten layers train."""
    weighted = [module for module in trunk.modules() if any(True for _ in module.parameters(recurse=False))]
    trunk.requires_grad_(False)
    for module in weighted[-TRAINABLE_LAYERS:]:
        module.requires_grad_(True)
    return trunk


def global_pool() -> nn.Sequential:
    """The mean over the map."""
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())


def build_zoo_model(name: str) -> nn.Module:
    """The network of torchvision, with random weights."""
    built: nn.Module = {"resnet101": zoo.resnet101, "efficientnet_b0": zoo.efficientnet_b0}[name](weights=None)
    return built


def trunk_of(name: str, whole: nn.Module) -> nn.Sequential:
    """The part of torchvision's network before pooling and classifier."""
    if name == "efficientnet_b0":
        return cast(nn.Sequential, whole.features)
    parts = ("conv1", "bn1", "relu", "maxpool", "layer1", "layer2", "layer3", "layer4")
    return nn.Sequential(*(cast(nn.Module, getattr(whole, part)) for part in parts))


def with_linear_head(trunk: nn.Sequential, width: int, shape: Shape) -> TransferNet:
    """A trunk whose maps have ``width`` channels, with the mean over the map and one dense layer."""
    head = nn.Sequential(nn.Dropout(shape.dropout), nn.Linear(views_of(shape.channels) * width, shape.classes))
    return TransferNet(trunk, global_pool(), head, shape.channels)


@NETWORKS.register("resnet101")
def resnet101(shape: Shape) -> TransferNet:
    """ResNet-101 with frozen trunk, mean over the map and a head of 1024."""
    return _resnet101(shape, 1, global_pool())


@NETWORKS.register("resnet101_flatten")
def resnet101_flatten(shape: Shape) -> TransferNet:
    """ResNet-101 whose head gets the flattened map instead of its mean; for inputs of about 224 px."""
    height, width = shape.size
    return _resnet101(shape, -(-height // STRIDE) * -(-width // STRIDE), nn.Flatten())


def _resnet101(shape: Shape, cells: int, reduce: nn.Module) -> TransferNet:
    """``cells`` of the map remain after ``reduce``."""
    trunk = trunk_of("resnet101", build_zoo_model("resnet101")).requires_grad_(False)
    wide = views_of(shape.channels) * cells * WIDTH["resnet101"]
    dense = nn.Linear(wide, HIDDEN), nn.ReLU(), nn.Dropout(shape.dropout), nn.Linear(HIDDEN, shape.classes)
    return TransferNet(trunk, reduce, nn.Sequential(*dense), shape.channels)


@NETWORKS.register("efficientnet_b0")
def efficientnet_b0(shape: Shape) -> TransferNet:
    """EfficientNet-B0 of which the last ten layers train."""
    trunk = train_last_layers(trunk_of("efficientnet_b0", build_zoo_model("efficientnet_b0")))
    return with_linear_head(trunk, WIDTH["efficientnet_b0"], shape)
