"""The outputs of the frozen stages of a trunk: computed once for each picture and stored on disk.

Then only the rest of the network is trained: the head, or the last stages with it.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import torch
from torch import Tensor

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.record import Arrays
from iawce.models.features.inputs import InputSpec
from iawce.models.networks.efficientnet_lite import InnerMapsNet
from iawce.models.networks.transfer import TransferNet
from iawce.train.common.feature_cache import FeatureCache, code_version
from iawce.train.common.machine import Machine
from iawce.train.page_type.datasets import PageTypeDataset

Network = TransferNet | InnerMapsNet
Examples = Callable[[Sequence[LabelledPage]], PageTypeDataset]
INPUTS_MODULE = "iawce.models.features.inputs"
"""The module by which pages become what the network sees."""
log = logging.getLogger(__name__)
BATCH = 16
REPORT_EVERY = 200
FEATURES = "features"
"""Name of the array that is kept."""


def trunk_features(
    network: Network, pages: Sequence[LabelledPage], examples: Examples, machine: Machine, cache: Path
) -> dict[str, Tensor]:
    """``network.frozen_features`` of every page in half precision, by page id.

    Args:
        network: some of its stages must be frozen.
        pages: whose features.
        examples: gives those pages as inputs that are asked for, without augmentation.
        machine: where the network runs.
        cache: folder where features are stored; a run with the same trunk, input and precision reads those of the same
            pages.

    Raises:
        UsageError: they are no numbers.
    """
    kept = FeatureCache(cache, "trunk", INPUTS_MODULE, _key(network, examples(()).spec, machine.precision))
    found = kept.compute(pages, lambda missing: _compute(network, examples(missing), machine))
    return {page_id: torch.from_numpy(arrays[FEATURES]) for page_id, arrays in found.items()}


def _compute(network: Network, dataset: PageTypeDataset, machine: Machine) -> Iterator[Arrays]:
    network.to(machine.device).eval()
    done = 0
    for pictures, _ in machine.batches(dataset, BATCH):
        with torch.inference_mode(), machine.mixed_precision():
            rows = network.frozen_features(pictures.to(machine.device)).half().cpu()
        if not rows.isfinite().all():
            raise UsageError("the trunk's features of pictures overflow: are these its weights?")
        yield from ({FEATURES: row} for row in rows.numpy())
        done += len(rows)
        if done % REPORT_EVERY < BATCH:
            log.info("features of %d of %s", done, quantity(len(dataset), "page"))
    network.to("cpu")


def _key(network: Network, spec: InputSpec, precision: str) -> str:
    """Short hash of a trunk, its code, the number of its frozen stages, an input, and the precision in which it ran."""
    code = code_version(type(network).__module__)
    digest = sha256(repr((spec, network.frozen_stages, precision, code)).encode())
    for weight in network.trunk.state_dict().values():
        digest.update(weight.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]
