"""A whole training run: tasks by model, input and recipe, also of the ensemble's members; cross-validation, record."""

import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from matplotlib.figure import Figure
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.pretrained import LITE, NONE, SCALE, load_trunk, trunk_name
from iawce.models.common.record import ModelRecord
from iawce.models.common.runtime import TREES
from iawce.models.features.inputs import INPUTS, InputSpec
from iawce.models.features.kinds import Kind
from iawce.models.networks.efficientnet_lite import ARCHITECTURE as INNER_MAPS
from iawce.models.networks.efficientnet_lite import InnerMapsNet
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.networks.transfer import RGB, TransferNet
from iawce.models.page_type.classification import FINE_LABELS, LABELS, RuleName
from iawce.models.page_type.classifier import LINEAR_WORDS, SCREENSHOT_TREES
from iawce.train.common.feature_cache import check_same_run, code_version
from iawce.train.common.metrics import History, Predictions, fit_temperature, join_predictions, sentence_of, summarise
from iawce.train.common.plots import draw_mistakes, plot_confusion, plot_curves
from iawce.train.common.split import TEST, TRAIN, given_split, parts_for, scored_pages, site_folds
from iawce.train.common.trainer import Machine, Recipe, get_recipe
from iawce.train.page_type.boosting import (
    BoostSettings,
    ScreenshotTreesTask,
    TreesTask,
    WordSettings,
    WordsTask,
    read_words,
)
from iawce.train.page_type.inner_maps import MapsTask, trunk_features
from iawce.train.page_type.page_tokens import label_lines, read_tokens
from iawce.train.page_type.task import Fitted, NetworkTask, PageTypeDataset, Task, label_of, load_inputs
from iawce.train.page_type.token_attention import AttentionTask, ReadingTask

log = logging.getLogger(__name__)
INPUT_OF: dict[str, Kind] = {"efficientnet_lite0_maps": "crops"}
"""Input of a model unless another is given, where it is not the first that the model can learn from."""
SHOWN = 10
CAPTION = 24  # Most characters of the name of a page above its pictures
MARKUP, SCREENSHOT = "html-trees", "screenshot-trees"
MAPS, WORDS = "screenshot-maps", "html-words"
BOX_ATTENTION, LINE_ATTENTION, BLOCK_ATTENTION = "layout-attention", "screenshot-attention", "html-attention"
FEWER_EPOCHS = 0.5
"""Share of the epochs of the settings for the attention over boxes and blocks. With all 24, the accuracy of boxes on
one of five folds is 0.011 higher between article and list, within noise, and no higher on four types, at twice the
time."""
FIRST = MARKUP  # The cheapest member, which is asked first where others would be asked, too
RULES: dict[RuleName, tuple[str, ...]] = {
    "boxes": (BOX_ATTENTION,),
    "html": (MARKUP, BLOCK_ATTENTION, WORDS),
    "screenshot": (SCREENSHOT, LINE_ATTENTION, MAPS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonSettings:
    """What is said of one training whatever it trains."""

    trees: BoostSettings = field(default_factory=BoostSettings)  # How those models are fitted
    words: WordSettings = field(default_factory=WordSettings)  # The same
    folds: int = 5
    seed: int = 0
    held_out: tuple[str, ...] = ()  # Sites that are never trained on
    machine: Machine = field(default_factory=Machine)
    command: str = ""  # The command line
    weights: str = NONE  # Of a transfer network's trunk
    cache: Path | None = None  # For what takes long to compute; features of frozen stages go, without, to the output


@dataclass(frozen=True, slots=True)
class RunSettings(CommonSettings):
    """The training of one model."""

    model: str
    spec: InputSpec
    labels: tuple[str, ...]
    recipe: Recipe
    output: Path


def make_task(pages: Sequence[LabelledPage], settings: RunSettings) -> Task:
    """Read all inputs; the features of a frozen trunk are computed here.

    Raises UsageError: a page that cannot be read, or weights for a model that takes none.
    """
    log.info("reading %s", quantity(len(pages), "page"))
    model, labels, seed, cache = settings.model, settings.labels, settings.seed, settings.cache
    if model == SCREENSHOT_TREES:
        return ScreenshotTreesTask(InputSpec.of("lines"), labels, label_lines(pages, cache), seed)
    if model == LINEAR_WORDS:
        return WordsTask(InputSpec("words"), labels, read_words(pages, cache), seed, settings.words)
    if model == INNER_MAPS:
        return _maps_task(pages, settings)
    kind = settings.spec.kind
    if model in (ATTENTION, READING):
        if settings.weights != NONE:
            raise UsageError(f"{model} has no trunk that could take the weights {settings.weights}")
        task: type[AttentionTask] = ReadingTask if model == READING else AttentionTask
        loaded = read_tokens(pages, kind, cache)
        return task(InputSpec.of(kind), labels, loaded, seed, settings.recipe, machine=settings.machine)
    if model == TREES:
        features = load_inputs(pages, settings.spec, cache)
        return TreesTask(InputSpec.of(kind), labels, features, seed, settings.trees)
    return _network_task(pages, settings)


def _maps_task(pages: Sequence[LabelledPage], settings: RunSettings) -> MapsTask:
    mean, deviation = SCALE[LITE]
    spec, labels = replace(settings.spec, mean=mean, std=deviation), settings.labels
    torch.manual_seed(settings.seed)
    network = InnerMapsNet(spec.channels, len(labels)).eval()
    load_trunk(network, LITE, settings.weights)

    def examples(missing: Sequence[LabelledPage]) -> PageTypeDataset:
        return PageTypeDataset(missing, load_inputs(missing, spec), labels, spec)

    found = trunk_features(network, pages, examples, settings.machine, settings.cache or settings.output)
    loaded = {page_id: features.numpy() for page_id, features in found.items()}
    return MapsTask(spec, labels, loaded, settings.seed, network=network, weights=settings.weights)


def _network_task(pages: Sequence[LabelledPage], settings: RunSettings) -> NetworkTask:
    """The task, on features of the trunk's frozen stages unless stages after them learn augmented pages."""
    spec, loaded = settings.spec, load_inputs(pages, settings.spec, settings.cache)
    how = {name: getattr(settings, name) for name in ("model", "weights", "machine")}
    task = NetworkTask(spec, settings.labels, loaded, settings.seed, settings=settings.recipe, **how)
    mean, deviation = _scale(task, pages)
    task = replace(task, spec=replace(spec, mean=mean, std=deviation))
    network = task.build()
    if not isinstance(network, TransferNet) or not network.frozen_stages:
        return task
    if task.settings.augment and not network.is_frozen:
        return task
    features = trunk_features(network, pages, task.dataset, task.machine, settings.cache or settings.output)
    return replace(task, loaded=dict(features), transfer=network, settings=replace(task.settings, augment=False))


def _scale(task: NetworkTask, pages: Sequence[LabelledPage]) -> tuple[float, float]:
    """The mean and deviation that the task's trunk was trained with, else those of its own pages."""
    known = SCALE.get(trunk_name(task.model)) if task.weights != NONE else None
    if known:
        return known
    sample = task.dataset(pages[:: max(1, len(pages) // 400)])
    values = torch.stack([sample[index][0] for index in range(len(sample))])
    return round(float(values.mean()), 4), round(float(values.std()), 4)


class Member(NamedTuple):
    """A member of the ensemble: a model, its input and labels, and the share of the usual epochs it is trained for."""

    model: str
    kind: Kind
    labels: tuple[str, ...] = LABELS
    epochs: float = 1.0


MEMBERS = {
    SCREENSHOT: Member(SCREENSHOT_TREES, "lines"),
    MAPS: Member(INNER_MAPS, "crops"),
    LINE_ATTENTION: Member(READING, "line_tokens"),
    BOX_ATTENTION: Member(ATTENTION, "box_tokens", epochs=FEWER_EPOCHS),
    BLOCK_ATTENTION: Member(ATTENTION, "block_tokens", FINE_LABELS, FEWER_EPOCHS),
    MARKUP: Member(TREES, "markup", FINE_LABELS),
    WORDS: Member(LINEAR_WORDS, "words", FINE_LABELS),
}


def choose_rules(names: str) -> tuple[RuleName, ...]:
    """Rules named with commas between them, all if none is. Raises UsageError: there is no such rule."""
    wanted = names.split(",") if names else list(RULES)
    if unknown := set(wanted) - set(RULES):
        raise UsageError(
            f"no rule of the ensemble is called {', '.join(sorted(unknown))}; there are {', '.join(RULES)}"
        )
    return tuple(rule for rule in RULES if rule in wanted)


@dataclass(frozen=True, slots=True)
class EnsembleSettings(CommonSettings):
    """The training of the ensemble: ``rules`` are fitted, and their members trained."""

    output: Path
    attention: Recipe = field(default_factory=lambda: get_recipe("attention"))
    rules: tuple[RuleName, ...] = tuple(RULES)
    weights: str = field(default="imagenet", kw_only=True)

    def of_member(self, member: Member) -> RunSettings:
        """The same for one member."""
        spec = InputSpec(member.kind)
        epochs = max(1, round(self.attention.epochs * member.epochs))
        recipe = get_recipe("paper") if member.model == INNER_MAPS else replace(self.attention, epochs=epochs)
        shared = {name.name: getattr(self, name.name) for name in fields(CommonSettings)}
        shared["weights"] = self.weights if member.model == INNER_MAPS else NONE
        return RunSettings(member.model, spec, member.labels, recipe, self.output, **shared)


def make_tasks(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> dict[str, Task]:
    """The tasks of all members of the wanted rules by name, with all inputs read.

    There is none for inputs that no page has. Members that look at screenshots learn from pages with boxes alone.
    """
    wanted = {member for rule in settings.rules for member in RULES[rule]}
    tasks: dict[str, Task] = {}
    for name, member in MEMBERS.items():
        source = INPUTS[member.kind].needs
        seen = [page for page in pages if getattr(page, source) and (page.boxes or source != "screenshot")]
        if seen and name in wanted:
            tasks[name] = make_task(seen, settings.of_member(member))
    return tasks


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
    """How much each place speaks for a label, float32 (views, rows, columns), 0 to 1, on one scale for all views.

    Source: Selvaraju et al. 2017, Grad-CAM, equations 1 and 2.

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
    """Short hash of the training pages, their labels and weights."""
    listing = "\n".join(sorted(f"{page.id} {page.label}{f' {page.weight}' * (page.weight != 1)}" for page in pages))
    return sha256(listing.encode()).hexdigest()[:16]
