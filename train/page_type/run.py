"""A whole training run: the pages and their input, cross-validation by site, the final model, figures and record."""

import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from matplotlib.figure import Figure
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.record import ModelRecord
from iawce.models.common.runtime import TREES
from iawce.models.features.inputs import INPUTS
from iawce.models.features.kinds import Kind
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.networks.transfer import RGB, TransferNet
from iawce.models.page_type.classifier import SCREENSHOT_TREES
from iawce.train.common.feature_cache import check_same_run, code_version
from iawce.train.common.metrics import History, Predictions, fit_temperature, join_predictions, sentence_of, summarise
from iawce.train.common.plots import draw_mistakes, plot_confusion, plot_curves
from iawce.train.common.split import TEST, TRAIN, given_split, parts_for, site_folds
from iawce.train.page_type.task import Fitted, PageTypeDataset, Task, label_of, load_inputs
from iawce.train.page_type.tasks import RunSettings, make_task

log = logging.getLogger(__name__)
INPUT_OF: dict[str, Kind] = {"efficientnet_lite0_maps": "crops"}
"""Input of a model unless another is given, where it is not the first that the model can learn from."""
SHOWN = 10
CAPTION = 24  # Most characters of the name of a page above its pictures


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


def check_input(model: str, kind: Kind) -> None:
    """Make sure that a model can learn from an input.

    Raises UsageError: it cannot; the message names the inputs that it can learn from.
    """
    suited = inputs_of(model)
    if kind not in suited:
        raise UsageError(f"{model} cannot learn from the input {kind}, but from {', '.join(suited)}")


def select(pages: Sequence[LabelledPage], settings: RunSettings) -> list[LabelledPage]:
    """Pages that have a wanted label and the model's input, of sites that are not held out."""
    needed = INPUTS[settings.spec.kind].needs
    chosen = [
        page
        for page in pages
        if label_of(page, settings.labels) in settings.labels
        and page.site not in settings.held_out
        and getattr(page, needed)
    ]
    missing = set(settings.labels) - {label_of(page, settings.labels) for page in chosen}
    if missing:
        raise UsageError(
            f"no page to train on is labelled {', '.join(sorted(missing))} and has what the input "
            f"{settings.spec.kind} needs{_others(pages, settings)}"
        )
    _say_what_is_learned(chosen, settings.labels)
    _say_what_is_left_out(pages, settings)
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


def _say_what_is_left_out(pages: Sequence[LabelledPage], settings: RunSettings) -> None:
    found = Counter(label_of(page, settings.labels) for page in pages)
    others = {label: count for label, count in found.items() if label and label not in settings.labels}
    if others:
        listed = ", ".join(f"{count} {label}" for label, count in others.items())
        every = ",".join((*settings.labels, *others))
        log.info("pages of other labels are left out: %s; --labels %s learns these, too", listed, every)


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


def grad_cam(network: TransferNet, picture: Tensor, label: int) -> Tensor:
    """How much each place speaks for a label, float32 (views, rows, columns), 0 to 1.

    ``network``: in evaluation mode; ``picture``: float32 (channels, height, width).
    """
    with torch.no_grad():
        maps = network.trunk(network.planes(picture[None]))
    maps.requires_grad_(True)
    with torch.enable_grad():
        logits = network.head(network.reduce(maps).reshape(1, -1))
        (slopes,) = torch.autograd.grad(logits[0, label], maps)
    found = functional.relu((slopes.mean(dim=(2, 3), keepdim=True) * maps).sum(dim=1)).detach()
    return found / found.max().clamp(min=1e-6)


def plot_grad_cam(path: Path, network: TransferNet, dataset: PageTypeDataset, labels: Sequence[str]) -> None:
    """Ten pages, evenly taken: each view, and over it where the network sees the label that it gives."""
    chosen = range(0, len(dataset), max(1, len(dataset) // SHOWN))[:SHOWN]
    figure = Figure(figsize=(2.4 * len(chosen), 2.6 * network.views), layout="constrained")
    axes = figure.subplots(network.views, len(chosen), squeeze=False)
    for axis in axes.ravel():
        axis.set_axis_off()
    for column, index in zip(axes.T, chosen, strict=True):
        picture = dataset[index][0]
        with torch.inference_mode():
            answer = int(network(picture[None]).argmax())
        page = dataset.pages[index]
        column[0].set_title(f"{page.label} -> {labels[answer]}\n{page.id[:CAPTION]}", size=6)
        for axis, view, heat in zip(column, _views(picture), grad_cam(network, picture, answer), strict=True):
            axis.imshow(view)
            extent = (0, view.shape[1], view.shape[0], 0)
            axis.imshow(heat.numpy(), cmap="jet", alpha=0.45, extent=extent, interpolation="bilinear", vmin=0, vmax=1)
    figure.savefig(path, dpi=90)


def _views(picture: Tensor) -> NDArray[np.float32]:
    """The views as they can be shown, float32 (views, height, width, 3), 0 to 1."""
    planes = picture.expand(RGB, -1, -1) if len(picture) == 1 else picture
    low, high = float(planes.min()), float(planes.max())
    views = ((planes - low) / max(high - low, 1e-6)).reshape(-1, RGB, *planes.shape[1:])
    return views.permute(0, 2, 3, 1).numpy()


def draw_results(
    folder: Path,
    pages: Sequence[LabelledPage],
    predictions: Predictions,
    labels: Sequence[str],
    temperature: float = 1.0,
    *,
    suffix: str = "",
) -> None:
    """Write the confusion matrix, the worst mistakes and every prediction on a page of an unseen site."""
    plot_confusion(folder / f"confusion{suffix}.png", predictions, labels)
    draw_mistakes(pages, predictions, labels, temperature).savefig(folder / f"mistakes{suffix}.png", dpi=90)
    probabilities = np.round(predictions.probabilities(temperature), 4).tolist()
    rows = zip(predictions.ids, predictions.sites, predictions.targets, probabilities, strict=True)
    with (folder / f"predictions{suffix}.jsonl").open("w", encoding="utf-8") as file:
        for page_id, site, target, shares in rows:
            row = {"id": page_id, "site": site, "label": labels[target]}
            file.write(json.dumps(row | {"probabilities": dict(zip(labels, shares, strict=True))}) + "\n")


def draw_attention(folder: Path, network: TransferNet, task: Task, pages: Sequence[LabelledPage]) -> None:
    """Where the network looks, on ten of the pages."""
    shown = pages[:: max(1, len(pages) // SHOWN)]
    dataset = PageTypeDataset(shown, load_inputs(shown, task.spec), task.labels, task.spec)
    plot_grad_cam(folder / "grad-cam.png", network.eval(), dataset, task.labels)


def fingerprint(pages: Sequence[LabelledPage]) -> str:
    """Short hash of the training pages and their labels."""
    listing = "\n".join(sorted(f"{page.id} {page.label}" for page in pages))
    return sha256(listing.encode()).hexdigest()[:16]
