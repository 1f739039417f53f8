"""Runs trained models, boosted trees and ONNX files, without torch, which belongs to the extra ``train``."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Floats
from iawce.data.errors import EnvironmentMissing, needing, refused
from iawce.data.registry import Registry
from iawce.models.common.record import ModelRecord, read_record, read_weights, verified
from iawce.models.features.inputs import INPUTS

Runtime = Callable[[NDArray[np.float32]], Floats]
"""Maps a batch of inputs, float32 (B, ...), to logits, float64 (B, classes)."""
TOLERANCE = 1e-3  # Largest difference of a logit between the weights and their export
FEW = 7  # Tokens of a short page
TRIED, TRIED_ROWS = 4, 100  # Random inputs on which the two are compared; rows for trees
TREES = "boosted_trees"
SMALL = ("token_attention", "reading_attention", TREES)  # So small that threads cost more than they save
RUNTIMES: Registry[Any] = Registry("architecture", {"screenshot_trees": "iawce.models.page_type.classifier"})
"""The models that are not networks, by architecture: each class makes a ``Runtime`` with ``from_arrays``."""


@RUNTIMES.register(TREES)
@dataclass(frozen=True, slots=True)
class BoostedTrees:
    """All nodes of all trees, one after the other. A leaf points to itself on both sides.

    Gradient-boosted trees (Friedman 2001) as plain arrays, evaluated with numpy; grown by scikit-learn and LightGBM.
    """

    feature: NDArray[np.int32]  # (nodes,), as the four below
    threshold: Floats  # A value up to it goes left
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]  # The summand of a leaf
    roots: NDArray[np.int32]  # (iterations, classes)
    baseline: NDArray[np.float32]  # (classes,)

    def __call__(self, features: NDArray[np.float32]) -> Floats:
        """Logits (B, classes) of pages as features, (B, features). EnvironmentMissing: the trees know more features."""
        nodes = np.tile(self.roots.ravel(), len(features))
        values, width = features.astype(np.float64).ravel(), features.shape[1]
        if self.feature.max(initial=0) >= width:
            raise EnvironmentMissing(f"these weights are no boosted trees of {width} features")
        first = np.repeat(np.arange(len(features)) * width, self.roots.size)
        walking = np.arange(len(nodes))  # those that have not reached a leaf
        while len(walking):
            here = nodes[walking]
            goes_left = values[first[walking] + self.feature[here]] <= self.threshold[here]
            nodes[walking] = np.where(goes_left, self.left[here], self.right[here])
            walking = walking[nodes[walking] != here]
        grown = self.value[nodes].astype(np.float64).reshape(len(features), *self.roots.shape)
        return np.asarray(self.baseline + grown.sum(axis=1))

    def difference(self, exported: Runtime, features: int) -> float:
        """Largest difference of a logit from that of exported trees, on random rows of so many features."""
        rows = np.random.default_rng(0).normal(0, 3, (TRIED_ROWS, features)).astype(np.float32)
        return float(np.abs(exported(rows) - self(rows)).max())

    def split(self, rounds: int) -> "tuple[BoostedTrees, BoostedTrees | None]":
        """The trees of the first rounds, and the others; None if there are no others."""
        if rounds >= len(self.roots):
            return self, None
        cut = int(self.roots[rounds, 0])
        first = replace(self._nodes(slice(cut)), roots=self.roots[:rounds])
        later = self._nodes(slice(cut, None))
        later = replace(later, left=later.left - cut, right=later.right - cut, roots=self.roots[rounds:] - cut)
        return first, replace(later, baseline=np.zeros_like(self.baseline))

    def _nodes(self, part: slice) -> "BoostedTrees":
        return replace(self, **{name: getattr(self, name)[part] for name in Tree._fields})

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]], prefix: str = "") -> "BoostedTrees":
        """The trees whose arrays are those of ``arrays`` whose names begin with ``prefix``.

        Raises EnvironmentMissing: some arrays are missing, there are others, or they do not belong together.
        """
        own = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        with refused("these weights are no boosted trees", TypeError, ValueError, kind=EnvironmentMissing):
            trees = cls(**own)  # type: ignore[arg-type] # checked here
            nodes = np.arange(len(trees.value))
            for array, least in ((trees.feature, 0), (trees.left, nodes), (trees.right, nodes), (trees.roots, 0)):
                if array.dtype.kind != "i" or (array < least).any():
                    raise ValueError("a node has no number, or comes before its parent")
            if max(trees.left.max(), trees.right.max(), trees.roots.max()) >= len(nodes):
                raise ValueError("a node is missing")
        return trees

    def arrays(self, prefix: str = "") -> dict[str, NDArray[np.generic]]:
        """The arrays by name, with a prefix, as they are saved."""
        return {prefix + name: array for name, array in asdict(self).items()}


class Tree(NamedTuple):
    """The nodes of one tree as in ``BoostedTrees``, numbered from its root."""

    feature: NDArray[Any]
    threshold: NDArray[Any]
    left: NDArray[Any]
    right: NDArray[Any]
    value: NDArray[Any]


LEAF = Tree(np.zeros(1, int), np.full(1, np.inf), np.zeros(1, int), np.zeros(1, int), np.zeros(1))  # Adds nothing


def join_trees(rounds: Sequence[Sequence[Tree]], baseline: NDArray[Any]) -> BoostedTrees:
    """The model of these trees: of each round one for each class."""
    trees = [tree for grown in rounds for tree in grown]
    sizes = [len(tree.value) for tree in trees]
    starts = np.cumsum([0, *sizes])[:-1]
    feature, threshold, left, right, value = map(np.concatenate, zip(*trees, strict=True))
    shift = np.repeat(starts, sizes)
    return BoostedTrees(
        feature.astype(np.int32),
        threshold.astype(np.float64),
        (left + shift).astype(np.int32),
        (right + shift).astype(np.int32),
        value.astype(np.float32),
        starts.reshape(len(rounds), -1).astype(np.int32),
        baseline.astype(np.float32),
    )


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
        return np.asarray(self._session.run(None, {self._input: batch})[0], np.float64)


def _silent_onnxruntime() -> Any:
    """ONNX Runtime, with its telemetry off, which otherwise reports machines and models (its ``Privacy.md``)."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when the library is loaded
    import onnxruntime  # noqa: PLC0415

    onnxruntime.disable_telemetry_events()  # where it was loaded before, and on Windows
    return onnxruntime


def open_runtime(record: ModelRecord, path: Path, device: str) -> Runtime:
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
    if record.architecture == TREES:
        return BoostedTrees.from_arrays(read_weights(path, record)).difference(in_onnx, len(record.input.features))
    pages = np.random.default_rng(0).random((TRIED, *record.input.shape), np.float32)
    if pixels := INPUTS[record.input.kind].pixels:
        pages[0, :, -pixels:] = pages[1:, ::2, -pixels:] = 0  # pictures, of which nothing is read
    with needing("train", f"the comparison of {record.name} with its weights"):
        from iawce.models.common.network import open_in_torch  # noqa: PLC0415 - imports torch
    in_torch, fewer = open_in_torch(record, path), pages[:, :FEW] if INPUTS[record.input.kind].tokens else pages
    return max(float(np.abs(in_torch(batch) - in_onnx(batch)).max()) for batch in (pages, fewer))
