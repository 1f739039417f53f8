"""Out-of-fold predictions of the ensemble's members: each page is classified by models that saw no page of its site.

Predictions in a folder of checkpoints are read again, and the others are computed.
"""

import logging
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import quantity
from iawce.models.page_type.classification import FINE_LABELS, to_labels
from iawce.train.common.feature_cache import code_version
from iawce.train.common.metrics import Predictions
from iawce.train.common.resume import check_same_run, keep_part, read_part
from iawce.train.page_type.fit import NetworkTask
from iawce.train.page_type.inner_maps import MapsTask
from iawce.train.page_type.members import MemberTask, make_tasks, seen_by
from iawce.train.page_type.pooling import OutOfFoldPredictions
from iawce.train.page_type.reading_attention import ReadingTask
from iawce.train.page_type.results import fingerprint
from iawce.train.page_type.tasks import in_folder

log = logging.getLogger(__name__)


def answer_unseen(
    tasks: dict[str, MemberTask],
    pages: Sequence[LabelledPage],
    parts: Sequence[Sequence[LabelledPage]],
    checkpoints: Path | None = None,
) -> OutOfFoldPredictions:
    """Out-of-fold log probabilities of each member; what ``checkpoints`` holds of them is not computed again.

    Raises:
        UsageError: the checkpoints are of a training with other pages, settings or code.
    """
    answers = OutOfFoldPredictions()
    if checkpoints:
        code = code_version(make_tasks.__module__)
        for name, task in tasks.items():
            run = (task.spec, settings_of(task), task.seed, fingerprint(pages), code)
            check_same_run(checkpoints / name, repr(run))
    for number, unseen in enumerate(parts):
        for name, task in tasks.items():
            shown = seen_by(task, unseen)
            kept = checkpoints / name / f"fold-{number + 1}" if checkpoints else None
            predictions = _predict_unseen(task, seen_by(task, pages), shown, kept)
            log_shares = np.log(predictions.probabilities() + 1e-9)
            answers.add(name, number, shown, to_labels(log_shares, task.labels))
            if task.labels == FINE_LABELS:
                answers.fine.setdefault(name, {}).update(zip((page.id for page in shown), log_shares, strict=True))
            log.info("part %d of %d: %s classified %s", number + 1, len(parts), name, quantity(len(shown), "page"))
    return answers


def _predict_unseen(
    task: MemberTask, pages: Sequence[LabelledPage], unseen: Sequence[LabelledPage], checkpoints: Path | None
) -> Predictions:
    """Predictions for ``unseen`` of a model that was trained on the other pages."""
    if checkpoints and (done := read_part(checkpoints)):
        return done[0]
    ids = {page.id for page in unseen}
    fitted = in_folder(task, checkpoints).fit([page for page in pages if page.id not in ids])
    predictions = fitted.predict(unseen)
    if checkpoints:
        keep_part(checkpoints, predictions, fitted.history)
    return predictions


def settings_of(task: MemberTask) -> dict[str, Any]:
    """How a member is trained, by name."""
    if isinstance(task, NetworkTask):
        return {"recipe": asdict(task.recipe), "weights": task.weights}
    trunk = {"weights": task.weights} if isinstance(task, MapsTask) else {}
    reader = {"reader": asdict(task.reading)} if isinstance(task, ReadingTask) else {}
    return {"recipe": asdict(task.settings)} | trunk | reader
