"""Exports networks and trees to ONNX, for ONNX Runtime and every other engine that reads it."""

import hashlib
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch

from iawce.data.errors import UsageError
from iawce.data.extras import needing
from iawce.models.common.network import load_network
from iawce.models.common.record import read_record, read_weights, write_record
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.features.inputs import INPUTS
from iawce.models.networks import NETWORKS

OPSET = 18


def export_onnx(path: Path, folder: Path | None = None) -> Path:
    """Write the model of the record ``path`` as ONNX with a free batch size; returns the path of the file.

    Without ``folder``, it is written beside the weights, to which that of a network refers, and named in the record, so
    that it is used from then on. In another folder, it contains all weights. Raises UsageError: the model is neither
    network nor trees, or the block model, which is exported as it is trained; EnvironmentMissing: weights are damaged,
    or onnx is not installed.
    """
    record = read_record(path)
    if record.training.get("onnx"):
        raise UsageError(f"{record.name} was exported to ONNX when it was trained: its files lie beside {path}")
    if record.architecture not in (*NETWORKS, ARCHITECTURE):
        raise UsageError(f"{record.name} is neither a network nor trees: it is not exported to ONNX")
    target = (folder or path.parent) / f"{Path(record.file).stem}.onnx"
    target.parent.mkdir(parents=True, exist_ok=True)
    with needing("train", "the export"):
        from iawce.models.common.onnx_files import export_trees, store_as_half  # noqa: PLC0415 - imports onnx
    if record.architecture == ARCHITECTURE:
        export_trees(BoostedTrees.from_arrays(read_weights(path, record)), len(record.input.features), target)
    else:
        axes = ("batch", "tokens") if INPUTS[record.input.kind].tokens else ("batch",)
        trace_onnx(load_network(path, record), torch.zeros(1, *record.input.shape), target, axes)
        store_as_half(target, path.with_name(record.file) if target.parent == path.parent else None)
    if folder is None:
        digest = hashlib.sha256(target.read_bytes()).hexdigest()
        write_record(path, replace(record, onnx=target.name, onnx_sha256=digest))
    return target


def trace_onnx(network: torch.nn.Module, sample: torch.Tensor, target: Path, axes: Sequence[str]) -> None:
    """Write a network in evaluation mode as ONNX, from ``pages`` like the sample to ``logits``.

    ``axes`` are the names of the first axes of the input, along which it may have any length.

    Raises EnvironmentMissing: onnx is not installed.
    """
    with needing("train", "the export"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (sample,),
            str(target),
            input_names=["pages"],
            output_names=["logits"],
            dynamic_axes={"pages": dict(enumerate(axes)), "logits": {0: axes[0]}},
            opset_version=OPSET,
            training=torch.onnx.TrainingMode.PRESERVE,  # otherwise weights are merged with those of the normalisation
            dynamo=False,
        )
