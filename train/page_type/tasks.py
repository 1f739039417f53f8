"""Training tasks: a model, its inputs, labels and recipe; among them the members of the ensemble."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import torch

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.pretrained import LITE, NONE, SCALE, load_trunk, trunk_name
from iawce.models.common.trees import ARCHITECTURE
from iawce.models.features.inputs import InputSpec
from iawce.models.features.kinds import Kind
from iawce.models.networks.efficientnet_lite import ARCHITECTURE as INNER_MAPS
from iawce.models.networks.efficientnet_lite import InnerMapsNet
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.networks.transfer import TransferNet
from iawce.models.page_type.classification import FINE_LABELS, LABELS, RuleName
from iawce.models.page_type.screenshot_trees import ARCHITECTURE as SCREENSHOT_TREES
from iawce.train.common.machine import Machine
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.page_type.boosting import BoostSettings, FittedTrees, TreesTask
from iawce.train.page_type.datasets import PageTypeDataset, load_inputs
from iawce.train.page_type.fit import FittedNetwork, NetworkTask
from iawce.train.page_type.inner_maps import FittedMaps, MapsTask, trunk_features
from iawce.train.page_type.linear_words import FittedWords, WordSettings, WordsTask, read_words
from iawce.train.page_type.page_tokens import read_tokens
from iawce.train.page_type.reading_attention import attention_over
from iawce.train.page_type.screenshot_lines import label_lines
from iawce.train.page_type.screenshot_trees import FittedScreenshotTrees, ScreenshotTreesTask
from iawce.train.page_type.token_attention import AttentionTask, FittedAttention

log = logging.getLogger(__name__)
Task = NetworkTask | TreesTask | ScreenshotTreesTask | MapsTask | AttentionTask
AnyTask = TypeVar("AnyTask")
Fitted = FittedNetwork | FittedTrees | FittedScreenshotTrees | FittedMaps | FittedAttention


@dataclass(frozen=True, slots=True)
class RunSettings:
    """One training run. ``held_out`` sites are never trained on; ``command`` is the command line.

    ``weights``: of a transfer network's trunk. ``cache``: folder for the features of frozen stages, else ``output``.
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
    machine: Machine = field(default_factory=Machine)
    command: str = ""
    weights: str = "none"
    cache: Path | None = None


def make_task(pages: Sequence[LabelledPage], settings: RunSettings) -> Task:
    """Read all inputs; the features of a frozen trunk are computed here."""
    log.info("reading %s", quantity(len(pages), "page"))
    if settings.model == SCREENSHOT_TREES:
        return ScreenshotTreesTask(settings.labels, label_lines(pages, settings.cache), settings.seed)
    if settings.model == INNER_MAPS:
        return _maps_task(pages, settings)
    if settings.model in (ATTENTION, READING):
        return _attention_task(pages, settings)
    loaded = load_inputs(pages, settings.spec, settings.cache)
    if settings.model == ARCHITECTURE:
        return TreesTask(InputSpec.of(settings.spec.kind), settings.labels, loaded, settings.seed)
    task = NetworkTask(
        settings.model,
        settings.spec,
        settings.labels,
        settings.recipe,
        loaded,
        settings.seed,
        settings.machine,
        settings.weights,
    )
    return _with_features(_normalised(task, pages), pages, settings.cache or settings.output)


def _attention_task(pages: Sequence[LabelledPage], settings: RunSettings) -> AttentionTask:
    if settings.weights != NONE:
        raise UsageError(f"{settings.model} has no trunk that could take the weights {settings.weights}")
    spec = InputSpec.of(settings.spec.kind)
    loaded = read_tokens(pages, spec.kind, settings.cache)
    task = attention_over(spec.kind)
    return task(spec, settings.labels, loaded, settings.seed, settings.recipe, settings.machine)


def _maps_task(pages: Sequence[LabelledPage], settings: RunSettings) -> MapsTask:
    """The task with the summaries of all pages' inner maps."""
    mean, deviation = SCALE[LITE]
    spec, labels = replace(settings.spec, mean=mean, std=deviation), settings.labels
    torch.manual_seed(settings.seed)
    network = InnerMapsNet(spec.channels, len(labels)).eval()
    load_trunk(network, LITE, settings.weights)

    def examples(missing: Sequence[LabelledPage]) -> PageTypeDataset:
        return PageTypeDataset(missing, load_inputs(missing, spec), labels, spec)

    found = trunk_features(network, pages, examples, settings.machine, settings.cache or settings.output)
    loaded = {page_id: features.numpy() for page_id, features in found.items()}
    return MapsTask(labels, loaded, network, spec, settings.seed, weights=settings.weights)


def _normalised(task: NetworkTask, pages: Sequence[LabelledPage]) -> NetworkTask:
    """The task with the mean and deviation that its trunk was trained with, else with those of its own pages."""
    scale = SCALE.get(trunk_name(task.model)) if task.weights != NONE else None
    if scale:
        return replace(task, spec=replace(task.spec, mean=scale[0], std=scale[1]))
    sample = task.dataset(pages[:: max(1, len(pages) // 400)])
    values = torch.stack([sample[index][0] for index in range(len(sample))])
    return replace(
        task, spec=replace(task.spec, mean=round(float(values.mean()), 4), std=round(float(values.std()), 4))
    )


def _with_features(task: NetworkTask, pages: Sequence[LabelledPage], cache: Path) -> NetworkTask:
    """The task on features of the frozen stages of its trunk, unless stages after them learn augmented pages."""
    network = task.build()
    if not isinstance(network, TransferNet) or not network.frozen_stages:
        return task
    if task.recipe.augment and not network.is_frozen:
        return task
    features = trunk_features(network, pages, task.dataset, task.machine, cache)
    return replace(task, loaded=dict(features), transfer=network, recipe=replace(task.recipe, augment=False))


def in_folder(task: AnyTask, checkpoints: Path | None) -> AnyTask:
    """The task with another folder for checkpoints, or without; unchanged if its model is not trained in epochs."""
    if not isinstance(task, NetworkTask | AttentionTask):
        return task
    return replace(task, machine=replace(task.machine, checkpoints=checkpoints))


GEOMETRY, MARKUP, SCREENSHOT = "geometry-trees", "html-trees", "screenshot-trees"
MAPS, WORDS = "screenshot-maps", "html-words"
BOX_ATTENTION, LINE_ATTENTION = "layout-attention", "screenshot-attention"
NAMED_ATTENTION, BLOCK_ATTENTION = "page-attention", "html-attention"
FEWER_EPOCHS = 0.5
"""Share of the epochs of the settings for the attention over boxes and blocks. With all 24, the accuracy of boxes on
one of five folds is 0.011 higher between article and list, within noise, and no higher on four types, at twice the
time."""
RULES: dict[RuleName, tuple[str, ...]] = {
    "all": (NAMED_ATTENTION, BLOCK_ATTENTION, MARKUP, WORDS),
    "boxes": (GEOMETRY, BOX_ATTENTION),
    "html": (BLOCK_ATTENTION, MARKUP, WORDS),
    "screenshot": (SCREENSHOT, LINE_ATTENTION, MAPS),
}
MemberTask = Task | WordsTask
FittedMember = Fitted | FittedWords


def choose_rules(names: str) -> tuple[RuleName, ...]:
    """Rules whose names are given with commas between them; all if none is.

    Raises:
        UsageError: there is no such rule.
    """
    wanted = names.split(",") if names else list(RULES)
    if unknown := set(wanted) - set(RULES):
        raise UsageError(
            f"no rule of the ensemble is called {', '.join(sorted(unknown))}; there are {', '.join(RULES)}"
        )
    return tuple(rule for rule in RULES if rule in wanted)


@dataclass(frozen=True, slots=True)
class EnsembleSettings:
    """One training of the ensemble. ``held_out`` sites are never trained on; ``command`` is the command line.

    ``rules`` are fitted, and their members trained. ``weights`` are those of the transfer network's trunk; ``cache`` is
    the folder for what its frozen stages give, else ``output``.
    """

    output: Path
    attention: Recipe = field(default_factory=lambda: get_recipe("attention"))
    trees: BoostSettings = field(default_factory=BoostSettings)
    words: WordSettings = field(default_factory=WordSettings)
    folds: int = 5
    seed: int = 0
    held_out: tuple[str, ...] = ()
    machine: Machine = field(default_factory=Machine)
    command: str = ""
    rules: tuple[RuleName, ...] = tuple(RULES)
    weights: str = "imagenet"
    cache: Path | None = None


def make_tasks(
    pages: Sequence[LabelledPage],
    settings: EnsembleSettings,
    members: Sequence[str] = (),
) -> dict[str, MemberTask]:
    """The tasks of ``members`` by name, with all inputs read; without, those of all members of the wanted rules.

    There is none for inputs that no page has.
    """
    wanted = set(members) or {member for rule in settings.rules for member in RULES[rule]}
    drawn, read = [page for page in pages if page.boxes], [page for page in pages if page.html]
    pictured = [page for page in drawn if page.screenshot]
    makers: dict[str, tuple[list[LabelledPage], Callable[[list[LabelledPage]], MemberTask]]] = {
        SCREENSHOT: (pictured, lambda seen: _screenshot(seen, settings)),
        MAPS: (pictured, lambda seen: _maps(seen, settings)),
        LINE_ATTENTION: (pictured, lambda seen: _attention("line_tokens", seen, settings)),
        BOX_ATTENTION: (drawn, lambda seen: _attention("box_tokens", seen, _with_fewer_epochs(settings))),
        NAMED_ATTENTION: (drawn, lambda seen: _attention("named_tokens", seen, _with_fewer_epochs(settings))),
        GEOMETRY: (drawn, lambda seen: _geometry(seen, settings)),
        BLOCK_ATTENTION: (
            read,
            lambda seen: _attention("block_tokens", seen, _with_fewer_epochs(settings), FINE_LABELS),
        ),
        MARKUP: (read, lambda seen: _markup(seen, settings)),
        WORDS: (read, lambda seen: _words(seen, settings)),
    }
    return {name: make(seen) for name, (seen, make) in makers.items() if seen and name in wanted}


def _screenshot(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> ScreenshotTreesTask:
    return ScreenshotTreesTask(LABELS, label_lines(pages, settings.cache), settings.seed)


def _attention(
    kind: Kind, pages: Sequence[LabelledPage], settings: EnsembleSettings, labels: tuple[str, ...] = LABELS
) -> AttentionTask:
    loaded = read_tokens(pages, kind, settings.cache)
    spec = InputSpec.of(kind)
    return attention_over(kind)(spec, labels, loaded, settings.seed, settings.attention, settings.machine)


def _with_fewer_epochs(settings: EnsembleSettings) -> EnsembleSettings:
    epochs = max(1, round(settings.attention.epochs * FEWER_EPOCHS))
    return replace(settings, attention=replace(settings.attention, epochs=epochs))


def _maps(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> Task:
    return make_task(
        pages,
        RunSettings(
            INNER_MAPS,
            InputSpec("crops"),
            LABELS,
            get_recipe("paper"),
            settings.output,
            seed=settings.seed,
            machine=settings.machine,
            weights=settings.weights,
            cache=settings.cache,
        ),
    )


def _geometry(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> TreesTask:
    spec = InputSpec.of("geometry")
    return TreesTask(spec, LABELS, load_inputs(pages, spec, settings.cache), settings.seed, settings.trees)


def _markup(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> TreesTask:
    spec = InputSpec.of("markup")
    return TreesTask(spec, FINE_LABELS, load_inputs(pages, spec, settings.cache), settings.seed, settings.trees)


def _words(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> WordsTask:
    return WordsTask(FINE_LABELS, read_words(pages, settings.cache), settings.seed, settings.words)


def seen_by(task: MemberTask, pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """The pages that have a member's input."""
    return [page for page in pages if page.id in task.loaded]
