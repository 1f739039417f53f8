"""A whole training run: cross-validation by site, calibration, the final model, figures and record."""

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import quantity
from iawce.models.common.export import export_onnx
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.networks import NETWORKS
from iawce.train.common.feature_cache import PART, check_same_run, code_version, keep_part, read_part
from iawce.train.common.metrics import Predictions, fit_temperature, join_predictions, sentence_of, summarise
from iawce.train.common.plots import plot_curves
from iawce.train.common.split import TEST, TRAIN, given_split, parts_for, site_folds
from iawce.train.common.trainer import DurationEstimate
from iawce.train.page_type.fit import FittedNetwork, NetworkTask
from iawce.train.page_type.model_inputs import check_input, select
from iawce.train.page_type.results import draw_attention, draw_results, fingerprint
from iawce.train.page_type.tasks import Fitted, RunSettings, Task, in_folder, make_task
from iawce.train.page_type.token_attention import AttentionTask

log = logging.getLogger(__name__)


def run(pages: Sequence[LabelledPage], settings: RunSettings) -> Path:
    """Cross-validate, train on all pages, write everything into ``settings.output``; returns the record's path.

    Pages that come split are not split again: the part ``train`` is learned from, the others are scored, and ``test``
    is never trained on.

    Raises:
        UsageError: an input that does not suit the model, nothing to train on, a page that cannot be read, or a site
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
    pages = [page for page in pages if page.id in task.loaded]
    settings.output.mkdir(parents=True, exist_ok=True)  # fails before hours of training, not after
    parts = unseen_parts(pages, settings)
    task = _timed(task, len(parts) + 1)
    validated = cross_validate(task, pages, parts)
    learned = [page for page in pages if page.split != TEST]
    log.info("training the final model on %s", quantity(len(learned), "page"))
    final = _part(task, "final").fit(learned)
    if isinstance(final, FittedNetwork):
        draw_attention(settings.output, final, pages)
    return _write(task, pages, validated, final, settings)


def _timed(task: Task, fits: int) -> Task:
    """The task of a network, which says in its first fit about how long those take that are left."""
    if not isinstance(task, NetworkTask):
        return task
    checkpoints = _checkpoints(task)
    kept = len(list(checkpoints.glob(f"*/{PART}"))) if checkpoints else 0
    return replace(task, estimate=DurationEstimate(fits - kept))


def _part(task: Task, name: str) -> Task:
    checkpoints = _checkpoints(task)
    return in_folder(task, checkpoints / name) if checkpoints else task


def _checkpoints(task: Task) -> Path | None:
    """The folder for checkpoints, if the model is trained in epochs and there is to be one."""
    return task.machine.checkpoints if isinstance(task, NetworkTask | AttentionTask) else None


@dataclass(frozen=True, slots=True)
class Validated:
    """Result of a cross-validation: predictions for pages of unseen sites, history of each fold, temperature."""

    predictions: Predictions
    histories: list[list[dict[str, float]]]
    temperature: float


def cross_validate(task: Task, pages: Sequence[LabelledPage], folds: Sequence[Sequence[LabelledPage]]) -> Validated:
    """The pages of each part are predicted by a model that was trained on all pages outside of it."""
    parts: list[Predictions] = []
    histories: list[list[dict[str, float]]] = []
    for number, unseen in enumerate(folds, 1):
        part, history = _fit_part(task, pages, unseen, f"fold-{number}")
        parts.append(part)
        histories.append(history)
        right = (part.logits.argmax(axis=1) == part.targets).mean()
        log.info("part %d of %d: accuracy %.3f on %d pages of unseen sites", number, len(folds), right, len(unseen))
    predictions = join_predictions(parts)
    return Validated(predictions, histories, fit_temperature(predictions))


def unseen_parts(pages: Sequence[LabelledPage], settings: RunSettings) -> list[list[LabelledPage]]:
    """The pages that each model of the validation must not see."""
    if given_split(pages):
        return [[page for page in pages if page.split != TRAIN]]
    return site_folds(pages, settings.folds, settings.seed)


def _fit_part(
    task: Task, pages: Sequence[LabelledPage], unseen: Sequence[LabelledPage], name: str
) -> tuple[Predictions, list[dict[str, float]]]:
    checkpoints = _checkpoints(task)
    if checkpoints and (kept := read_part(checkpoints / name)):
        return kept
    ids = {page.id for page in unseen}
    fitted = _part(task, name).fit([page for page in pages if page.id not in ids], unseen)
    predictions = fitted.predict(unseen)
    if checkpoints:
        keep_part(checkpoints / name, predictions, fitted.history)
    return predictions, fitted.history


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
        "recipe": asdict(task.recipe if isinstance(task, NetworkTask) else task.settings),
        "seed": settings.seed,
        "weights": settings.weights,
        "command": settings.command,
    }
    if final.history:
        training |= {"epochs_run": len(final.history), "training_loss": round(final.history[-1]["loss"], 4)}
    record = ModelRecord(
        name=settings.name or f"{settings.model}-{task.spec.kind}",
        architecture=settings.model,
        labels=task.labels,
        input=task.spec,
        temperature=temperature,
        metrics=metrics | summarise(predictions, task.labels, temperature),
        training=training,
    )
    log.info("%s", sentence_of(record.metrics, predictions, task.labels))
    path = save_model(settings.output, record, final.arrays())
    if task.model in NETWORKS:
        export_onnx(path)
    return path
