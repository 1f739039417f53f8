"""What a network is shown: how a page becomes its input, the same in training and in use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from iawce.data.boxes import Box
from iawce.models.planes import PLANES, Placement, draw_planes


@dataclass(frozen=True, slots=True)
class InputSpec:
    """Everything needed to turn a page into the tensor that a network was trained on.

    ``kind`` is ``screenshot`` (the picture, grey, squeezed to ``size``) or ``layout`` (the drawing of its boxes).
    A drawing shows the top ``view_height`` CSS px of the page. A screenshot is squeezed into ``size`` whole, as in the
    paper, whatever its height; ``view_height`` then says where the renderer cut it.
    ``mean`` and ``std`` are those of the training pages, values 0 to 1.
    """

    kind: Literal["screenshot", "layout"]
    size: tuple[int, int] = (224, 224)
    view_height: int = 5464
    mean: float = 0.0
    std: float = 1.0

    @property
    def channels(self) -> int:
        """Planes of the input: 1 for a screenshot, else one for each kind of thing drawn."""
        return 1 if self.kind == "screenshot" else len(PLANES)

    def picture(self, screenshot: Image.Image) -> Tensor:
        """float32 (1, height, width), normalised, of a screenshot in any mode and size."""
        height, width = self.size
        grey = screenshot.convert("L").resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)
        return self.normalise(torch.from_numpy(np.asarray(grey, np.float32)[None] / 255.0))

    def layout(self, boxes: Sequence[Box], placement: Placement = Placement()) -> Tensor:  # noqa: B008 - frozen
        """float32 (planes, height, width), normalised, of the layout boxes of a page."""
        return self.normalise(torch.from_numpy(draw_planes(boxes, self.size, self.view_height, placement)))

    def normalise(self, values: Tensor) -> Tensor:
        """Subtract the mean and divide by the standard deviation."""
        return (values - self.mean) / self.std
