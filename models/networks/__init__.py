"""Networks by name. A network's module is imported when needed: torch takes seconds to import."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from iawce.data.registry import Registry

if TYPE_CHECKING:
    from torch import nn

_TRANSFER = "iawce.models.networks.transfer"
_LITE = "iawce.models.networks.efficientnet_lite"


class Shape(NamedTuple):
    """What a network is built for."""

    channels: int  # Planes of a picture or drawing, or values of a token
    size: tuple[int, int]  # Of a picture or drawing: height, width
    classes: int  # Number of labels
    dropout: float = 0.0  # Share of the values dropped in training before dense layers, 0 to 1


NETWORKS: Registry[Callable[[Shape], "nn.Module"]] = Registry(
    "model",
    {
        "lenet5": "iawce.models.networks.lenet",
        "token_attention": "iawce.models.networks.token_attention",
        "reading_attention": "iawce.models.networks.line_reader",
        "resnet101": _TRANSFER,
        "resnet101_flatten": _TRANSFER,
        "efficientnet_b0": _TRANSFER,
        "efficientnet_lite0": _LITE,
        "efficientnet_lite0_frozen": _LITE,
        "efficientnet_lite0_maps": _LITE,
    },
)
"""Builders of networks that map a batch of inputs, float32 (B, ...), to logits (B, classes)."""
