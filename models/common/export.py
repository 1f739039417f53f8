"""Export of networks and of trees to ONNX, with weights in half precision.

ONNX and safetensors store arrays as plain bytes, so that ONNX can refer to those in another file ("external data").
"""

import hashlib
import json
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, checker, helper, numpy_helper, save

from iawce.data.errors import UsageError
from iawce.models.common.network import load_network
from iawce.models.common.record import read_record, read_weights, write_record
from iawce.models.common.runtime import TREES, BoostedTrees
from iawce.models.features.inputs import INPUTS
from iawce.models.networks import NETWORKS

OPSET, CLASSICAL = 18, 3  # Versions of the operators, and of those for classical models
SMALL = 1024  # Weights of fewer values stay as they are
HEAD = 8  # Bytes of the length of a safetensors header


def export_trees(trees: BoostedTrees, features: int, path: Path) -> Path:
    """Write the trees as one operator: float32 (rows, features) to the sums of the leaves, float32 (rows, classes)."""
    sums = {"n_targets": len(trees.baseline), "aggregate_function": "SUM", "post_transform": "NONE"}
    attributes = {"domain": "ai.onnx.ml", "base_values": trees.baseline.tolist()} | sums | _nodes(trees)
    graph = helper.make_graph(
        [helper.make_node("TreeEnsembleRegressor", ["rows"], ["logits"], **attributes)],
        "trees",
        [helper.make_tensor_value_info("rows", TensorProto.FLOAT, [None, features])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [None, len(trees.baseline)])],
    )
    opsets = [helper.make_opsetid("ai.onnx.ml", CLASSICAL), helper.make_opsetid("", OPSET)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    checker.check_model(model)
    save(model, str(path))
    return path


def _nodes(trees: BoostedTrees) -> dict[str, Any]:
    """Attributes of the operator: a value for each node of all trees, or for each leaf."""
    tree_of, node_of = _numbers(trees)
    is_leaf = trees.left == np.arange(len(trees.left))
    return {
        "nodes_treeids": tree_of.tolist(),
        "nodes_nodeids": node_of.tolist(),
        "nodes_featureids": trees.feature.tolist(),
        "nodes_modes": ["LEAF" if leaf else "BRANCH_LEQ" for leaf in is_leaf.tolist()],
        "nodes_values": np.where(is_leaf, 0, _single_thresholds(trees)).astype(np.float32).tolist(),
        "nodes_truenodeids": np.where(is_leaf, 0, node_of[trees.left]).tolist(),
        "nodes_falsenodeids": np.where(is_leaf, 0, node_of[trees.right]).tolist(),
        "target_treeids": tree_of[is_leaf].tolist(),
        "target_nodeids": node_of[is_leaf].tolist(),
        "target_ids": (tree_of[is_leaf] % len(trees.baseline)).tolist(),
        "target_weights": trees.value[is_leaf].tolist(),
    }


def _single_thresholds(trees: BoostedTrees) -> np.ndarray:
    """Thresholds in single precision, rounded down, so that the same values go left."""
    nearest = trees.threshold.astype(np.float32)
    below = np.nextafter(nearest, -np.inf, dtype=np.float32)
    return np.where(nearest.astype(np.float64) <= trees.threshold, nearest, below)


def _numbers(trees: BoostedTrees) -> tuple[np.ndarray, np.ndarray]:
    """Number of the tree of each node, round by round and in these by class; and the node's number in it."""
    roots = trees.roots.ravel()
    tree_of = np.searchsorted(roots, np.arange(len(trees.left)), side="right") - 1
    return tree_of, np.arange(len(trees.left)) - roots[tree_of]


def store_as_half(exported: Path, weights: Path | None = None) -> None:
    """Store the weights of an ONNX file that half precision represents exactly in that form; results do not change.

    ``weights``: safetensors file beside it, to which it refers for arrays that are there already.
    """
    model = onnx.load(str(exported))
    there = _arrays(weights) if weights else {}
    casts = []
    for weight in list(model.graph.initializer):
        values, name = numpy_helper.to_array(weight), weight.name
        halved = values.astype(np.float16)
        if values.dtype != np.float32 or values.size < SMALL or not np.array_equal(halved, values):
            continue
        offset, content = there.get(name, (0, b""))
        if weights and content == halved.tobytes():
            weight.CopyFrom(_reference(f"{name}.half", halved, weights.name, offset))
        else:
            weight.CopyFrom(numpy_helper.from_array(halved, f"{name}.half"))
        casts.append(helper.make_node("Cast", [weight.name], [name], to=TensorProto.FLOAT))
    every = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(every)
    onnx.save(model, str(exported))


def _arrays(weights: Path) -> dict[str, tuple[int, bytes]]:
    """The offset of each array in a safetensors file, and its bytes."""
    blob = weights.read_bytes()
    start = HEAD + int.from_bytes(blob[:HEAD], "little")
    header = json.loads(blob[HEAD:start])
    bounds = {name: entry["data_offsets"] for name, entry in header.items() if name != "__metadata__"}
    return {name: (start + first, blob[start + first : start + end]) for name, (first, end) in bounds.items()}


def _reference(name: str, values: NDArray[np.float16], file: str, offset: int) -> TensorProto:
    """A weight whose values are in another file."""
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT16, dims=values.shape)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", file), ("offset", offset), ("length", values.nbytes)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def export_onnx(path: Path, folder: Path | None = None) -> Path:
    """Write the model of the record ``path`` as ONNX with a free batch size; returns the path of the file.

    Without ``folder``, it is written beside the weights, to which that of a network refers, and named in the record, so
    that it is used from then on. In another folder, it contains all weights. Raises UsageError: the model is neither
    network nor trees, or the block model, which is exported as it is trained; EnvironmentMissing: weights are damaged.
    """
    record = read_record(path)
    if record.training.get("onnx"):
        raise UsageError(f"{record.name} was exported to ONNX when it was trained: its files lie beside {path}")
    if record.architecture not in (*NETWORKS, TREES):
        raise UsageError(f"{record.name} is neither a network nor trees: it is not exported to ONNX")
    target = (folder or path.parent) / f"{Path(record.file).stem}.onnx"
    target.parent.mkdir(parents=True, exist_ok=True)
    if record.architecture == TREES:
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
    """
    with warnings.catch_warnings():
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
