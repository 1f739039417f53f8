"""What the frozen stages of a trunk give for each page and for changed variants of it, stored on disk.

The stages behind them then learn from augmented pages at a fraction of the cost: the frozen ones see each variant once.
"""

import logging
import os
import zlib
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError
from iawce.data.picture import open_picture
from iawce.models.common.export import trace_onnx
from iawce.models.common.runtime import OnnxRuntime
from iawce.models.features.crops import crop_views
from iawce.models.features.inputs import InputSpec
from iawce.models.networks.transfer import TransferNet
from iawce.train.page_type.changed_pages import change_colours, change_page
from iawce.train.page_type.datasets import Variants
from iawce.train.page_type.trunk_features import features_key

log = logging.getLogger(__name__)
REPORT_EVERY = 200


def stored_variants(
    network: TransferNet, pages: Sequence[LabelledPage], spec: InputSpec, count: int, cache: Path
) -> dict[str, Variants]:
    """``network.frozen_features`` of every page and of its changed variants, in half precision, by page id.

    Args:
        network: some of its stages must be frozen.
        pages: all with a screenshot.
        spec: of the kind ``crops``.
        count: changed variants of each page; which ones is fixed by the page's id.
        cache: folder where they are stored, one file a page; those of other runs with the same trunk are read.

    Raises:
        UsageError: another input than ``crops``, or a screenshot that cannot be read.
        EnvironmentMissing: onnx is not installed.
    """
    if spec.kind != "crops":
        raise UsageError(f"variants are drawn of the input crops, not of {spec.kind}")
    folder = cache / f"variants-{count}-{features_key(network, spec, 'variants')}"
    folder.mkdir(parents=True, exist_ok=True)
    frozen = open_frozen(network, spec)
    found: dict[str, Variants] = {}
    for number, page in enumerate(pages):
        path = folder / f"{sha256(page.id.encode()).hexdigest()[:32]}.npy"
        if not path.is_file():
            views = np.stack(draw(page, spec, count)).astype(np.float32) / np.float32(255)
            _store(path, frozen(spec.normalise(views)).astype(np.float16))
        # copies on writing: torch takes no array that cannot be written
        found[page.id] = Variants(torch.from_numpy(np.load(path, mmap_mode="c")))
        if number % REPORT_EVERY == 0:
            log.info("variants of %d of %d pages", number, len(pages))
    return found


def open_frozen(network: TransferNet, spec: InputSpec) -> OnnxRuntime:
    """``network.frozen_features`` in ONNX Runtime, on a CPU three to four times as fast as torch and exact.

    Raises:
        EnvironmentMissing: onnx is not installed.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "frozen.onnx"
        sample = torch.zeros(2, spec.channels, *spec.size)
        trace_onnx(_FrozenStages(network).eval(), sample, path, ("pages", "batch"))
        return OnnxRuntime(path, torch.get_num_threads())


class _FrozenStages(nn.Module):
    def __init__(self, network: TransferNet) -> None:
        super().__init__()
        self.network = network

    def forward(self, pictures: Tensor) -> Tensor:
        return self.network.frozen_features(pictures)


def _store(path: Path, maps: NDArray[np.float16]) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")  # another run may be storing the same page
    with part.open("wb") as file:
        np.save(file, maps)
    part.rename(path)


def draw(page: LabelledPage, spec: InputSpec, count: int) -> list[NDArray[np.uint8]]:
    """The views of a page as it is, then those of ``count`` changed variants, each uint8 (9, height, width).

    Raises:
        UsageError: the screenshot cannot be read.
    """
    try:
        screenshot = open_picture(page.screenshot or b"")
    except PageError as error:
        raise UsageError(f"{page.screenshot or page.id} ({error.reason})") from error
    chance = np.random.default_rng(zlib.crc32(page.id.encode()))
    changed = [change_colours(crop_views(change_page(screenshot, chance), spec.size), chance) for _ in range(count)]
    return [crop_views(screenshot, spec.size), *changed]
