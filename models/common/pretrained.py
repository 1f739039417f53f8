"""ImageNet weights for the trunks of the transfer networks."""

from pathlib import Path
from urllib.error import URLError

import torch
from safetensors import SafetensorError
from safetensors.torch import load
from torch import Tensor
from torchvision.models import EfficientNet_B0_Weights, ResNet101_Weights

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.models.common.imagenet_package import efficientnet_lite0_weights
from iawce.models.networks.transfer import TransferNet, build_zoo_model, trunk_of

IMAGENET = {
    "resnet101": ResNet101_Weights.IMAGENET1K_V2,
    "efficientnet_b0": EfficientNet_B0_Weights.IMAGENET1K_V1,
}
LITE = "efficientnet_lite0"
SCALE = {LITE: (127 / 255, 128 / 255)}
"""Mean and standard deviation by which pictures (0 to 1) are normalised for ImageNet weights; else the pages' own."""
NONE = "none"


def trunk_name(model: str) -> str:
    """Name of the trunk of a transfer network, which may have several heads and recipes."""
    return model.removesuffix("_flatten").removesuffix("_frozen")


def load_trunk(network: TransferNet, name: str, weights: str) -> None:
    """Give the trunk of the network ``name`` its weights.

    Args:
        network: built for this trunk.
        name: ``resnet101``, ``efficientnet_b0`` or ``efficientnet_lite0``.
        weights: ``imagenet`` (torchvision's own download, hash checked, kept in its cache; for EfficientNet-Lite0 a
            Python package), ``none`` (random), or the path of a safetensors file with torchvision's names.

    Raises:
        EnvironmentMissing: the download or the file cannot be had.
        UsageError: the weights are of another network.
    """
    if weights == NONE:
        return
    state = _imagenet(name) if weights == "imagenet" else _read(Path(weights))
    try:
        network.trunk.load_state_dict(state if name == LITE else _trunk_state(name, state))
    except RuntimeError as error:
        raise UsageError(f"{weights} does not hold weights of {name}: {str(error).splitlines()[0]}") from error


def _imagenet(name: str) -> dict[str, Tensor]:
    return efficientnet_lite0_weights() if name == LITE else _download(name)


def _trunk_state(name: str, state: dict[str, Tensor]) -> dict[str, Tensor]:
    whole = build_zoo_model(name)
    whole.load_state_dict(state)
    trunk: dict[str, Tensor] = trunk_of(name, whole).state_dict()
    return trunk


def _download(name: str) -> dict[str, Tensor]:
    entry = IMAGENET[name]
    try:
        state: dict[str, Tensor] = entry.get_state_dict(progress=False, check_hash=True, weights_only=True)
    except (URLError, OSError, RuntimeError) as error:
        target = Path(torch.hub.get_dir()) / "checkpoints" / Path(entry.url).name
        raise EnvironmentMissing(
            f"the ImageNet weights of {name} could not be downloaded ({error}). Fetch {entry.url} elsewhere and put it "
            f"at {target}, or give --weights PATH (safetensors), or train from random weights with --weights none"
        ) from error
    return state


def _read(path: Path) -> dict[str, Tensor]:
    try:
        return load(path.read_bytes())
    except (OSError, SafetensorError) as error:
        raise EnvironmentMissing(f"no safetensors weights can be read from {path}: {error}") from error
