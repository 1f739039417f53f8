"""Checkpoints and finished folds, from which an interrupted run resumes."""

import json
from pathlib import Path

import numpy as np

from iawce.data.errors import UsageError
from iawce.data.sinks.output_file import replacing
from iawce.train.common.metrics import Predictions

IDENTITY, PART = "run.txt", "predictions.json"


def check_same_run(folder: Path, identity: str) -> None:
    """Record the run to which the checkpoints in ``folder`` belong.

    Raises:
        UsageError: they belong to another run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / IDENTITY
    if note.is_file() and note.read_text(encoding="utf-8") != identity:
        raise UsageError(f"{folder} is of a run with other settings, pages or code; remove it to start afresh")
    note.write_text(identity, encoding="utf-8")


def keep_part(folder: Path, predictions: Predictions, history: list[dict[str, float]]) -> None:
    """Write the predictions of one fold of a cross-validation."""
    folder.mkdir(parents=True, exist_ok=True)
    row = {
        "ids": predictions.ids,
        "sites": predictions.sites,
        "targets": predictions.targets.tolist(),
        "logits": predictions.logits.tolist(),
        "history": history,
    }
    with replacing(folder / PART) as scratch:
        scratch.write_text(json.dumps(row), encoding="utf-8")


def read_part(folder: Path) -> tuple[Predictions, list[dict[str, float]]] | None:
    """The result of ``keep_part``; None if the fold was not finished.

    Raises:
        UsageError: it is damaged.
    """
    file = folder / PART
    if not file.is_file():
        return None
    try:
        row = json.loads(file.read_text(encoding="utf-8"))
        predictions = Predictions(
            tuple(row["ids"]), tuple(row["sites"]), np.array(row["targets"], np.int64), np.array(row["logits"])
        )
        return predictions, row["history"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is damaged; remove it to train this part again") from error
