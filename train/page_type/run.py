"""A whole training run: cross-validation by site, calibration, the final model, figures and record."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import quantity
from iawce.models.common.record import ModelRecord
from iawce.models.networks.transfer import TransferNet
from iawce.train.common.feature_cache import PART, check_same_run, code_version
from iawce.train.common.metrics import History, Predictions, fit_temperature, join_predictions, sentence_of, summarise
from iawce.train.common.plots import plot_curves
from iawce.train.common.split import TEST, TRAIN, given_split, parts_for, site_folds
from iawce.train.common.trainer import DurationEstimate
from iawce.train.page_type.fit import NetworkTask
from iawce.train.page_type.model_inputs import check_input, select
from iawce.train.page_type.results import draw_attention, draw_results, fingerprint
from iawce.train.page_type.task import Fitted, Task
from iawce.train.page_type.tasks import RunSettings, make_task

log = logging.getLogger(__name__)


def run(pages: Sequence[LabelledPage], settings: RunSettings) -> Path:
    """Cross-validate, train on all pages, write everything into ``settings.output``; returns the record's path.

    Pages that come split are not split again: the part ``train`` is learned from, the others are scored, and ``test``
    is never trained on.

    Raises UsageError: an input that does not suit the model, nothing to train on, a page that cannot be read, or a site
    in two parts of a given split.
    """
    check_input(settings.model, settings.spec.kind)
    pages = select(pages, settings)
    if not given_split(pages):
        settings = replace(settings, folds=parts_for(pages, settings.folds))
    if settings.machine.checkpoints:
        identity = (settings, fingerprint(pages), code_version(make_task.__module__))
        check_same_run(settings.machine.checkpoints, repr(identity))
    task = make_task(pages, settings)
    pages = task.seen_by(pages)
    settings.output.mkdir(parents=True, exist_ok=True)  # fails before hours of training, not after
    if given_split(pages):
        parts = [[page for page in pages if page.split != TRAIN]]
    else:
        parts = site_folds(pages, settings.folds, settings.seed)
    if isinstance(task, NetworkTask):
        done = len(list(task.checkpoints.glob(f"*/{PART}"))) if task.checkpoints else 0
        task = replace(task, estimate=DurationEstimate(len(parts) + 1 - done))
    validated = cross_validate(task, pages, parts, task.checkpoints)
    learned = [page for page in pages if page.split != TEST]
    log.info("training the final model on %s", quantity(len(learned), "page"))
    folder = task.checkpoints
    final = task.in_folder(folder / "final" if folder else None).fit(learned)
    if isinstance(final.network, TransferNet):
        draw_attention(settings.output, final.network, task, pages)
    return _write(task, pages, validated, final, settings)


def cross_validate(
    task: Task, pages: Sequence[LabelledPage], folds: Sequence[Sequence[LabelledPage]], checkpoints: Path | None
) -> tuple[Predictions, list[History]]:
    """Predictions for the pages of each part by a model trained on all pages outside of it, and the histories.

    What the folder ``checkpoints`` holds of them is not computed again.
    """
    parts, histories = list[Predictions](), list[History]()
    for number, unseen in enumerate(folds, 1):
        folder = checkpoints / f"fold-{number}" if checkpoints else None
        part, history = task.answer_unseen(pages, unseen, folder)
        parts.append(part)
        histories.append(history)
        right, count = (part.logits.argmax(axis=1) == part.targets).mean(), quantity(len(unseen), "page")
        log.info("part %d of %d: accuracy %.3f on %s of unseen sites", number, len(folds), right, count)
    return join_predictions(parts), histories


def _write(
    task: Task,
    pages: Sequence[LabelledPage],
    validated: tuple[Predictions, list[History]],
    final: Fitted,
    settings: RunSettings,
) -> Path:
    (predictions, histories), temperature = validated, round(fit_temperature(validated[0]), 4)
    draw_results(settings.output, pages, predictions, task.labels, temperature)
    if any(histories):
        plot_curves(settings.output / "curves.png", histories)
    protocol = f"{settings.folds}-fold cross-validation, split by site"
    metrics = {"protocol": "the split that came with the pages" if given_split(pages) else protocol}
    training = {
        "pages": len(pages),
        "sites": len({page.site for page in pages}),
        "held_out_sites": list(settings.held_out),
        "fingerprint": fingerprint(pages),
        **task.described(),
        "seed": settings.seed,
        "weights": settings.weights,
        "command": settings.command,
    }
    if final.history:
        training |= {"epochs_run": len(final.history), "training_loss": round(final.history[-1]["loss"], 4)}
    record = ModelRecord(
        name=f"{settings.model}-{task.spec.kind}",
        architecture=settings.model,
        labels=task.labels,
        input=task.spec,
        temperature=temperature,
        metrics=metrics | summarise(predictions, task.labels, temperature),
        training=training,
    )
    log.info("%s", sentence_of(record.metrics, predictions, task.labels))
    return final.save(settings.output, record)
