"""Page types of many pages at once, by one trained model."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.picture import open_picture
from iawce.data.sources.pictures import Look
from iawce.models.common.record import ModelRecord, read_record
from iawce.models.common.runtime import Runtime, open_runtime
from iawce.models.common.softmax import log_softmax
from iawce.models.features.html_features import read_markup
from iawce.models.features.names import NAMES
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.inputs import Input
from iawce.models.page_type.screenshot_trees import Sight

Floats = NDArray[np.float64]


class Classifier:
    """A model ready for use.

    Args:
        record: what is known of the model; preprocessing is read from it.
        runtime: what computes its logits.

    Raises:
        EnvironmentMissing: the model was trained on other numbers than this version computes.
    """

    def __init__(self, record: ModelRecord, runtime: Runtime) -> None:
        self.record, self._runtime = record, runtime
        names = NAMES[record.input.kind]() if record.input.kind in NAMES else []
        if list(record.input.features) != names:
            raise EnvironmentMissing(f"{record.name} was trained on other numbers of a page than this version computes")

    @classmethod
    def from_file(cls, path: Path, device: str = "cpu") -> "Classifier":
        """Load record and weights.

        Raises:
            EnvironmentMissing: they are absent or damaged.
        """
        record = read_record(path)
        return cls(record, open_runtime(record, path, device))

    @property
    def needs(self) -> str:
        """What of a page it looks at: ``picture``, ``boxes`` or ``html``."""
        return {"screenshot": "picture", "lines": "picture", "markup": "html"}.get(self.record.input.kind, "boxes")

    def prepare(self, look: Look) -> Input:
        """The input of the model for one page.

        Raises:
            PageError: the page lacks what the model looks at, or it cannot be read.
        """
        spec = self.record.input
        if self.needs == "picture" and look.picture is not None:
            picture = open_picture(look.picture)
            return self._runtime.look(picture) if isinstance(self._runtime, Sight) else spec.picture(picture)
        if self.needs == "html" and look.html is not None:
            return spec.markup(read_markup(look.read_html()))
        if self.needs == "boxes" and look.boxes is not None:
            return spec.boxes(look.boxes)
        raise PageError("not_seen/nothing_to_look_at", f"{self.record.name} looks at a page's {self.needs}")

    def log_probabilities(self, inputs: Sequence[Input]) -> Floats:
        """Logarithms of the calibrated probabilities, (B, labels), of prepared inputs."""
        return log_softmax(self._runtime(np.stack(inputs)) / self.record.temperature)

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
