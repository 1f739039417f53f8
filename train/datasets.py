"""Labelled pages as torch data sets: decoded once, kept in memory, augmented at each look."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import Dataset

from iawce.data.boxes import Box, load_boxes
from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError
from iawce.data.picture import open_picture
from iawce.models.inputs import InputSpec
from iawce.models.planes import Placement

Example = tuple[Tensor, int]
SHIFT_X, SHIFT_Y = 120.0, 400.0
"""Largest move of an augmented page, CSS px: a sidebar's width, a header's height."""
SCALE_X, SCALE_Y = (0.8, 1.25), (0.7, 1.4)
"""Range of stretches of an augmented page."""
SHOWN = 10
"""Problems named in one message."""


class PageTypeDataset(Dataset[Example]):
    """Pages as (input of the network, index of the label).

    Args:
        pages: what to show, all with ``boxes`` if ``spec.kind`` is ``layout``.
        loaded: what ``load_inputs`` read for these pages, by page id.
        labels: label names in the order of the network's outputs.
        spec: how a page becomes an input.
        augment: move, stretch and mirror at random.
    """

    def __init__(
        self,
        pages: Sequence[LabelledPage],
        loaded: dict[str, "Loaded"],
        labels: Sequence[str],
        spec: InputSpec,
        *,
        augment: bool = False,
    ) -> None:
        self.pages, self.loaded, self.spec, self.augment = list(pages), loaded, spec, augment
        self.targets = [labels.index(page.label) for page in pages]

    def __len__(self) -> int:
        return len(self.pages)

    def __getitem__(self, index: int) -> Example:
        loaded = self.loaded[self.pages[index].id]
        if isinstance(loaded, Tensor):
            return loaded, self.targets[index]
        if isinstance(loaded, tuple):
            placement = random_placement() if self.augment else Placement()
            return self.spec.layout(loaded, placement), self.targets[index]
        picture = self.spec.normalise(torch.from_numpy(loaded[None].astype(np.float32) / 255.0))
        return (move_picture(picture) if self.augment else picture), self.targets[index]


Loaded = tuple[Box, ...] | NDArray[np.uint8] | Tensor
"""Boxes of a page, its screenshot as uint8 (height, width) of the spec's size, or features of a frozen trunk."""


def load_inputs(pages: Sequence[LabelledPage], spec: InputSpec) -> dict[str, Loaded]:
    """Read boxes or pictures of all pages, by page id, in page order.

    Raises:
        UsageError: some cannot be read: damaged, empty or giant pictures, missing boxes; the message names them.
    """
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda page: _load(page, spec), pages))
    problems = [item for item in found if isinstance(item, str)]
    if problems:
        more = f" and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        raise UsageError(f"{len(problems)} pages cannot be trained on: {'; '.join(problems[:SHOWN])}{more}")
    return {page.id: item for page, item in zip(pages, found, strict=True) if not isinstance(item, str)}


def _load(page: LabelledPage, spec: InputSpec) -> Loaded | str:
    """What to look at, or why not. Of an animated picture the first frame counts; CMYK and others become grey."""
    if spec.kind == "layout":
        if page.boxes is None:
            return f"{page.id} has no layout boxes (train on --input screenshot)"
        try:
            return load_boxes(page.boxes)
        except UsageError as error:
            return str(error)
    try:
        values = InputSpec("screenshot", spec.size).picture(open_picture(page.screenshot))[0]
    except PageError as error:
        return f"{page.screenshot} ({error.reason})"
    return np.round(values.numpy() * 255).astype(np.uint8)


def random_placement() -> Placement:
    """Draw a placement from torch's random numbers, so that a seed fixes it in every worker."""
    mirror, shift_x, shift_y, scale_x, scale_y = torch.rand(5).tolist()
    return Placement(
        mirror=mirror < 0.5,
        shift_x=(2 * shift_x - 1) * SHIFT_X,
        shift_y=(2 * shift_y - 1) * SHIFT_Y,
        scale_x=SCALE_X[0] + scale_x * (SCALE_X[1] - SCALE_X[0]),
        scale_y=SCALE_Y[0] + scale_y * (SCALE_Y[1] - SCALE_Y[0]),
    )


def move_picture(picture: Tensor, share: float = 0.08) -> Tensor:
    """Mirror half of the pictures, roll each by up to ``share`` of its sides and change its contrast by a tenth."""
    mirror, down, right, contrast = torch.rand(4).tolist()
    if mirror < 0.5:
        picture = picture.flip(-1)
    height, width = picture.shape[-2:]
    rows, columns = round((2 * down - 1) * share * height), round((2 * right - 1) * share * width)
    moved: Tensor = picture.roll((rows, columns), (-2, -1)) * (0.9 + 0.2 * contrast)
    return moved
