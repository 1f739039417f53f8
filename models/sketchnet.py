"""A network for screenshots that first sketches the layout, then looks at its sketch as at a drawing of the layout.

On pages whose boxes are known it learns to draw them: many thousand cells a page teach it what text, links and pictures
look like, where one label a page would only teach it what its sites look like.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from iawce.models.layoutnet import LayoutNet
from iawce.models.planes import PLANES
from iawce.models.registry import register_model
from iawce.models.traces import TRACES

MAPS = 24
MOSTLY_PAPER = -2.0
"""First bias of the sketch: of each kind of thing most of a page has none."""


class SketchNet(nn.Module):
    """Classifier of one screenshot, given as traces.

    Further channels of the input, present in training, are the planes that should have been sketched.

    Args:
        classes: number of labels.
        dropout: as of ``LayoutNet``.
    """

    def __init__(self, classes: int, dropout: float = 0.0) -> None:
        super().__init__()
        last = nn.Conv2d(MAPS, len(PLANES), 1)
        if last.bias is not None:
            nn.init.constant_(last.bias, MOSTLY_PAPER)
        self.sketch = nn.Sequential(
            nn.Conv2d(len(TRACES), MAPS, 5, padding=2, bias=False),
            nn.BatchNorm2d(MAPS),
            nn.ReLU(),
            nn.Conv2d(MAPS, MAPS, 3, padding=2, dilation=2, groups=4, bias=False),
            nn.BatchNorm2d(MAPS),
            nn.ReLU(),
            nn.Conv2d(MAPS, MAPS, 3, padding=4, dilation=4, groups=4, bias=False),
            nn.BatchNorm2d(MAPS),
            nn.ReLU(),
            last,
        )
        self.look = LayoutNet(len(PLANES), classes, dropout)

    def forward(self, traces: Tensor) -> Tensor:
        """Logits, float32 (B, classes), of traces, float32 (B, len(TRACES) or more, height, width)."""
        logits: Tensor = self.look(torch.sigmoid(self.sketch(traces[:, : len(TRACES)])))
        return logits

    def with_drawing_loss(self, pages: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, classes), and the cross-entropy between the sketch and the planes that follow the traces.

        Args:
            pages: float32 (B, len(TRACES) + len(PLANES), height, width). A page whose planes are all 0 has none.
        """
        sketched = self.sketch(pages[:, : len(TRACES)])
        planes = pages[:, len(TRACES) :]
        known = planes.amax(dim=(1, 2, 3), keepdim=True) > 0
        loss = functional.binary_cross_entropy_with_logits(sketched, planes, reduction="none") * known
        return self.look(torch.sigmoid(sketched)), loss.sum() / (known.sum() * sketched[0].numel()).clamp(min=1)


@register_model("sketchnet")
def sketchnet(
    *,
    channels: int,  # noqa: ARG001 - one signature
    size: tuple[int, int],  # noqa: ARG001 - one signature
    classes: int,
    dropout: float = 0.0,
) -> SketchNet:
    """The network for screenshots given as traces."""
    return SketchNet(classes, dropout)
