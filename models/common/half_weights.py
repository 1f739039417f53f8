"""Stores a network's ONNX weights in half precision: in the safetensors file beside it, which has them already.

Both formats store an array as plain bytes; in ONNX, data in another file is called "external data".
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

SMALL = 1024
"""Weights of fewer values stay as they are."""
HEAD = 8
"""Bytes of the length of a safetensors header."""


class Stored(NamedTuple):
    """Bytes of an array, and their offset in the file."""

    offset: int
    content: bytes


def store_as_half(exported: Path, weights: Path | None = None) -> None:
    """Store the weights of an ONNX file that half precision represents exactly in that form; results do not change.

    Args:
        exported: the ONNX file.
        weights: safetensors file beside it, to which it refers for arrays that are there already.
    """
    model = onnx.load(str(exported))
    there = _arrays(weights) if weights else {}
    casts = []
    for weight in list(model.graph.initializer):
        values, name = numpy_helper.to_array(weight), weight.name
        halved = values.astype(np.float16)
        if values.dtype != np.float32 or values.size < SMALL or not np.array_equal(halved, values):
            continue
        stored = there.get(name)
        if weights and stored and stored.content == halved.tobytes():
            weight.CopyFrom(_reference(f"{name}.half", halved, weights.name, stored.offset))
        else:
            weight.CopyFrom(numpy_helper.from_array(halved, f"{name}.half"))
        casts.append(helper.make_node("Cast", [weight.name], [name], to=TensorProto.FLOAT))
    _put_first(casts, model)
    onnx.save(model, str(exported))


def _arrays(weights: Path) -> dict[str, Stored]:
    """All arrays of a safetensors file by name."""
    blob = weights.read_bytes()
    start = HEAD + int.from_bytes(blob[:HEAD], "little")
    header = json.loads(blob[HEAD:start])
    bounds = {name: entry["data_offsets"] for name, entry in header.items() if name != "__metadata__"}
    return {name: Stored(start + first, blob[start + first : start + end]) for name, (first, end) in bounds.items()}


def _reference(name: str, values: NDArray[np.float16], file: str, offset: int) -> TensorProto:
    """A weight whose values are in another file."""
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT16, dims=values.shape)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", file), ("offset", offset), ("length", values.nbytes)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def _put_first(nodes: list[NodeProto], model: onnx.ModelProto) -> None:
    every = [*nodes, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(every)
