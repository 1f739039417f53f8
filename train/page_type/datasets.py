"""Labelled pages as torch data sets: decoded once, held in memory, augmented at each access."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import Dataset

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError, quantity
from iawce.models.common.record import Arrays
from iawce.models.features.inputs import INPUTS, InputSpec, has_source
from iawce.train.common.feature_cache import FeatureCache
from iawce.train.common.machine import Example
from iawce.train.page_type.task import targets_of

VALUES = "values"
"""Name of the array of features that is kept."""
SHOWN = 10
"""Problems named in one message."""


class PageTypeDataset(Dataset[Example]):
    """Pages as (input, index of the label), changed at random with ``augment``; ``loaded``: by ``load_inputs``."""

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
        self.targets: list[int] = targets_of(pages, labels).tolist()

    def __len__(self) -> int:
        return len(self.pages)

    def __getitem__(self, index: int) -> Example:
        loaded = self.loaded[self.pages[index].id]
        if isinstance(loaded, Tensor):
            return loaded.float(), self.targets[index]
        picture = torch.from_numpy(self.spec.normalise(loaded.astype(np.float32) / 255.0))
        return (move_picture(picture) if self.augment else picture), self.targets[index]


Loaded = NDArray[Any] | Tensor
"""The screenshot as uint8 (planes, height, width) of the spec's size, the features of a page (float32), or features
of a frozen trunk."""


def load_inputs(pages: Sequence[LabelledPage], spec: InputSpec, cache: Path | None = None) -> dict[str, Loaded]:
    """Boxes or pictures, by page id; ``cache``: folder of features. UsageError: names those that cannot be read."""
    kind, problems = INPUTS[spec.kind], list[str]()

    def load_all(missing: Sequence[LabelledPage]) -> Iterator[Arrays | None]:
        for item in _load_each(missing, spec):
            if isinstance(item, str):
                problems.append(item)
            yield None if isinstance(item, str) else {VALUES: np.asarray(item)}

    kept = FeatureCache(None if kind.channels else cache, spec.kind, kind.names.__module__)
    found: dict[str, Loaded] = {page_id: arrays[VALUES] for page_id, arrays in kept.compute(pages, load_all).items()}
    if problems:
        more = f" and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        raise UsageError(f"{quantity(len(problems), 'page')} cannot be trained on: {'; '.join(problems[:SHOWN])}{more}")
    return found


def _load_each(pages: Sequence[LabelledPage], spec: InputSpec) -> Iterator["Loaded | str"]:
    if INPUTS[spec.kind].needs != "screenshot":
        yield from (_load(page, spec) for page in pages)  # the parser of HTML is not for threads
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(lambda page: _load(page, spec), pages)


def _load(page: LabelledPage, spec: InputSpec) -> Loaded | str:
    """The input, or why there is none. Of an animated picture the first frame counts; CMYK and others become grey."""
    kind = INPUTS[spec.kind]
    try:
        document = page.document()
        if not has_source(document, kind.needs):
            return f"{page.id} has no {kind.needs}"
        plain = InputSpec(spec.kind, spec.size)
        values = kind.prepare(plain, document, None)
    except UsageError as error:
        return str(error)
    except PageError as error:
        return f"{page.screenshot or page.id} ({error.reason})"
    return np.asarray(np.round(values * 255), np.uint8) if kind.needs == "screenshot" and kind.channels else values


def move_picture(picture: Tensor, share: float = 0.08) -> Tensor:
    """Mirror half of the pictures, roll each by up to ``share`` of its sides and change its contrast by a tenth."""
    mirror, down, right, contrast = torch.rand(4).tolist()
    if mirror < 0.5:
        picture = picture.flip(-1)
    height, width = picture.shape[-2:]
    rows, columns = round((2 * down - 1) * share * height), round((2 * right - 1) * share * width)
    moved: Tensor = picture.roll((rows, columns), (-2, -1)) * (0.9 + 0.2 * contrast)
    return moved
