"""A whole training run: cross-validation by site, calibration, the final network, figures and record."""

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch

from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.inputs import InputSpec
from iawce.models.record import ModelRecord, save_model
from iawce.models.transfer import TransferNet
from iawce.train.datasets import load_inputs
from iawce.train.features import trunk_features
from iawce.train.fit import Fitted, Task, fit, predict
from iawce.train.metrics import Predictions, fit_temperature, join_predictions, summarise
from iawce.train.plots import plot_confusion, plot_curves, plot_mistakes
from iawce.train.recipe import Recipe
from iawce.train.split import site_folds

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """One training run. ``held_out`` sites are never trained on; ``command`` is what a person typed.

    ``weights``: of a transfer network's trunk. ``cache``: folder for the features of a frozen trunk, else ``output``.
    """

    model: str
    spec: InputSpec
    labels: tuple[str, ...]
    recipe: Recipe
    output: Path
    name: str = ""
    folds: int = 5
    seed: int = 0
    held_out: tuple[str, ...] = ()
    accelerator: str = "auto"
    command: str = ""
    weights: str = "none"
    cache: Path | None = None


def run(pages: Sequence[LabelledPage], settings: RunSettings) -> Path:
    """Cross-validate, train on all pages, write everything into ``settings.output``; returns the record's path.

    Raises:
        UsageError: nothing to train on, or a page that cannot be read.
    """
    pages = select(pages, settings)
    task = with_features(make_task(pages, settings), pages, settings.cache or settings.output)
    validated = cross_validate(task, pages, settings)
    log.info("training the final network on all %d pages", len(pages))
    final = fit(task, pages)
    settings.output.mkdir(parents=True, exist_ok=True)
    return _write(task, pages, validated, final, settings)


def with_features(task: Task, pages: Sequence[LabelledPage], cache: Path) -> Task:
    """The task on features of its trunk, if that is frozen; augmentation then has nothing to work on."""
    network = task.build()
    if not isinstance(network, TransferNet) or not network.is_frozen:
        return task
    features = trunk_features(network, pages, task.dataset(pages), cache)
    return replace(task, loaded=dict(features), trunk=network, recipe=replace(task.recipe, augment=False))


def select(pages: Sequence[LabelledPage], settings: RunSettings) -> list[LabelledPage]:
    """Pages with a wanted label, boxes if the input needs them, and a site that is not held out."""
    needs_boxes = settings.spec.kind == "layout"
    chosen = [
        page
        for page in pages
        if page.label in settings.labels and page.site not in settings.held_out and (page.boxes or not needs_boxes)
    ]
    missing = set(settings.labels) - {page.label for page in chosen}
    if missing:
        raise UsageError(f"no page to train on is labelled {', '.join(sorted(missing))}")
    return chosen


def make_task(pages: Sequence[LabelledPage], settings: RunSettings) -> Task:
    """Read all inputs and fix the normalisation from them."""
    log.info("reading %d pages", len(pages))
    loaded = load_inputs(pages, settings.spec)
    task = Task(
        settings.model,
        settings.spec,
        settings.labels,
        settings.recipe,
        loaded,
        settings.seed,
        settings.accelerator,
        settings.weights,
    )
    sample = task.dataset(pages[:: max(1, len(pages) // 400)])
    values = torch.stack([sample[index][0] for index in range(len(sample))])
    spec = replace(settings.spec, mean=round(float(values.mean()), 4), std=round(float(values.std()), 4))
    return replace(task, spec=spec)


@dataclass(frozen=True, slots=True)
class Validated:
    """What cross-validation found: predictions for pages of unseen sites, history of each fold, temperature."""

    predictions: Predictions
    histories: list[list[dict[str, float]]]
    temperature: float


def cross_validate(task: Task, pages: Sequence[LabelledPage], settings: RunSettings) -> Validated:
    """Each site is predicted by a network that was trained on the other parts' sites."""
    parts: list[Predictions] = []
    histories: list[list[dict[str, float]]] = []
    for number, unseen in enumerate(site_folds(pages, settings.folds, settings.seed), 1):
        ids = {page.id for page in unseen}
        fitted = fit(task, [page for page in pages if page.id not in ids], unseen)
        parts.append(predict(task, fitted.network, unseen))
        histories.append(fitted.history)
        right = (parts[-1].logits.argmax(axis=1) == parts[-1].targets).mean()
        log.info("fold %d of %d: accuracy %.3f on %d pages of unseen sites", number, settings.folds, right, len(unseen))
    predictions = join_predictions(parts)
    return Validated(predictions, histories, fit_temperature(predictions))


def _write(
    task: Task, pages: Sequence[LabelledPage], validated: Validated, final: Fitted, settings: RunSettings
) -> Path:
    predictions, temperature = validated.predictions, round(validated.temperature, 4)
    plot_curves(settings.output / "curves.png", validated.histories)
    plot_confusion(settings.output / "confusion.png", predictions, task.labels)
    plot_mistakes(settings.output / "mistakes.png", pages, predictions, task.labels, temperature)
    _write_predictions(settings.output / "predictions.jsonl", predictions, task.labels, temperature)
    metrics = {"protocol": f"{settings.folds}-fold cross-validation, split by site"}
    training = {
        "pages": len(pages),
        "sites": len({page.site for page in pages}),
        "held_out_sites": list(settings.held_out),
        "fingerprint": fingerprint(pages),
        "recipe": asdict(settings.recipe),
        "seed": settings.seed,
        "weights": settings.weights,
        "command": settings.command,
        "training_loss": round(final.history[-1]["loss"], 4),
    }
    record = ModelRecord(
        name=settings.name or f"{settings.model}-{task.spec.kind}",
        architecture=settings.model,
        labels=task.labels,
        input=task.spec,
        temperature=temperature,
        metrics=metrics | summarise(predictions, task.labels, temperature),
        training=training,
    )
    return save_model(settings.output, record, task.whole(final.network).state_dict())


def _write_predictions(path: Path, predictions: Predictions, labels: Sequence[str], temperature: float) -> None:
    probabilities = np.round(predictions.probabilities(temperature), 4).tolist()
    rows = zip(predictions.ids, predictions.sites, predictions.targets, probabilities, strict=True)
    with path.open("w", encoding="utf-8") as file:
        for page_id, site, target, shares in rows:
            row = {"id": page_id, "site": site, "label": labels[target]}
            file.write(json.dumps(row | {"probabilities": dict(zip(labels, shares, strict=True))}) + "\n")


def fingerprint(pages: Sequence[LabelledPage]) -> str:
    """Short hash of which pages, with which labels, were trained on."""
    listing = "\n".join(sorted(f"{page.id} {page.label}" for page in pages))
    return sha256(listing.encode()).hexdigest()[:16]
