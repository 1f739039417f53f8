"""What the frozen stages of a trunk give: computed once for each picture and stored on disk.

Then only the rest of the network is trained: the head, or the last stages with it.
"""

import logging
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.utils.data import DataLoader

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.features.inputs import InputSpec
from iawce.models.networks.transfer import TransferNet
from iawce.train.page_type.datasets import PageTypeDataset

log = logging.getLogger(__name__)
BATCH = 16
REPORT_EVERY = 200


def trunk_features(
    network: TransferNet, pages: Sequence[LabelledPage], dataset: PageTypeDataset, cache: Path
) -> dict[str, Tensor]:
    """``network.frozen_features`` of every page in half precision, by page id.

    Args:
        network: some of its stages must be frozen.
        pages: whose features.
        dataset: the same pages as inputs, in the same order, without augmentation.
        cache: folder where features are stored; a run with the same trunk, input and pages reads them from there.
    """
    path = cache / f"features-{_features_key(network, dataset.spec, [page.id for page in pages])}.safetensors"
    if path.is_file():
        log.info("reading features from %s", path)
        return load_file(path)
    found: dict[str, Tensor] = {}
    network.eval()
    loader: DataLoader[tuple[Tensor, int]] = DataLoader(dataset, BATCH)
    with torch.inference_mode():
        for pictures, _ in loader:
            rows = network.frozen_features(pictures).half()
            for row in rows:
                found[pages[len(found)].id] = row.clone()
            if len(found) % REPORT_EVERY < BATCH:
                log.info("features of %d of %d pages", len(found), len(pages))
    cache.mkdir(parents=True, exist_ok=True)
    save_file(found, path)
    return found


def _features_key(network: TransferNet, spec: InputSpec, ids: Sequence[str]) -> str:
    """Short hash of a trunk, the number of its frozen stages, an input, and the pages."""
    digest = sha256(repr((spec, network.frozen_stages, ids)).encode())
    for weight in network.trunk.state_dict().values():
        digest.update(weight.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]
