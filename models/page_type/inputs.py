"""What a model is shown: how a page becomes its input, the same in training and in use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.data.boxes import Box
from iawce.models.features.geometry import geometry_vector
from iawce.models.features.html_features import Markup, markup_vector
from iawce.models.features.layout_raster import PLANES, Placement, draw_planes

Kind = Literal["screenshot", "lines", "layout", "geometry", "markup"]
Input = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class InputSpec:
    """Everything needed to turn a page into what a model was trained on.

    ``kind`` is ``screenshot`` (the picture, grey, squeezed to ``size``), ``lines`` (numbers of its
    lines of text), ``layout`` (the drawing of its boxes), ``geometry`` (numbers of its boxes) or ``markup`` (numbers of
    its HTML); the numbers are called ``features``.
    A drawing shows the top ``view_height`` CSS px of the page. A screenshot is squeezed into ``size`` whole, as in the
    paper, whatever its height; ``view_height`` then says where the renderer cut it.
    ``mean`` and ``std`` are those of the training pages, values 0 to 1.
    """

    kind: Kind
    size: tuple[int, int] = (224, 224)
    view_height: int = 5464
    mean: float = 0.0
    std: float = 1.0
    features: tuple[str, ...] = ()

    @property
    def channels(self) -> int:
        """Planes of the input: 1 for a screenshot, else one for each kind of thing drawn."""
        return 1 if self.kind == "screenshot" else len(PLANES)

    def picture(self, screenshot: Image.Image) -> Input:
        """float32 (channels, height, width), normalised, of a screenshot in any mode and size."""
        height, width = self.size
        grey = screenshot.convert("L").resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)
        return self.normalise(np.asarray(grey, np.float32)[None] / 255.0)

    def boxes(self, boxes: Sequence[Box], placement: Placement = Placement()) -> Input:  # noqa: B008 - frozen
        """Of the layout boxes of a page: float32 (planes, height, width), normalised, or their numbers (features,)."""
        if self.kind == "geometry":
            return geometry_vector(boxes)
        return self.normalise(draw_planes(boxes, self.size, self.view_height, placement))

    def markup(self, markup: Markup) -> Input:
        """Numbers of the markup, float32 (features,)."""
        return markup_vector(markup)

    def normalise(self, values: Input) -> Input:
        """Subtract the mean and divide by the standard deviation."""
        return (values - np.float32(self.mean)) / np.float32(self.std)
