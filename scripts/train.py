"""``iawce train``: train a page-type model, the block model, or a correction of the shipped ones."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.data.extras import needing
from iawce.models.features.kinds import TrainedKind
from iawce.scripts.options import WHERE, Overwrite, SettingsOption, keep_existing
from iawce.scripts.trainings import check_data, labels_of, run_correction

if TYPE_CHECKING:
    from iawce.scripts.train_models import TrainOrder


def train(
    data: Annotated[
        list[Path],
        typer.Option(
            help="Page-type corpus, WCXB, image folder (LABEL/[SITE/]NAME.png), snapshots (LABEL/SNAPSHOT), labels, or "
            "NAME=PATH, a set with gold ({gold_sets}). Repeatable."
        ),
    ],
    model: Annotated[
        str,
        typer.Option(
            help="lenet5, resnet101, resnet101_flatten, efficientnet_b0, efficientnet_lite0, "
            "efficientnet_lite0_frozen, efficientnet_lite0_maps, token_attention, reading_attention, "
            "boosted_trees, screenshot_trees, ensemble; for main content: blocks or block_attention."
        ),
    ] = "lenet5",
    init: Annotated[
        Literal["shipped"] | None,
        typer.Option(help="shipped: learn a light correction of the shipped models from labels (iawce label)."),
    ] = None,
    input: Annotated[
        TrainedKind | None,
        typer.Option(help="Input of the model; if left out, its default, or of pictures the screenshot. {inputs}."),
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(
            help="Labels to distinguish, comma separated; if left out, the names of the folders of pictures, or for "
            "all other data article,list."
        ),
    ] = None,
    recipe: Annotated[str, typer.Option(help="paper, paper-ramp, default, lenet5 or attention.")] = "",
    epochs: Annotated[int | None, typer.Option(min=1, help="Number of epochs, instead of the recipe's.")] = None,
    weights: Annotated[
        str,
        typer.Option(
            help="Initial weights of a transfer network: imagenet; none, to train all layers from scratch; or a file, "
            "in safetensors or torchvision's own format. If left out: imagenet if available, else none."
        ),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Folder for weights, record and pictures; if left out, runs/MODEL, or runs/correction.",
            rich_help_panel=WHERE,
        ),
    ] = None,
    overwrite: Overwrite = False,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Store checkpoints, and resume an interrupted run.", rich_help_panel=WHERE),
    ] = False,
    settings: SettingsOption = None,
) -> None:
    """Train a page-type model, or correct the shipped models with labels.

    The data are split by site, and scores are measured on unseen sites. Written are weights (safetensors) with their
    record, training curves, the confusion matrix, the worst mistakes as pictures, and every prediction on an unseen
    site. The model "ensemble" is the one that the project ships: trees and attention on the layout, trees and words of
    the HTML, trees, attention and a network on the screenshot, and the rules that combine them. The model "blocks", and
    "block_attention" on top of it, decide which text blocks of a page are its main content. With --init shipped, the
    record is a correction of the shipped page types and block model, learned from labels in minutes.
    """
    from iawce.scripts.command_settings import TrainingSettings
    from iawce.scripts.console import say
    from iawce.scripts.settings_tables import read_settings

    given = read_settings(settings, "train").make(TrainingSettings)
    command, output = typed(), output or Path("runs") / ("correction" if init else model)
    if init:
        keep_existing(output / "correction.json", overwrite)
        say(run_correction(data, given.check, output, command))
        return
    check_data(data, model, labels_of(model, labels))
    with needing("train", "training"):
        from iawce.scripts.train_models import TrainOrder
    for record in sorted(output.glob("*.json")) if not resume else ():
        keep_existing(record, overwrite)
    order = TrainOrder(
        data,
        given,
        model=model,
        labels=labels,
        input=input,
        recipe=recipe,
        epochs=epochs,
        weights=weights,
        resume=resume,
        output=output,
        command=command,
    )
    _carry_out(order)


def _carry_out(order: "TrainOrder") -> None:
    from iawce.scripts.console import Interrupted, remark, say
    from iawce.scripts.train_models import train_model

    try:
        written = train_model(order)
    except Interrupted as stop:
        lost = "nothing is kept; with --resume from the start it would be"
        kept = "the same command continues" if order.resume else lost
        raise Interrupted(stop.number, f"interrupted: {kept}") from None
    remark(f"Everything is in the folder {order.output}.")
    if not sys.stdout.isatty():
        say(written)


def typed() -> str:
    """The command line as a record keeps it, the same whichever way training was started."""
    words = sys.argv[1:]
    return shlex.join(["train.py", *(words[1:] if words[:1] == ["train"] else words)])


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(train)
