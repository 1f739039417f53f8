"""Page types of many pages at once, by one trained model."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing, PageError
from iawce.models.common.record import ModelRecord, read_record
from iawce.models.common.runtime import Runtime, open_runtime
from iawce.models.common.softmax import log_softmax
from iawce.models.features.inputs import INPUTS, Input, has_source
from iawce.models.page_type.classification import Classification

Floats = NDArray[np.float64]
RGB = 3
"""Planes of the first view of ``crops``, the whole page."""
WITH_PIXELS = 8
"""Pages that are classified at once if their tokens have pixels, which take 30 MB each within the network."""


class Classifier:
    """A model ready for use.

    Args:
        record: of the model; it describes the preprocessing.
        runtime: computes the logits.

    Raises:
        EnvironmentMissing: the model was trained on other features than this version computes.
    """

    def __init__(self, record: ModelRecord, runtime: Runtime) -> None:
        self.record, self._runtime = record, runtime
        self.input = INPUTS[record.input.kind]
        if list(record.input.features) != self.input.names():
            raise EnvironmentMissing(f"{record.name} was trained on other features than this version computes")

    @classmethod
    def from_file(cls, path: Path, device: str = "cpu") -> "Classifier":
        """Load record and weights.

        Raises:
            EnvironmentMissing: they are absent or damaged.
        """
        record = read_record(path)
        return cls(record, open_runtime(record, path, device))

    def prepare(self, document: Document) -> Input:
        """The input of the model for one page.

        Raises:
            PageError: the page lacks the input of the model, or cannot be read.
        """
        if not has_source(document, self.input.needs):
            raise PageError("not_seen/nothing_to_look_at", f"{self.record.name} needs a page's {self.input.needs}")
        return self.input.prepare(self.record.input, document, self._runtime)

    def named(self, values: Input) -> dict[str, float]:
        """The features of a prepared input by name; none of a picture or of tokens."""
        names = self.record.input.features
        return dict(zip(names, values.tolist(), strict=True)) if names and values.ndim == 1 else {}

    def lightness(self, values: Input) -> float | None:
        """The usual lightness, 0 to 1, in a prepared picture of the whole page in colour; None of other inputs."""
        spec = self.record.input
        return float(np.median(values[:RGB])) * spec.std + spec.mean if spec.kind == "crops" else None

    def log_probabilities(self, inputs: Sequence[Input]) -> Floats:
        """Logarithms of the calibrated probabilities, (B, labels), of prepared inputs.

        Of a page without tokens all labels are equally probable: no such page was trained on.
        """
        batch = np.stack(inputs)
        if not self.input.tokens:
            return log_softmax(self._runtime(batch) / self.record.temperature)
        parts = np.array_split(batch, -(-len(batch) // WITH_PIXELS)) if self.input.pixels else [batch]
        logits = np.concatenate([self._runtime(part[:, : _longest(part)]) for part in parts])
        logits[~batch.any(axis=(1, 2))] = 0
        return log_softmax(logits / self.record.temperature)

    def classify(self, inputs: Sequence[Input]) -> list[Classification]:
        """Page types of a batch of prepared inputs, in order."""
        if not inputs:
            return []
        labels = self.record.labels
        return [
            Classification(
                labels[int(row.argmax())], dict(zip(labels, row.round(4).tolist(), strict=True)), self.record.name
            )
            for row in np.exp(self.log_probabilities(inputs))
        ]


def _longest(batch: Input) -> int:
    """Tokens of the page that has most, at least 1, of pages that are padded with zeros, (B, tokens, values)."""
    return int(np.flatnonzero(batch.any(axis=(0, 2))).max(initial=0)) + 1
