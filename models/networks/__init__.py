"""Convolutional networks by name. A network's module is imported when needed: torch takes seconds to import."""

from typing import TYPE_CHECKING, Protocol

from iawce.data.registry import Registry

if TYPE_CHECKING:
    from torch import nn


class Builder(Protocol):
    """Builds a network that maps float32 (B, channels, height, width) to logits (B, classes)."""

    def __call__(  # noqa: D102 - described by the class
        self, *, channels: int, size: tuple[int, int], classes: int, dropout: float = 0.0
    ) -> "nn.Module": ...


_TRANSFER = "iawce.models.networks.transfer"
_LITE = "iawce.models.networks.efficientnet_lite"
NETWORKS: Registry[Builder] = Registry(
    "model",
    {
        "lenet5": "iawce.models.networks.lenet",
        "layoutnet": "iawce.models.networks.layoutnet",
        "token_attention": "iawce.models.networks.token_attention",
        "reading_attention": "iawce.models.networks.line_reader",
        "resnet101": _TRANSFER,
        "resnet101_flatten": _TRANSFER,
        "efficientnet_b0": _TRANSFER,
        "efficientnet_lite0": _LITE,
        "efficientnet_lite0_frozen": _LITE,
        "efficientnet_lite0_maps": "iawce.models.networks.efficientnet_lite",
    },
)
