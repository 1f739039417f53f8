"""The weights that come with the project."""

from pathlib import Path

from iawce.data.errors import EnvironmentMissing
from iawce.models.classifier import Classifier
from iawce.models.record import ModelRecord, read_record

WEIGHTS = Path(__file__).parent / "weights"


def list_records() -> list[ModelRecord]:
    """Records of all shipped weights, by name."""
    return [read_record(path) for path in sorted(WEIGHTS.glob("*.json"))]


def load_classifier(name_or_path: str, device: str = "cpu") -> Classifier:
    """A shipped model by name, or any model by the path of its record.

    Raises:
        EnvironmentMissing: there is no such model, or it is damaged.
    """
    shipped = WEIGHTS / f"{name_or_path}.json"
    path = shipped if shipped.is_file() else Path(name_or_path)
    if not path.is_file():
        known = ", ".join(sorted(path.stem for path in WEIGHTS.glob("*.json"))) or "none"
        raise EnvironmentMissing(f"no weights are called {name_or_path}; shipped are {known}")
    return Classifier.from_file(path, device)
