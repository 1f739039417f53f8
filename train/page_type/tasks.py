"""Training tasks: a model, its inputs, labels and recipe; among them the members of the ensemble."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import torch

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.pretrained import LITE, NONE, SCALE, load_trunk, trunk_name
from iawce.models.common.runtime import TREES
from iawce.models.features.inputs import INPUTS, InputSpec
from iawce.models.features.kinds import Kind
from iawce.models.networks.efficientnet_lite import ARCHITECTURE as INNER_MAPS
from iawce.models.networks.efficientnet_lite import InnerMapsNet
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.networks.transfer import TransferNet
from iawce.models.page_type.classification import FINE_LABELS, LABELS, RuleName
from iawce.models.page_type.classifier import SCREENSHOT_TREES
from iawce.train.common.trainer import Machine, Recipe, get_recipe
from iawce.train.page_type.boosting import BoostSettings, ScreenshotTreesTask, TreesTask
from iawce.train.page_type.inner_maps import MapsTask, trunk_features
from iawce.train.page_type.page_tokens import label_lines, read_tokens
from iawce.train.page_type.results import fingerprint
from iawce.train.page_type.task import NetworkTask, PageTypeDataset, Task, load_inputs
from iawce.train.page_type.token_attention import AttentionTask, ReadingTask

log = logging.getLogger(__name__)
MARKUP, SCREENSHOT, MAPS = "html-trees", "screenshot-trees", "screenshot-maps"
BOX_ATTENTION, LINE_ATTENTION, BLOCK_ATTENTION = "layout-attention", "screenshot-attention", "html-attention"
FEWER_EPOCHS = 0.5
"""Share of the epochs of the settings for the attention over boxes and blocks. With all 24, the accuracy of boxes on
one of five folds is 0.011 higher between article and list, within noise, and no higher on four types, at twice the
time."""
FIRST = MARKUP  # The cheapest member, which is asked first where others would be asked, too
RULES: dict[RuleName, tuple[str, ...]] = {
    "boxes": (BOX_ATTENTION,),
    "html": (MARKUP, BLOCK_ATTENTION),
    "screenshot": (SCREENSHOT, LINE_ATTENTION, MAPS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonSettings:
    """What is said of one training whatever it trains."""

    trees: BoostSettings = field(default_factory=BoostSettings)  # How those models are fitted
    folds: int = 5
    seed: int = 0
    held_out: tuple[str, ...] = ()  # Sites that are never trained on
    machine: Machine = field(default_factory=Machine)
    command: str = ""  # The command line
    weights: str = NONE  # Of a transfer network's trunk
    cache: Path | None = None  # For what takes long to compute; features of frozen stages go, without, to the output

    def described(self, pages: Sequence[LabelledPage]) -> dict[str, Any]:
        """The training on these pages, for a record."""
        about = {"pages": len(pages), "sites": len({page.site for page in pages}), "fingerprint": fingerprint(pages)}
        return about | {"held_out_sites": list(self.held_out), "seed": self.seed, "command": self.command}


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
}


def choose_rules(names: str) -> tuple[RuleName, ...]:
    """Rules named with commas between them, all if none is. Raises UsageError: there is no such rule."""
    wanted = names.split(",") if names else list(RULES)
    if unknown := set(wanted) - set(RULES):
        raise UsageError(f"no rule is called {', '.join(sorted(unknown))}; there are {', '.join(RULES)}")
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
