"""``iawce train``: train a page-type model, the block model, or a correction of the shipped ones."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from iawce.data.errors import UsageError, needing, not_known
from iawce.data.limits import Checked, Count, NonNegative, Range
from iawce.models.features.kinds import TrainedKind
from iawce.scripts.console import Interrupted, Progress, remark, say
from iawce.scripts.options import Overwrite, SettingsOption, keep_existing, opening, where
from iawce.scripts.program import typed
from iawce.scripts.settings_tables import Settings, read_settings

MAX_SEED = 2**32 - 1  # Largest seed that NumPy and torch both take
MAX_SIDE = 8192  # Largest side of the input in pixels; a page is then 64 MB for each plane
ENSEMBLE = "ensemble"
BLOCKS = "blocks"
TREES = ("boosted_trees", "screenshot_trees")
TRANSFER = ("resnet", "efficientnet")  # What the names of transfer networks begin with
RECIPE_OF = dict.fromkeys((ENSEMBLE, "token_attention", "reading_attention"), "attention") | {"lenet5": "lenet5"}
"""Recipe of a model unless another is given, or ``default``."""
LEARNED = 2  # Steps of a correction that are no pages: page types learned, content learned


@dataclass(frozen=True)
class TrainingSettings(Checked):
    """How models are trained."""

    hold_out: tuple[str, ...] = ()
    """Sites never to train on, such as `["example.org", "example.com"]`."""
    patience: Count = 0
    """Early stopping: epochs without progress on sites set aside; 0: no early stopping."""
    folds: Annotated[int, Range(2)] = 5
    """Parts of the cross-validation by site."""
    size: Annotated[int, Range(32, MAX_SIDE)] = 224
    """Side of the input in pixels."""
    cache: Path | None = None
    """Folder for results that are computed only once: features, renderings."""
    inferred: NonNegative = 1.0
    """Weight of a page whose label a model gave (`--init distill`), in members of the ensemble."""
    plain: Count = 90
    """Plain pages written from the others."""
    rules: str = ""
    """Rules of the ensemble, comma separated: all, boxes, html, screenshot; if left out, all of them."""
    seed: Annotated[int, Range(0, MAX_SEED)] = 0
    """Fixes split, initial weights, order and augmentation."""
    accelerator: str = "auto"
    """`cpu`, `gpu`, `mps` or `auto`."""
    devices: str = "auto"
    """Number of devices, or `auto`, as in Lightning."""
    strategy: str = "auto"
    """`ddp` or another of Lightning's, for several devices."""
    precision: str = ""
    """`32-true`, `16-mixed` or `bf16-mixed`; empty: mixed on an Nvidia GPU, else `32-true`."""

    def of_every_model(self, command: str) -> dict[str, Any]:
        """What the settings of every training have, and the command line."""
        return {"folds": self.folds, "seed": self.seed, "held_out": self.hold_out, "command": command}


def train(
    data: Annotated[
        list[Path],
        typer.Option(
            help="Page-type corpus, WCXB, image folder (LABEL/[SITE/]NAME.png), snapshots (LABEL/SNAPSHOT), labels, or "
            "NAME=PATH, a set with gold ({gold_sets}). Repeatable."
        ),
    ],
    model: Annotated[
        str, typer.Option(help="{networks}, boosted_trees, screenshot_trees, ensemble; for main content: blocks.")
    ] = "lenet5",
    init: Annotated[
        Literal["shipped", "distill"] | None,
        typer.Option(help="shipped: a correction of the shipped models by labels; distill: by sites without labels."),
    ] = None,
    input: Annotated[
        TrainedKind | None, typer.Option(help="Input of the model; if left out, its default. {inputs}.")
    ] = None,
    labels: Annotated[
        str | None, typer.Option(help="Labels, comma separated; if left out, the folders of pictures, or article,list.")
    ] = None,
    recipe: Annotated[str, typer.Option(help="paper, paper-ramp, default, lenet5 or attention.")] = "",
    epochs: Annotated[int | None, typer.Option(min=1, help="Number of epochs, instead of the recipe's.")] = None,
    weights: Annotated[
        str,
        typer.Option(
            help="Initial weights of a transfer network: imagenet (if left out, where available), none, or a file, in "
            "safetensors or torchvision's own format."
        ),
    ] = "",
    output: Annotated[
        Path | None,
        where(
            "--output",
            "-o",
            help="Folder for weights, record and pictures; if left out, runs/MODEL, runs/correction or runs/distilled.",
        ),
    ] = None,
    overwrite: Overwrite = False,
    resume: Annotated[bool, where("--resume", help="Store checkpoints, and resume an interrupted run.")] = False,
    settings: SettingsOption = None,
) -> None:
    """Train a page-type model, or correct the shipped models with labels.

    The data are split by site, and scores are measured on unseen sites. Written are weights (safetensors) with their
    record, training curves, the confusion matrix, the worst mistakes as pictures, and every prediction on an unseen
    site. The model "ensemble" is the one that the project ships: attention on the layout, trees and attention on the
    HTML, trees, attention and a network on the screenshot, and the rules that combine them. The model "blocks"
    decides which text blocks of a page are its main content. With --init shipped, the record is a correction of the
    shipped page types and block model, learned from labels in minutes. With --init distill, pages without labels are
    rendered, labelled by their HTML where that is sure, and what looks at boxes or screenshots learns from them.
    """
    given = read_settings(settings, "train").make(TrainingSettings)
    command = f"train.py {typed('train')}"
    output = output or Path("runs") / {"shipped": "correction", "distill": "distilled"}.get(init or "", model)
    if init == "shipped":
        keep_existing(output / "correction.json", overwrite)
        say(_train_correction(data, output, command))
        return
    if init == "distill":
        keep_existing(output / "ensemble.json", overwrite)
        say(_distill(data, given, read_settings(settings, "train"), output, command))
        return
    distinguished = _labels_of(model, labels)
    check_data(data, model, distinguished)
    with needing("train", "training"):
        import iawce.train.page_type.run
        import iawce.train.segmentation.run  # noqa: F401
    for record in sorted(output.glob("*.json")) if not resume else ():
        keep_existing(record, overwrite)
    try:
        if model == BLOCKS:
            from iawce.data.datasets.gold_sets import read_gold
            from iawce.train.segmentation.examples import Written
            from iawce.train.segmentation.run import BlockRunSettings, train_blocks

            blocks = BlockRunSettings(output, written=Written(given.plain), **given.of_every_model(command))
            pairs = [str(one).partition("=") for one in data]
            named = [(name, path) if equals else ("wcxb", name) for name, equals, path in pairs]
            sets = {name: read_gold(name, Path(path)) for name, path in named}
            written = train_blocks(sets, blocks).read_text(encoding="utf-8")
        else:
            written = _train_page_types(
                data, given, model, distinguished, input, recipe, epochs, weights, output, command, resume=resume
            )
    except Interrupted as stop:
        lost = "nothing is kept; with --resume from the start it would be"
        kept = "the same command continues" if resume else lost
        raise Interrupted(stop.number, f"interrupted: {kept}") from None
    remark(f"Everything is in the folder {output}.")
    if not sys.stdout.isatty():
        say(written)


def _labels_of(model: str, labels: str | None) -> tuple[str, ...]:
    """The labels that a model distinguishes; those of the ensemble are the page types; none if the data decide."""
    if model == ENSEMBLE:
        return ("article", "list", "thread", "product")
    if labels is None:
        return ()
    found = tuple(label.strip() for label in labels.split(",") if label.strip())
    if len(found) < 2 or len(set(found)) < len(found):
        raise UsageError(f"--labels names two or more different labels, such as article,list, not {labels!r}")
    return found


def check_data(data: list[Path], model: str, labels: tuple[str, ...]) -> None:
    """Say what is wrong with the data before anything is loaded that takes long."""
    from iawce.data.datasets.gold_sets import is_wcxb
    from iawce.data.datasets.labelled_sets import check_layout
    from iawce.models.networks import NETWORKS

    models = (*NETWORKS, *TREES, ENSEMBLE, BLOCKS)
    if model not in models:
        raise not_known("no model is called", model, models)
    for given in data:
        if "=" in str(given):
            continue
        if model != BLOCKS:
            check_layout(given, labels)
        elif not is_wcxb(given):
            raise UsageError(f"which set is {given}? Write NAME={given}")


def _train_page_types(
    data: list[Path],
    given: TrainingSettings,
    model: str,
    labels: tuple[str, ...],
    input: TrainedKind | None,
    recipe: str,
    epochs: int | None,
    weights: str,
    output: Path,
    command: str,
    *,
    resume: bool,
) -> str:
    """Train a network or trees for page types, or the ensemble; returns its record."""
    from iawce.data.datasets.labelled_sets import USUAL, read_labelled_pages
    from iawce.models.common.pretrained import weights_at_hand
    from iawce.models.features.inputs import InputSpec
    from iawce.models.page_type.classifier import CHECKPOINTS
    from iawce.train.common.trainer import Machine, get_recipe
    from iawce.train.page_type.ensemble import train_ensemble
    from iawce.train.page_type.plain import make_plain_pages
    from iawce.train.page_type.run import input_of, is_picture, run
    from iawce.train.page_type.tasks import EnsembleSettings, RunSettings, choose_rules

    pages = [page for folder in data for page in read_labelled_pages(folder, given.inferred)]
    chosen = get_recipe(recipe or RECIPE_OF.get(model, "default"))
    chosen = replace(chosen, patience=given.patience or chosen.patience)
    if epochs:
        chosen = replace(chosen, epochs=epochs, least_steps=0)
    checkpoints = output / CHECKPOINTS if resume else None
    machine = Machine.of(given.accelerator, given.devices, given.strategy, given.precision, checkpoints)
    shared = given.of_every_model(command) | {"machine": machine}
    if model == ENSEMBLE:
        cache, rules = given.cache or output / "cache", choose_rules(given.rules)
        settings = EnsembleSettings(output, chosen, **shared, rules=rules, weights=weights or "imagenet", cache=cache)
        kept = [page for page in pages if page.site not in settings.held_out]
        written = make_plain_pages(kept, given.plain, cache, settings.seed) if given.plain else []
        return train_ensemble([*kept, *written], settings).read_text(encoding="utf-8")
    are_pictures = bool(pages) and all(is_picture(page) for page in pages)
    found = tuple(sorted({page.label for page in pages})) if are_pictures else USUAL
    spec = InputSpec(input or input_of(model), (given.size, given.size))
    initial = weights or (weights_at_hand(model) if model.startswith(TRANSFER) else "none")
    shared |= {"weights": initial, "cache": given.cache}
    path = run(pages, RunSettings(model, spec, labels or found, chosen, output, **shared))
    remark(f"Use it: iawce classify SOURCES --model {path}")
    return path.read_text(encoding="utf-8")


def _train_correction(data: list[Path], output: Path, command: str) -> str:
    """Learn a correction of the shipped models; returns the report."""
    from iawce.data.datasets.page_labels import is_labels, read_labels
    from iawce.extract.pipeline.extract_content import answer_blocks

    for given in data:
        if not is_labels(given):
            raise UsageError(f"{given} holds no labels: --init shipped learns from a folder that iawce label wrote")
    with needing("train", "training"):
        from iawce.train.correction.run import train_correction
    steps = sum(len(read_labels(one)) for one in data) + LEARNED
    with Progress("step", total=steps) as progress:
        path = train_correction(data, output, answer_blocks, command, progress.advance)
    return path.with_name("report.md").read_text(encoding="utf-8")


def _distill(data: Sequence[Path], given: TrainingSettings, settings: Settings, output: Path, command: str) -> str:
    """Adapt the shipped ensemble to sites without labels; returns the report."""
    from iawce.extract.crawl.traps import shape_of
    from iawce.extract.pipeline.page_opener import PageOpener

    with needing("train", "training"):
        from iawce.train.page_type.distill import DistillSettings, distill
        from iawce.train.page_type.site_sample import read_site_pages
    with Progress("page") as progress, PageOpener(spool=None, **opening(settings, "always")) as opener:
        chosen = DistillSettings(
            *(output, shape_of, lambda page: opener.renderer().submit(page), progress.advance),
            workers=opener.workers,
            cache=given.cache,
            **given.of_every_model(command),
        )
        path = distill(read_site_pages(data), chosen)
    remark(f"Use it: iawce classify SOURCES --model {path}")
    return path.with_name("report.md").read_text(encoding="utf-8")
