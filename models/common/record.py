"""The record of a trained model: weights, preprocessing, labels, calibration and metrics in one place.

A model is two files: ``NAME-HASH.safetensors`` and ``NAME.json``. The hash in the file name is the start of the file's
SHA-256, which is checked before anything is read. Nothing but safetensors is ever loaded.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from iawce.data.errors import EnvironmentMissing, refused
from iawce.models.features.inputs import InputSpec

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """The record of one trained model."""

    name: str
    architecture: str
    labels: tuple[str, ...]
    input: InputSpec
    temperature: Annotated[float, msgspec.Meta(gt=0)] = 1.0  # Divides the logits before the softmax
    metrics: dict[str, Any] = field(default_factory=dict)  # On sites that the measured weights were not trained on
    training: dict[str, Any] = field(default_factory=dict)  # Data and command of the training
    file: str = ""
    sha256: str = ""
    onnx: str = ""  # File name of the export to ONNX, if there is one
    onnx_sha256: str = ""


def read_record(path: Path) -> ModelRecord:
    """Read ``NAME.json``. Raises EnvironmentMissing: the file is absent or no model record."""
    with refused(f"{path} is not a model record", OSError, ValueError, RecursionError, kind=EnvironmentMissing):
        return msgspec.json.decode(path.read_bytes(), type=ModelRecord)


def read_weights(path: Path, record: ModelRecord) -> dict[str, NDArray[np.generic]]:
    """The arrays that belong to ``record``, which was read from ``path``.

    Raises EnvironmentMissing: they are absent, changed or no safetensors.
    """
    weights = verified(path, record.file, record.sha256)
    with refused(f"the weights {weights} are no safetensors", SafetensorError, kind=EnvironmentMissing):
        return dict(load(weights.read_bytes()))


def verified(path: Path, name: str, sha256: str) -> Path:
    """The file ``name`` beside a record. Raises EnvironmentMissing: it is absent, or its SHA-256 is another one."""
    # ValueError: this is no name of a file
    with refused(f"the weights {name!r} of {path} cannot be read", OSError, ValueError, kind=EnvironmentMissing):
        file = path.with_name(Path(name).name)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
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
    return write_record(folder / f"{record.name}.json", replace(record, file=name, sha256=digest))


def write_record(path: Path, record: Any) -> Path:
    """Write a record of a model, or of rules, a dataclass, as JSON; returns its path."""
    path.write_text(json.dumps(asdict(record), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
