"""Page types of many pages at once, by one trained model."""

from collections.abc import Sequence
from pathlib import Path

import torch
from PIL import Image
from torch import Tensor, nn

from iawce.data.boxes import Box
from iawce.data.errors import UsageError
from iawce.models.classification import Classification
from iawce.models.record import ModelRecord, load_model


class Classifier:
    """A model ready for use.

    Args:
        record: what is known of the model; preprocessing is read from it.
        network: its weights, on any device.
        device: ``cpu``, ``cuda`` or ``mps``.
    """

    def __init__(self, record: ModelRecord, network: nn.Module, device: str = "cpu") -> None:
        self.record, self.device = record, device
        self._network = network.to(device).eval()

    @classmethod
    def from_file(cls, path: Path, device: str = "cpu") -> "Classifier":
        """Load record and weights.

        Raises:
            EnvironmentMissing: they are absent or damaged.
        """
        record, network = load_model(path)
        return cls(record, network, device)

    def prepare(self, look: Image.Image | Sequence[Box]) -> Tensor:
        """The input of the network, float32 (channels, height, width), for a screenshot or for layout boxes.

        Raises:
            UsageError: the model looks at the other of the two.
        """
        is_picture = isinstance(look, Image.Image)
        if is_picture != (self.record.input.kind == "screenshot"):
            raise UsageError(f"{self.record.name} looks at a {self.record.input.kind}")
        return self.record.input.picture(look) if isinstance(look, Image.Image) else self.record.input.layout(look)

    def classify(self, inputs: Sequence[Tensor]) -> list[Classification]:
        """Page types of a batch of prepared inputs, in order."""
        if not inputs:
            return []
        with torch.inference_mode():
            logits = self._network(torch.stack(list(inputs)).to(self.device))
            shares = torch.softmax(logits.double() / self.record.temperature, dim=1).cpu().tolist()
        return [self._answer(row) for row in shares]

    def _answer(self, shares: list[float]) -> Classification:
        probabilities = {label: round(share, 4) for label, share in zip(self.record.labels, shares, strict=True)}
        best = max(range(len(shares)), key=shares.__getitem__)
        return Classification(self.record.labels[best], probabilities, self.record.name)
