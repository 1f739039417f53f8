"""The page-type weights that come with the project."""

from pathlib import Path

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.models.common.record import ModelRecord, read_record
from iawce.models.page_type.classifier import Classifier
from iawce.models.page_type.fusion import Fusion, read_fusion

WEIGHTS = Path(__file__).parent.parent / "weights"
RULES_FILE = "ensemble.json"
ENSEMBLE = WEIGHTS / "page_type" / RULES_FILE
"""The rules of the page-type ensemble; its members' records lie beside them or in ``WEIGHTS``."""

CHECKPOINTS = "checkpoints"
"""Name of the folder in that of a training that holds its state until it is finished."""
CORRECTION = "correction"
"""Architecture of a correction of the shipped models by labels (``iawce.models.correction``)."""


def record_paths() -> dict[str, Path]:
    """Paths of the records of all shipped page-type weights, by name."""
    paths = (*WEIGHTS.glob("*.json"), *WEIGHTS.glob("page_type/*.json"))
    return {path.stem: path for path in sorted(paths) if path != ENSEMBLE}


def shipped_records() -> list[ModelRecord]:
    """Records of all shipped page-type weights, by name."""
    return [read_record(path) for path in record_paths().values()]


def load_fusion(path: Path = ENSEMBLE) -> Fusion:
    """The rules of the page-type ensemble.

    Raises:
        EnvironmentMissing: they are absent or damaged.
    """
    return read_fusion(path)


def find_model(given: str) -> str:
    """The name of shipped weights, or the path of the record that is meant: that in a folder of a training, too.

    Raises:
        UsageError: there is no such model, or the folder has no record or several.
    """
    path = Path(given)
    if not given or given in record_paths() or path.is_file():
        return given
    if not path.is_dir():
        raise UsageError(_no_model(given))
    found = sorted(path.glob("*.json"))
    if (path / RULES_FILE) in found:
        return str(path / RULES_FILE)
    if not found:
        raise UsageError(_no_record(path))
    if len(found) > 1:
        names = ", ".join(one.name for one in found)
        raise UsageError(f"{given} is a folder; name the record of a model in it, of {names}")
    return str(found[0])


def _no_record(folder: Path) -> str:
    if (folder / CHECKPOINTS).is_dir():
        return f"the training in {folder} is not finished, so it has no model yet: its train command continues it"
    return f"the folder {folder} has no record of a model; a training writes it in the end"


def _no_model(given: str) -> str:
    meant = f"there is no file {given}" if Path(given).suffix else f"no weights are called {given}"
    return f"{meant}; shipped are {', '.join(record_paths()) or 'none'}"


def load_classifier(name_or_path: str, device: str = "cpu", folder: Path | None = None) -> Classifier:
    """A model by name, in ``folder`` or shipped, or any model by the path of its record.

    Raises:
        EnvironmentMissing: there is no such model, or it is damaged.
    """
    shipped = record_paths()
    beside = folder / f"{name_or_path}.json" if folder else None
    path = beside if beside and beside.is_file() else shipped.get(name_or_path, Path(name_or_path))
    if not path.is_file():
        raise EnvironmentMissing(_no_model(str(path)))
    return Classifier.from_file(path, device)


def is_correction(model: str) -> bool:
    """Whether this is the path of the record of a correction.

    Raises:
        EnvironmentMissing: it is a file, but no model record.
    """
    return bool(model) and Path(model).is_file() and read_record(Path(model)).architecture == CORRECTION
