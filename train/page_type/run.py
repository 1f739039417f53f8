"""A whole training run: pages, cross-validation by site, the final model, its record and pictures."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.record import ModelRecord
from iawce.models.common.runtime import TREES
from iawce.models.features.inputs import INPUTS
from iawce.models.features.kinds import Kind
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.networks.transfer import TransferNet
from iawce.models.page_type.classifier import SCREENSHOT_TREES
from iawce.train.common.feature_cache import check_same_run, code_version
from iawce.train.common.metrics import History, Predictions, fit_temperature, join_predictions, sentence_of, summarise
from iawce.train.common.plots import plot_curves
from iawce.train.common.split import TEST, TRAIN, given_split, parts_for, scored_pages, site_folds
from iawce.train.page_type.results import draw_attention, draw_results, fingerprint
from iawce.train.page_type.task import Fitted, Task, label_of
from iawce.train.page_type.tasks import RunSettings, make_task

log = logging.getLogger(__name__)
INPUT_OF: dict[str, Kind] = {"efficientnet_lite0_maps": "crops"}
"""Input of a model unless another is given, where it is not the first that the model can learn from."""


def is_picture(page: LabelledPage) -> bool:
    """Whether nothing but the screenshot of a page is known."""
    return bool(page.screenshot) and not page.boxes and not page.html


def input_of(model: str) -> Kind:
    """Input of a model unless another is given."""
    return INPUT_OF.get(model) or inputs_of(model)[0]


def inputs_of(model: str) -> list[Kind]:
    """Inputs that a model can learn from."""
    if model == SCREENSHOT_TREES:
        return ["lines"]
    if model == READING:
        return ["line_tokens"]
    form = {ATTENTION: "tokens", TREES: "features"}.get(model, "picture")
    return [kind for kind, found in INPUTS.items() if found.form == form and kind not in ("lines", "line_tokens")]


def select(pages: Sequence[LabelledPage], settings: RunSettings) -> list[LabelledPage]:
    """Pages that have a wanted label and the model's input, of sites that are not held out."""
    needed = INPUTS[settings.spec.kind].needs
    labelled = [page for page in pages if label_of(page, settings.labels) in settings.labels]
    chosen = [page for page in labelled if page.site not in settings.held_out and getattr(page, needed)]
    missing = set(settings.labels) - {label_of(page, settings.labels) for page in chosen}
    if missing:
        raise UsageError(
            f"no page to train on is labelled {', '.join(sorted(missing))} and has what the input "
            f"{settings.spec.kind} needs{_others(pages, settings)}"
        )
    _say_what_is_learned(chosen, settings.labels)
    found = Counter(label_of(page, settings.labels) for page in pages)
    others = {label: count for label, count in found.items() if label and label not in settings.labels}
    if others:
        listed = ", ".join(f"{count} {label}" for label, count in others.items())
        every = ",".join((*settings.labels, *others))
        log.info("pages of other labels are left out: %s; --labels %s learns these, too", listed, every)
    return chosen


def _say_what_is_learned(pages: Sequence[LabelledPage], labels: Sequence[str]) -> None:
    found = Counter(label_of(page, labels) for page in pages)
    counts = ", ".join(f"{found[label]} {label}" for label in labels)
    log.info("%s of %s: %s", quantity(len(pages), "page"), quantity(len({page.site for page in pages}), "site"), counts)
    if all(is_picture(page) and page.site == page.id for page in pages):
        log.warning(
            "no folder or line names the site of a picture, so each counts as a site of its own, and the accuracy is "
            "too high if several are of one site: put them into LABEL/SITE/"
        )


def _others(pages: Sequence[LabelledPage], settings: RunSettings) -> str:
    """The end of a message: the inputs of the model that the pages have, if there are any."""
    suited = inputs_of(settings.model)
    others = [kind for kind in suited if any(getattr(page, INPUTS[kind].needs) for page in pages)]
    return f"; they have what these need: --input {' or '.join(others)}" if others else ""


def run(pages: Sequence[LabelledPage], settings: RunSettings) -> Path:
    """Cross-validate, train on all pages, write everything into ``settings.output``; returns the record's path.

    Pages that come split are not split again: the part ``train`` is learned from, the others are scored, and ``test``
    is never trained on.

    Raises UsageError: an input that does not suit the model, nothing to train on, a page that cannot be read, or a site
    in two parts of a given split.
    """
    model, kind, suited = settings.model, settings.spec.kind, inputs_of(settings.model)
    if kind not in suited:
        raise UsageError(f"{model} cannot learn from the input {kind}, but from {', '.join(suited)}")
    pages = select(pages, settings)
    if not given_split(pages):
        settings = replace(settings, folds=parts_for(scored_pages(pages)[0], settings.folds))
    if settings.machine.checkpoints:
        identity = (settings, fingerprint(pages), code_version(make_task.__module__))
        check_same_run(settings.machine.checkpoints, repr(identity))
    task = make_task(pages, settings)
    scored, pages = scored_pages(task.seen_by(pages))
    settings.output.mkdir(parents=True, exist_ok=True)  # fails before hours of training, not after
    if given_split(pages):
        parts = [[page for page in pages if page.split != TRAIN]]
    else:
        parts = site_folds(scored, settings.folds, settings.seed)
    folder = task.machine.checkpoints
    validated = cross_validate(task, pages, parts, folder)
    learned = [page for page in pages if page.split != TEST]
    log.info("training the final model on %s", quantity(len(learned), "page"))
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
    predictions, histories = validated
    temperature = fit_temperature(predictions.logits, predictions.targets)
    draw_results(settings.output, pages, predictions, task.labels, temperature)
    if any(histories):
        plot_curves(settings.output / "curves.png", histories)
    protocol = f"{settings.folds}-fold cross-validation, split by site"
    metrics = {"protocol": "the split that came with the pages" if given_split(pages) else protocol}
    training = settings.described(pages) | task.described() | {"weights": settings.weights}
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
