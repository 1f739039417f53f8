"""Page types of many pages at once, by one trained model; the trees that look at a screenshot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Floats
from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing, PageError, UsageError
from iawce.models.common.probabilities import log_softmax
from iawce.models.common.record import ModelRecord, read_record
from iawce.models.common.runtime import RUNTIMES, BoostedTrees, Runtime, open_runtime
from iawce.models.features.inputs import INPUTS, Input, has_source
from iawce.models.features.line_kinds import Lines, guess
from iawce.models.features.screenshot import screenshot_features
from iawce.models.page_type.classification import Classification, named_shares

WITH_PIXELS = 8  # Pages classified at once if their tokens have pixels, which take 30 MB each within the network
WEIGHTS = Path(__file__).parent.parent / "weights"
RULES_FILE = "ensemble.json"
ENSEMBLE = WEIGHTS / "page_type" / RULES_FILE  # Its rules; records of members lie beside them or in ``WEIGHTS``
CHECKPOINTS = "checkpoints"  # Name of the folder in that of a training that holds its state until it is finished
CORRECTION = "correction"  # Architecture of a correction of the shipped models by labels (``iawce.models.correction``)
SCREENSHOT_TREES = "screenshot_trees"  # Architecture
LINES, PAGE = "lines.", "page."  # Prefixes of the names of the arrays of each set of trees


class Classifier:
    """A model ready for use; ``record`` describes its preprocessing, ``runtime`` computes the logits.

    Raises EnvironmentMissing: the model was trained on other features than this version computes.
    """

    def __init__(self, record: ModelRecord, runtime: Runtime) -> None:
        self.record, self._runtime = record, runtime
        self.input = INPUTS[record.input.kind]
        if record.input.features != tuple(self.input.names()):
            raise EnvironmentMissing(f"{record.name} was trained on other features than this version computes")

    @classmethod
    def from_file(cls, path: Path, device: str = "cpu") -> "Classifier":
        """Load record and weights. Raises EnvironmentMissing: they are absent or damaged."""
        record = read_record(path)
        return cls(record, open_runtime(record, path, device))

    def prepare(self, document: Document) -> Input:
        """The input of the model for one page. Raises PageError: the page lacks it, or cannot be read."""
        if not has_source(document, self.input.needs):
            raise PageError("not_seen/nothing_to_look_at", f"{self.record.name} needs a page's {self.input.needs}")
        return self.input.prepare(self.record.input, document, self._runtime)

    def log_probabilities(self, inputs: Sequence[Input]) -> Floats:
        """Logarithms of the calibrated probabilities, (B, labels), of prepared inputs.

        Of a page without tokens all labels are equally probable: no such page was trained on.
        """
        batch = np.stack(inputs)
        if not self.input.tokens:
            return log_softmax(self._runtime(batch) / self.record.temperature)
        parts = np.array_split(batch, -(-len(batch) // WITH_PIXELS)) if self.input.pixels else [batch]
        longest = (int(np.flatnonzero(part.any(axis=(0, 2))).max(initial=0)) + 1 for part in parts)  # tokens of a page
        logits = np.concatenate([self._runtime(part[:, :most]) for part, most in zip(parts, longest, strict=True)])
        logits[~batch.any(axis=(1, 2))] = 0
        return log_softmax(logits / self.record.temperature)

    def classify(self, inputs: Sequence[Input]) -> list[Classification]:
        """Page types of a batch of prepared inputs, in order."""
        if not inputs:
            return []
        labels = self.record.labels
        return [
            Classification(labels[int(row.argmax())], named_shares(row, labels), self.record.name)
            for row in np.exp(self.log_probabilities(inputs))
        ]


def record_paths() -> dict[str, Path]:
    """Paths of the records of all shipped page-type weights, by name."""
    paths = (*WEIGHTS.glob("*.json"), *WEIGHTS.glob("page_type/*.json"))
    return {path.stem: path for path in sorted(paths) if path != ENSEMBLE}


def shipped_records() -> list[ModelRecord]:
    """Records of all shipped page-type weights, by name."""
    return [read_record(path) for path in record_paths().values()]


def find_model(given: str) -> str:
    """The name of shipped weights, or the path of the record that is meant: that in a folder of a training, too.

    Raises UsageError: there is no such model, or the folder has no record or several.
    """
    path = Path(given)
    if not given or given in record_paths() or path.is_file():
        return given
    if not path.is_dir():
        raise UsageError(_no_model(given))
    found = sorted(path.glob("*.json"))
    if (path / RULES_FILE) in found:
        return str(path / RULES_FILE)
    if not found and (path / CHECKPOINTS).is_dir():
        raise UsageError(f"the training in {path} is not finished, so it has no model: its train command continues it")
    if not found:
        raise UsageError(f"the folder {path} has no record of a model; a training writes it in the end")
    if len(found) > 1:
        names = ", ".join(one.name for one in found)
        raise UsageError(f"{given} is a folder; name the record of a model in it, of {names}")
    return str(found[0])


def _no_model(given: str) -> str:
    meant = f"there is no file {given}" if Path(given).suffix else f"no weights are called {given}"
    return f"{meant}; shipped are {', '.join(record_paths()) or 'none'}"


def load_classifier(name_or_path: str, device: str = "cpu", folder: Path | None = None) -> Classifier:
    """A model by name, in ``folder`` or shipped, or any model by the path of its record.

    Raises EnvironmentMissing: there is no such model, or it is damaged.
    """
    shipped = record_paths()
    beside = folder / f"{name_or_path}.json" if folder else None
    path = beside if beside and beside.is_file() else shipped.get(name_or_path, Path(name_or_path))
    if not path.is_file():
        raise EnvironmentMissing(_no_model(str(path)))
    return Classifier.from_file(path, device)


def is_correction(model: str) -> bool:
    """Whether this is the path of a correction's record. Raises EnvironmentMissing: a file that is no model record."""
    return bool(model) and Path(model).is_file() and read_record(Path(model)).architecture == CORRECTION


@RUNTIMES.register(SCREENSHOT_TREES)
@dataclass(frozen=True, slots=True)
class ScreenshotTrees:
    """Page type from a screenshot alone: trees that classify its lines of text, then trees on features of the result.

    The line trees learned from layout boxes, so that the features of the page trees do not depend on a site's design.
    """

    lines: BoostedTrees
    page: BoostedTrees

    def features(self, lines: Lines) -> NDArray[np.float32]:
        """Features of a screenshot from its lines, float32 (features,)."""
        return screenshot_features(guess(lines, self.lines))

    def __call__(self, features: NDArray[np.float32]) -> Floats:
        """Logits (B, classes) of features (B, features)."""
        return self.page(features)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All arrays by name, as they are saved."""
        return self.lines.arrays(LINES) | self.page.arrays(PAGE)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> "ScreenshotTrees":
        """The model of these arrays. Raises EnvironmentMissing: some are missing, or there are others."""
        return cls(*(BoostedTrees.from_arrays(arrays, prefix) for prefix in (LINES, PAGE)))
