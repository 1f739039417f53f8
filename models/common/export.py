"""Exports networks and trees to ONNX, for ONNX Runtime and every other engine that reads it."""

import hashlib
import json
import warnings
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.models.common.network import load_network
from iawce.models.common.record import ModelRecord, read_record, read_weights
from iawce.models.common.runtime import OnnxRuntime, TorchRuntime
from iawce.models.common.trees import ARCHITECTURE, BoostedTrees
from iawce.models.networks import NETWORKS

OPSET = 18
TOLERANCE = 1e-3
"""Largest difference of a logit between torch and ONNX Runtime."""
SMALL = 1024
"""Weights of fewer values stay as they are."""
TRIED = 4
"""Random inputs on which the two are compared."""


def export_onnx(path: Path, folder: Path | None = None) -> Path:
    """Write the model of the record ``path`` as one ONNX file with a free batch size; returns its path.

    Without ``folder`` it goes beside the weights and into the record, and is used from then on.

    Raises:
        UsageError: the model is neither network nor trees, or the block model, which is exported as it is trained.
        EnvironmentMissing: weights are damaged, or onnx is not installed.
    """
    record = read_record(path)
    if record.training.get("onnx"):
        raise UsageError(f"{record.name} was exported to ONNX when it was trained: its files lie beside {path}")
    if record.architecture not in (*NETWORKS, ARCHITECTURE):
        raise UsageError(f"{record.name} is neither a network nor trees: it is not exported to ONNX")
    target = (folder or path.parent) / f"{Path(record.file).stem}.onnx"
    target.parent.mkdir(parents=True, exist_ok=True)
    if record.architecture == ARCHITECTURE:
        _write_trees(path, record, target)
    else:
        sample = torch.zeros(1, record.input.channels, *record.input.size)
        trace_onnx(load_network(path, record), sample, target, ("pages", "batch"))
        store_as_half(target)
    if folder is None:
        _enter(path, record, target)
    return target


def _write_trees(path: Path, record: ModelRecord, target: Path) -> None:
    try:
        from iawce.models.common.export_trees import export_trees  # noqa: PLC0415 - imports onnx
    except ModuleNotFoundError as error:
        raise EnvironmentMissing(f"the export needs {error.name}: pip install 'iawce[train]'") from error
    export_trees(BoostedTrees.from_arrays(read_weights(path, record)), len(record.input.features), target)


def trace_onnx(network: torch.nn.Module, sample: torch.Tensor, target: Path, names: tuple[str, str]) -> None:
    """Write a network as ONNX, from one input to ``logits``, both of any length along their first axis.

    Args:
        network: in evaluation mode.
        sample: an input.
        target: file to write.
        names: of the input, and of the first axis.

    Raises:
        EnvironmentMissing: onnx is not installed.
    """
    given, axis = names
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.onnx.export(
                network,
                (sample,),
                str(target),
                input_names=[given],
                output_names=["logits"],
                dynamic_axes={given: {0: axis}, "logits": {0: axis}},
                opset_version=OPSET,
                training=torch.onnx.TrainingMode.PRESERVE,  # else weights are merged with the normalisation's
                dynamo=False,
            )
    except ModuleNotFoundError as error:
        raise EnvironmentMissing(f"the export needs {error.name}: pip install 'iawce[train]'") from error


def store_as_half(path: Path) -> None:
    """Store those weights of an ONNX file in half precision that it holds exactly; they are computed with as before."""
    import onnx  # noqa: PLC0415 - of the extra for training

    model = onnx.load(str(path))
    casts = []
    for weight in list(model.graph.initializer):
        values = onnx.numpy_helper.to_array(weight)
        halved = values.astype(np.float16)
        if values.dtype != np.float32 or values.size < SMALL or not np.array_equal(halved, values):
            continue
        stored = f"{weight.name}.half"
        casts.append(onnx.helper.make_node("Cast", [stored], [weight.name], to=onnx.TensorProto.FLOAT))
        weight.CopyFrom(onnx.numpy_helper.from_array(halved, stored))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def _enter(path: Path, record: ModelRecord, target: Path) -> None:
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    written = asdict(replace(record, onnx=target.name, onnx_sha256=digest))
    path.write_text(json.dumps(written, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def difference(path: Path, exported: Path) -> float:
    """Largest difference of a logit between the weights and their export on random inputs."""
    record = read_record(path)
    if record.architecture == ARCHITECTURE:
        rows = np.random.default_rng(0).normal(0, 3, (TRIED, len(record.input.features))).astype(np.float32)
        trees = BoostedTrees.from_arrays(read_weights(path, record))
        return float(np.abs(trees(rows) - OnnxRuntime(exported)(rows)).max())
    shape = (TRIED, record.input.channels, *record.input.size)
    pages = np.random.default_rng(0).random(shape, np.float32)
    in_torch = TorchRuntime(load_network(path, record))(pages)
    return float(np.abs(in_torch - OnnxRuntime(exported)(pages)).max())
