"""A whole training run: cross-validation by site, calibration, the final model, figures and record."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    validated = cross_validate(task, pages, parts)
    learned = [page for page in pages if page.split != TEST]
    log.info("training the final model on %s", quantity(len(learned), "page"))
    folder = task.checkpoints
    final = task.in_folder(folder / "final" if folder else None).fit(learned)
    if isinstance(final.network, TransferNet):
        draw_attention(settings.output, final.network, task, pages)
    return _write(task, pages, validated, final, settings)


@dataclass(frozen=True, slots=True)
class Validated:
    """Result of a cross-validation: predictions for pages of unseen sites, history of each fold, temperature."""

    predictions: Predictions
    histories: list[History]
    temperature: float


def cross_validate(task: Task, pages: Sequence[LabelledPage], folds: Sequence[Sequence[LabelledPage]]) -> Validated:
    """The pages of each part are predicted by a model that was trained on all pages outside of it."""
    parts: list[Predictions] = []
    histories: list[History] = []
    for number, unseen in enumerate(folds, 1):
        folder = task.checkpoints / f"fold-{number}" if task.checkpoints else None
        part, history = task.answer_unseen(pages, unseen, folder)
        parts.append(part)
        histories.append(history)
        right = (part.logits.argmax(axis=1) == part.targets).mean()
        log.info("part %d of %d: accuracy %.3f on %d pages of unseen sites", number, len(folds), right, len(unseen))
    predictions = join_predictions(parts)
    return Validated(predictions, histories, fit_temperature(predictions))


def _write(
    task: Task, pages: Sequence[LabelledPage], validated: Validated, final: Fitted, settings: RunSettings
) -> Path:
    predictions, temperature = validated.predictions, round(validated.temperature, 4)
    draw_results(settings.output, pages, predictions, task.labels, temperature)
    if any(validated.histories):
        plot_curves(settings.output / "curves.png", validated.histories)
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
