"""EfficientNet-Lite0 up to an inner map, and a linear head on summaries of its inner maps.

Sources: Tan and Le 2019 (EfficientNet); Liu 2020 (Lite0); Yosinski et al. 2014, How transferable are features in deep
neural networks? (inner layers of a network transfer better to distant tasks than the last). Pages are far from
ImageNet's photographs: its last stages recognise objects, which characterise a page less than strokes and edges do.
"""

from itertools import accumulate, pairwise

import torch
from torch import Tensor, nn

from iawce.models.networks import NETWORKS
from iawce.models.networks.efficientnet_lite import build_trunk
from iawce.models.networks.transfer import RGB, views_of

ARCHITECTURE = "efficientnet_lite0_maps"
SUMMARISED = {"block5": 40, "block8": 80, "block11": 112}
"""Stages whose maps are used, and their channels. Layers after the last one are not computed."""
FIELDS = 3
"""Rows, and columns, of the fields of a view."""
SUMMARIES = 2 * FIELDS**2
"""Features of each channel in each view: mean and standard deviation in each field."""


class InnerMapsNet(nn.Module):
    """A frozen trunk, and a linear head on means and deviations of its inner maps.

    Args:
        channels: planes of the input, RGB of each view of a page.
        classes: labels.
    """

    def __init__(self, channels: int, classes: int) -> None:
        super().__init__()
        self.views = views_of(channels)
        self.trunk = _first_stages(build_trunk()).requires_grad_(False)
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


def _first_stages(trunk: nn.Sequential) -> nn.Sequential:
    names = list(dict(trunk.named_children()))
    return trunk[: 1 + max(names.index(name) for name in SUMMARISED)]


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


@NETWORKS.register(ARCHITECTURE)
def efficientnet_lite0_maps(
    *,
    channels: int,
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,  # noqa: ARG001 - one signature
) -> InnerMapsNet:
    """EfficientNet-Lite0 up to its eleventh block, of which only the head is fitted."""
    return InnerMapsNet(channels, classes)
