"""The record of a trained model: weights, preprocessing, labels, calibration and metrics in one place.

A model is two files: ``NAME-HASH.safetensors`` and ``NAME.json``. The hash in the file name is the start of the file's
SHA-256, which is checked before anything is read. Nothing but safetensors is ever loaded.

Only a network that was not exported, or that runs on a GPU, needs torch, which belongs to the extra ``train``.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save
from torch import Tensor, nn

from iawce.data.errors import EnvironmentMissing, cause_of
from iawce.data.extras import needing
from iawce.data.registry import Registry
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.features.inputs import InputSpec
from iawce.models.networks import NETWORKS

if TYPE_CHECKING:
    from torch import nn


Arrays = Mapping[str, NDArray[np.generic]]


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """The record of one trained model.

    ``temperature`` divides the logits before the softmax. ``metrics`` were measured on sites that the measured weights
    were not trained on; ``training`` records data and command of the training.
    """

    name: str
    architecture: str
    labels: tuple[str, ...]
    input: InputSpec
    temperature: float = 1.0
    metrics: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)
    file: str = ""
    sha256: str = ""
    onnx: str = ""
    """File name of the export to ONNX, if there is one."""
    onnx_sha256: str = ""


def read_record(path: Path) -> ModelRecord:
    """Read ``NAME.json``.

    Raises:
        EnvironmentMissing: the file is absent or no model record.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        seen: dict[str, Any] = raw.pop("input")
        spec = InputSpec(**seen | {"size": tuple(seen["size"]), "features": tuple(seen.get("features", ()))})
        return ModelRecord(input=spec, labels=tuple(raw.pop("labels")), **raw)
    except KeyError as error:
        raise EnvironmentMissing(f"{path} is not a model record: it has no {error}") from error
    except (OSError, ValueError, TypeError) as error:
        raise EnvironmentMissing(f"{path} is not a model record: {cause_of(error)}") from error


def read_weights(path: Path, record: ModelRecord) -> dict[str, NDArray[np.generic]]:
    """The arrays that belong to ``record``, which was read from ``path``.

    Raises:
        EnvironmentMissing: they are absent, changed or no safetensors.
    """
    weights = verified(path, record.file, record.sha256)
    try:
        return dict(load(weights.read_bytes()))
    except SafetensorError as error:
        raise EnvironmentMissing(f"the weights {weights} are no safetensors: {error}") from error


def verified(path: Path, name: str, sha256: str) -> Path:
    """The file ``name`` beside the record ``path``, if its SHA-256 is as recorded.

    Raises:
        EnvironmentMissing: it is absent or changed.
    """
    file = path.with_name(Path(name).name)
    try:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise EnvironmentMissing(f"the weights {file} cannot be read: {cause_of(error)}") from error
    if digest != sha256:
        raise EnvironmentMissing(f"the weights {file} are not those of {path.name}: their SHA-256 differs")
    return file


def save_model(folder: Path, record: ModelRecord, arrays: Arrays) -> Path:
    """Write weights and record into ``folder``; returns the path of the record."""
    folder.mkdir(parents=True, exist_ok=True)
    blob = save({name: np.ascontiguousarray(array) for name, array in arrays.items()})
    digest = hashlib.sha256(blob).hexdigest()
    name = f"{record.name}-{digest[:8]}.safetensors"
    (folder / name).write_bytes(blob)
    path = folder / f"{record.name}.json"
    written = asdict(record) | {"file": name, "sha256": digest}
    path.write_text(json.dumps(written, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


Floats = NDArray[np.float64]
SMALL = ("token_attention", "reading_attention")
"""Architectures of networks so small that several threads cost more than they save."""


class Runtime(Protocol):
    """Maps a batch of inputs, float32 (B, ...), to logits, float64 (B, classes)."""

    def __call__(self, batch: NDArray[np.float32], /) -> Floats: ...  # noqa: D102 - described by the class


class TorchRuntime:
    """A network in torch, on any device; it is changed in place, so that it computes faster."""

    def __init__(self, network: "nn.Module", device: str = "cpu") -> None:
        from iawce.models.networks.merged import merge_normalisations  # noqa: PLC0415 - imports torch

        self._network, self._device = merge_normalisations(network.eval()).to(device), device

    def __call__(self, batch: NDArray[np.float32]) -> Floats:
        """Logits of a batch."""
        import torch  # noqa: PLC0415

        with torch.inference_mode():
            logits: Floats = self._network(torch.from_numpy(batch).to(self._device)).double().cpu().numpy()
        return logits


class OnnxRuntime:
    """A network or trees exported to ONNX, on the CPU; ``threads`` 0 for as many as there are cores."""

    def __init__(self, path: Path, threads: int = 0) -> None:
        onnxruntime = _silent_onnxruntime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads would use up a core
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.float32]) -> Floats:
        """Logits of a batch."""
        logits: Floats = self._session.run(None, {self._input: batch})[0].astype(np.float64)
        return logits


def _silent_onnxruntime() -> Any:
    """ONNX Runtime, with its telemetry off, which otherwise reports machines and models (its ``Privacy.md``).

    The variable is read when the library is loaded; the call covers earlier imports, and Windows.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415

    onnxruntime.disable_telemetry_events()
    return onnxruntime


RUNTIMES: Registry[Callable[[ModelRecord, Path], Runtime]] = Registry(
    "architecture",
    {
        "screenshot_trees": "iawce.models.page_type.screenshot_trees",
        "linear_words": "iawce.models.page_type.linear_words",
    },
)
"""Runtimes of the architectures that are not networks, by architecture."""


@RUNTIMES.register(ARCHITECTURE)
def _open_trees(record: ModelRecord, path: Path) -> Runtime:
    if record.onnx:
        return OnnxRuntime(verified(path, record.onnx, record.onnx_sha256), threads=1)
    return BoostedTrees.from_arrays(read_weights(path, record))


def open_runtime(record: ModelRecord, path: Path, device: str = "cpu") -> Runtime:
    """The fastest way to run the model of the record read from ``path``.

    Raises:
        EnvironmentMissing: weights are absent, changed or do not fit the architecture; torch is needed and not
        installed, or has no such device.
    """
    if record.architecture in RUNTIMES:
        return RUNTIMES[record.architecture](record, path)
    if device == "cpu" and record.onnx:
        verified(path, record.file, record.sha256)  # the export refers to it
        return OnnxRuntime(verified(path, record.onnx, record.onnx_sha256), threads=int(record.architecture in SMALL))
    where = f"on {device}" if record.onnx else "without an ONNX file, which iawce models export writes,"
    with needing("train", f"{record.name} {where}"):
        return open_in_torch(record, path, device)


def open_in_torch(record: ModelRecord, path: Path, device: str = "cpu") -> TorchRuntime:
    """The network of the record read from ``path``, in torch.

    Raises:
        ModuleNotFoundError: torch is not installed.
        EnvironmentMissing: there is no such device; or weights are absent, changed or do not fit the architecture.
    """
    network = load_network(path, record)
    try:
        return TorchRuntime(network, device)
    except (RuntimeError, AssertionError) as error:
        raise EnvironmentMissing(f"{record.name} cannot run on {device}: {error}") from error


def build_network(record: ModelRecord) -> nn.Module:
    """The network of a record, with fresh weights.

    Raises:
        UsageError: no such architecture.
    """
    spec = record.input
    return NETWORKS[record.architecture](channels=spec.channels, size=spec.size, classes=len(record.labels))


def load_network(path: Path, record: ModelRecord) -> nn.Module:
    """The network of the record read from ``path``, weights as float32, ready for inference.

    Raises:
        EnvironmentMissing: the weights are absent, changed or do not fit.
    """
    network = build_network(record)
    arrays = read_weights(path, record)
    state = {
        name: tensor.float() if tensor.is_floating_point() else tensor
        for name, tensor in ((name, torch.from_numpy(array)) for name, array in arrays.items())
    }
    try:
        network.load_state_dict(state)
    except RuntimeError as error:
        raise EnvironmentMissing(f"the weights of {path} do not fit {record.architecture}: {error}") from error
    return network.eval()


def state_arrays(state: dict[str, Tensor], dtype: torch.dtype = torch.float16) -> Arrays:
    """A network's state as arrays to be saved; integers stay integers."""
    return {
        name: tensor.detach().cpu().to(dtype if tensor.is_floating_point() else tensor.dtype).numpy()
        for name, tensor in state.items()
    }
