"""The record of a trained model: weights, preprocessing, labels, calibration and metrics in one place.

A model is two files: ``NAME-HASH.safetensors`` and ``NAME.json``. The hash in the file name is the start of the file's
SHA-256, which is checked before anything is read. Nothing but safetensors is ever loaded.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor, nn

from iawce.data.errors import EnvironmentMissing
from iawce.models.inputs import InputSpec
from iawce.models.registry import create_model


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """What is known of one trained model.

    ``temperature`` divides the logits before the softmax. ``metrics`` were measured on sites that the measured weights
    never saw; ``training`` says on what and by which command these weights were made.
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

    def build(self) -> nn.Module:
        """The network with fresh weights."""
        return create_model(
            self.architecture, channels=self.input.channels, size=self.input.size, classes=len(self.labels)
        )


def read_record(path: Path) -> ModelRecord:
    """Read ``NAME.json``.

    Raises:
        EnvironmentMissing: the file is absent or no model record.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        raw["input"]["size"] = tuple(raw["input"]["size"])
        spec = InputSpec(**raw.pop("input"))
        return ModelRecord(input=spec, labels=tuple(raw.pop("labels")), **raw)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise EnvironmentMissing(f"{path} is not a model record: {error}") from error


def load_model(path: Path) -> tuple[ModelRecord, nn.Module]:
    """Build the model of the record ``path`` and load its weights as float32, ready for inference.

    Raises:
        EnvironmentMissing: record or weights are absent, changed or do not fit together.
    """
    record = read_record(path)
    weights = path.with_name(Path(record.file).name)
    try:
        blob = weights.read_bytes()
    except OSError as error:
        raise EnvironmentMissing(f"the weights {weights} cannot be read: {error}") from error
    if hashlib.sha256(blob).hexdigest() != record.sha256:
        raise EnvironmentMissing(f"the weights {weights} are not those of {path.name}: their SHA-256 differs")
    network = record.build()
    try:
        network.load_state_dict({name: tensor.float() for name, tensor in load(blob).items()})
    except (SafetensorError, RuntimeError) as error:
        raise EnvironmentMissing(f"the weights {weights} do not fit {record.architecture}: {error}") from error
    return record, network.eval()


def save_model(folder: Path, record: ModelRecord, state: dict[str, Tensor], dtype: torch.dtype = torch.float16) -> Path:
    """Write weights and record into ``folder``; returns the path of the record."""
    folder.mkdir(parents=True, exist_ok=True)
    blob = save({name: tensor.detach().to("cpu", dtype).contiguous() for name, tensor in state.items()})
    digest = hashlib.sha256(blob).hexdigest()
    name = f"{record.name}-{digest[:8]}.safetensors"
    (folder / name).write_bytes(blob)
    path = folder / f"{record.name}.json"
    written = asdict(record) | {"file": name, "sha256": digest}
    path.write_text(json.dumps(written, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
