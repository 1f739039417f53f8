"""ResNet-101 and EfficientNet-B0 with a new head, for transfer from ImageNet.

Source: Qin et al. 2023 (I-AWCE), section on classifiers; He et al. 2016; Tan and Le 2019. ResNet-101: all inner layers
frozen, pooling and classifier replaced by dense 1024 and one output for each class. EfficientNet: only the last ten
layers train, global average pooling, one output for each class.

Deviations: a global average pool stands before the 1024 (``head="gap"``), without which a map of 1366 x 1366 px would
need 3.9 billion weights; ``head="flatten"`` is the other reading, for small inputs. ReLU after the 1024. The variant of
EfficientNet is not named in the paper: B0. A *layer* of the last ten is a module with weights of its own.
"""

from typing import Literal, cast

from torch import Tensor, nn
from torchvision import models as zoo

from iawce.models.networks import NETWORKS

HIDDEN = 1024
TRAINABLE_LAYERS = 10
"""Of EfficientNet."""
RGB = 3
WIDTH = {"resnet101": 2048, "efficientnet_b0": 1280}
"""Channels of the trunks' maps."""
STRIDE = 32
"""Pixels of the input for each cell of the map."""
Head = Literal["gap", "flatten"]


class TransferNet(nn.Module):
    """A trunk whose weights came from elsewhere and a head of our own.

    Args:
        trunk: maps float32 (B, 3, height, width) to (B, channels, rows, columns).
        reduce: turns the map into (B, features).
        head: turns features into logits.
        channels: planes of the input; one plane is shown three times.

    ``is_frozen`` says that no weight of the trunk trains, so that its features can be computed once.
    """

    def __init__(self, trunk: nn.Module, reduce: nn.Module, head: nn.Module, channels: int) -> None:
        super().__init__()
        self.adapt = nn.Identity() if channels in (1, RGB) else nn.Conv2d(channels, RGB, 1)
        self.trunk, self.reduce, self.head = trunk, reduce, head

    @property
    def is_frozen(self) -> bool:
        """Whether no weight before the head trains."""
        return not any(weight.requires_grad for part in (self.adapt, self.trunk) for weight in part.parameters())

    def features(self, pictures: Tensor) -> Tensor:
        """float32 (B, features) of pictures (B, channels, height, width)."""
        planes = self.adapt(pictures)
        if planes.shape[1] == 1:
            planes = planes.expand(-1, RGB, -1, -1)
        reduced: Tensor = self.reduce(self.trunk(planes))
        return reduced

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits (B, classes)."""
        logits: Tensor = self.head(self.features(pictures))
        return logits

    def train(self, mode: bool = True) -> "TransferNet":
        """A frozen trunk keeps the statistics of its normalisation."""
        super().train(mode)
        for module in self.trunk.modules():
            if isinstance(module, nn.BatchNorm2d) and not any(w.requires_grad for w in module.parameters()):
                module.eval()
        return self


def build_zoo_model(name: str) -> nn.Module:
    """The network as torchvision has it, with random weights."""
    built: nn.Module = {"resnet101": zoo.resnet101, "efficientnet_b0": zoo.efficientnet_b0}[name](weights=None)
    return built


def trunk_of(name: str, whole: nn.Module) -> nn.Module:
    """The part of torchvision's network before pooling and classifier."""
    if name == "efficientnet_b0":
        return cast(nn.Module, whole.features)
    parts = ("conv1", "bn1", "relu", "maxpool", "layer1", "layer2", "layer3", "layer4")
    return nn.Sequential(*(cast(nn.Module, getattr(whole, part)) for part in parts))


@NETWORKS.register("resnet101")
def resnet101(*, channels: int, size: tuple[int, int], classes: int, dropout: float = 0.0) -> TransferNet:
    """ResNet-101 with frozen trunk, mean over the map and a head of 1024."""
    return _resnet101(channels, size, classes, dropout, "gap")


@NETWORKS.register("resnet101_flatten")
def resnet101_flatten(*, channels: int, size: tuple[int, int], classes: int, dropout: float = 0.0) -> TransferNet:
    """ResNet-101 whose head sees the flattened map instead of its mean; for inputs of about 224 px."""
    return _resnet101(channels, size, classes, dropout, "flatten")


def _resnet101(channels: int, size: tuple[int, int], classes: int, dropout: float, head: Head) -> TransferNet:
    trunk = trunk_of("resnet101", build_zoo_model("resnet101")).requires_grad_(False)
    is_flat = head == "flatten"
    cells = -(-size[0] // STRIDE) * -(-size[1] // STRIDE) if is_flat else 1
    reduce: nn.Module = nn.Flatten() if is_flat else _pool()
    layers = nn.Sequential(
        nn.Linear(WIDTH["resnet101"] * cells, HIDDEN), nn.ReLU(), nn.Dropout(dropout), nn.Linear(HIDDEN, classes)
    )
    return TransferNet(trunk, reduce, layers, channels)


@NETWORKS.register("efficientnet_b0")
def efficientnet_b0(
    *,
    channels: int,
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,
) -> TransferNet:
    """EfficientNet-B0 of which the last ten layers train."""
    trunk = trunk_of("efficientnet_b0", build_zoo_model("efficientnet_b0")).requires_grad_(False)
    weighted = [module for module in trunk.modules() if any(True for _ in module.parameters(recurse=False))]
    for module in weighted[-TRAINABLE_LAYERS:]:
        module.requires_grad_(True)
    head = nn.Sequential(nn.Dropout(dropout), nn.Linear(WIDTH["efficientnet_b0"], classes))
    return TransferNet(trunk, _pool(), head, channels)


def _pool() -> nn.Sequential:
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
