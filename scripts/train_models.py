"""Trains what ``iawce train`` names: a network or trees, the ensemble, or the block model."""

from dataclasses import dataclass, replace
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.labelled_sets import USUAL, read_labelled_pages
from iawce.models.common.pretrained import weights_at_hand
from iawce.models.features.inputs import InputSpec
from iawce.models.features.kinds import Kind, TrainedKind
from iawce.models.page_type.classifier import CHECKPOINTS
from iawce.scripts.command_settings import TrainingSettings
from iawce.scripts.console import remark
from iawce.scripts.trainings import BLOCK_ATTENTION, BLOCKS, ENSEMBLE, labels_of, run_blocks, run_ensemble
from iawce.train.common.machine import Machine
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.page_type.model_inputs import input_of, is_picture
from iawce.train.page_type.run import run
from iawce.train.page_type.tasks import EnsembleSettings, RunSettings, choose_rules
from iawce.train.segmentation.attention import AttentionSettings
from iawce.train.segmentation.example_sets import Written
from iawce.train.segmentation.run import BlockRunSettings
from iawce.train.segmentation.stacking import StackSettings

RECIPE_OF = {
    ENSEMBLE: "attention",
    "token_attention": "attention",
    "reading_attention": "attention",
    "lenet5": "lenet5",
}
"""Recipe of a model unless another is given, or ``default``."""
TRANSFER = ("resnet", "efficientnet")
"""What the names of transfer networks begin with."""


@dataclass(frozen=True)
class TrainOrder:
    """What is to be trained, and how; the options of the command."""

    data: list[Path]
    given: TrainingSettings
    model: str
    labels: str | None
    input: TrainedKind | None
    recipe: str
    epochs: int | None
    weights: str
    resume: bool
    output: Path
    command: str

    @property
    def machine(self) -> Machine:
        """Where it is trained."""
        given, checkpoints = self.given, self.output / CHECKPOINTS if self.resume else None
        return Machine.of(given.accelerator, given.devices, given.strategy, given.precision, checkpoints)

    def chosen_recipe(self) -> Recipe:
        """The recipe with what is changed of it.

        Raises:
            UsageError: there is no such recipe.
        """
        found = get_recipe(self.recipe or RECIPE_OF.get(self.model, "default"))
        if self.epochs:
            found = replace(found, epochs=self.epochs, least_steps=0)
        return replace(found, patience=self.given.patience or found.patience)

    def input_spec(self, kind: Kind) -> InputSpec:
        """What the model sees, as an input of a kind."""
        return InputSpec(kind, (self.given.size, self.given.size), self.given.view_height or 5464)


def train_model(order: TrainOrder) -> str:
    """Train the model; returns its record.

    Raises:
        UsageError: there is no such model, recipe or rule, or there are too few pages or sites.
    """
    if order.model in (BLOCKS, BLOCK_ATTENTION):
        return _train_blocks(order)
    pages = [page for folder in order.data for page in read_labelled_pages(folder)]
    return _train_ensemble(order, pages) if order.model == ENSEMBLE else _train_network(order, pages)


def _train_blocks(order: TrainOrder) -> str:
    given = order.given
    attention = replace(AttentionSettings(accelerator=given.accelerator), seed=given.seed)
    attention = replace(attention, epochs=order.epochs or attention.epochs)
    stack = StackSettings(attention=attention if order.model == BLOCK_ATTENTION else None, folds=given.folds)
    return run_blocks(
        order.data,
        BlockRunSettings(order.output, stack, Written(given.plain), given.seed, order.given.hold_out, order.command),
    )


def _train_ensemble(order: TrainOrder, pages: list[LabelledPage]) -> str:
    given = order.given
    cache = given.cache or order.output / "cache"
    settings = EnsembleSettings(
        order.output,
        order.chosen_recipe(),
        folds=given.folds,
        seed=given.seed,
        held_out=order.given.hold_out,
        machine=order.machine,
        command=order.command,
        rules=choose_rules(given.rules),
        weights=order.weights or "imagenet",
        cache=cache,
    )
    return run_ensemble(pages, settings, given.plain, cache)


def _train_network(order: TrainOrder, pages: list[LabelledPage]) -> str:
    given, are_pictures = order.given, bool(pages) and all(is_picture(page) for page in pages)
    found = tuple(sorted({page.label for page in pages})) if are_pictures else USUAL
    settings = RunSettings(
        model=order.model,
        spec=order.input_spec(order.input or input_of(order.model, are_pictures=are_pictures)),
        labels=labels_of(order.model, order.labels) or found,
        recipe=order.chosen_recipe(),
        output=order.output,
        folds=given.folds,
        seed=given.seed,
        held_out=order.given.hold_out,
        machine=order.machine,
        weights=order.weights or (weights_at_hand(order.model) if order.model.startswith(TRANSFER) else "none"),
        cache=given.cache,
        command=order.command,
    )
    path = run(pages, settings)
    remark(f"Use it: iawce classify SOURCES --model {path}")
    return path.read_text(encoding="utf-8")
