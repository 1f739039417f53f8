"""Runs trained models: ONNX files and trees without torch, which belongs to the extra ``train``."""

import os
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from iawce.data.extras import needing
from iawce.data.registry import Registry
from iawce.models.common.record import ModelRecord, read_record, read_weights, verified
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.features.inputs import INPUTS

Floats = NDArray[np.float64]
TOLERANCE = 1e-3  # Largest difference of a logit between the weights and their export
FEW = 7  # Tokens of a short page
TRIED = 4  # Random inputs on which the two are compared
SMALL = ("token_attention", "reading_attention", ARCHITECTURE)  # So small that threads cost more than they save
RUNTIMES: Registry[Any] = Registry(
    "architecture",
    {
        "screenshot_trees": "iawce.models.page_type.classifier",
        "linear_words": "iawce.models.page_type.classifier",
    },
)
"""The models that are not networks, by architecture: each class makes a ``Runtime`` with ``from_arrays``."""
RUNTIMES.register(ARCHITECTURE)(BoostedTrees)


class Runtime(Protocol):
    """Maps a batch of inputs, float32 (B, ...), to logits, float64 (B, classes)."""

    def __call__(self, batch: NDArray[np.float32], /) -> Floats: ...  # noqa: D102 - described by the class


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
    """ONNX Runtime, with its telemetry off, which otherwise reports machines and models (its ``Privacy.md``)."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when the library is loaded
    import onnxruntime  # noqa: PLC0415

    onnxruntime.disable_telemetry_events()  # where it was loaded before, and on Windows
    return onnxruntime


def open_runtime(record: ModelRecord, path: Path, device: str = "cpu") -> Runtime:
    """The fastest way to run the model of the record read from ``path``.

    Raises EnvironmentMissing: weights are absent, changed or do not fit; torch is needed and missing, or has no such
    device.
    """
    is_network = record.architecture not in RUNTIMES
    if record.onnx and not (is_network and device != "cpu"):
        if is_network:
            verified(path, record.file, record.sha256)  # the export refers to it
        exported = verified(path, record.onnx, record.onnx_sha256)
        return OnnxRuntime(exported, threads=int(record.architecture in SMALL))
    if not is_network:
        found: Runtime = RUNTIMES[record.architecture].from_arrays(read_weights(path, record))
        return found
    where = f"on {device}" if record.onnx else "without an ONNX file, which iawce models export writes,"
    with needing("train", f"{record.name} {where}"):
        from iawce.models.common.network import open_in_torch  # noqa: PLC0415 - imports torch

        return open_in_torch(record, path, device)


def difference(path: Path, exported: Path) -> float:
    """Largest difference of a logit between the weights and their export on random inputs.

    Raises EnvironmentMissing: weights are absent or damaged, or are a network's and torch is not installed.
    """
    record, in_onnx = read_record(path), OnnxRuntime(exported)
    if record.architecture == ARCHITECTURE:
        return BoostedTrees.from_arrays(read_weights(path, record)).difference(in_onnx, len(record.input.features))
    pages = np.random.default_rng(0).random((TRIED, *record.input.shape), np.float32)
    if pixels := INPUTS[record.input.kind].pixels:
        pages[0, :, -pixels:] = pages[1:, ::2, -pixels:] = 0  # pictures, of which nothing is read
    with needing("train", f"the comparison of {record.name} with its weights"):
        from iawce.models.common.network import open_in_torch  # noqa: PLC0415 - imports torch
    in_torch, fewer = open_in_torch(record, path), pages[:, :FEW] if INPUTS[record.input.kind].tokens else pages
    return max(float(np.abs(in_torch(batch) - in_onnx(batch)).max()) for batch in (pages, fewer))
