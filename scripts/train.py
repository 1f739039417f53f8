"""``iawce train``: train a page-type model, the block model, or a correction of the shipped ones."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import shlex
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from iawce.data.extras import needing
from iawce.scripts.options import keep_existing
from iawce.scripts.trainings import (
    BLOCK_ATTENTION,
    BLOCKS,
    ENSEMBLE,
    check_data,
    run_blocks,
    run_correction,
    run_ensemble,
)

INPUT_OF = {"layoutnet": "layout", "screenshot_trees": "lines", "boosted_trees": "geometry", "lenet5": "layout"}
"""Input of a model unless another is given; that of a transfer network is a screenshot."""


def train(
    data: Annotated[
        list[Path],
        typer.Option(
            help="Page-type corpus, WCXB, image folder (LABEL/[SITE/]NAME.png), snapshots (LABEL/SNAPSHOT), labels, or "
            "NAME=PATH, a set with gold ({gold_sets}). May be given again."
        ),
    ],
    model: Annotated[
        str,
        typer.Option(
            help="lenet5, resnet101, resnet101_flatten, efficientnet_b0, efficientnet_lite0, "
            "efficientnet_lite0_frozen, layoutnet, boosted_trees, screenshot_trees, "
            "ensemble; for main content blocks, or block_attention."
        ),
    ] = "lenet5",
    init: Annotated[
        Literal["", "shipped"],
        typer.Option(help="shipped: learn a light correction of the shipped models from labels (iawce label)."),
    ] = "",
    check: Annotated[
        list[Path] | None, typer.Option(help="With --init: NAME=PATH, a set with gold to measure on. Repeatable.")
    ] = None,
    input: Annotated[
        Literal["", "screenshot", "crops", "lines", "layout", "geometry", "markup"],
        typer.Option(help="What the model sees; left out: what suits it. {inputs}."),
    ] = "",
    labels: Annotated[str, typer.Option(help="Labels to distinguish, comma separated.")] = "article,list",
    recipe: Annotated[str, typer.Option(help="paper, paper-ramp, default or layout.")] = "",
    epochs: Annotated[int | None, typer.Option(min=1, help="Instead of the recipe's epochs.")] = None,
    patience: Annotated[
        int, typer.Option(min=0, help="Early stopping: epochs without progress on sites set aside; 0: never.")
    ] = 0,
    folds: Annotated[int, typer.Option(min=2, help="Parts of the cross-validation by site.")] = 5,
    size: Annotated[int, typer.Option(min=32, help="Side of the input in pixels.")] = 224,
    view_height: Annotated[int | None, typer.Option(min=224, help="CSS px of the page that a drawing shows.")] = None,
    hold_out: Annotated[str, typer.Option(help="Sites never to train on, comma separated.")] = "",
    weights: Annotated[
        str, typer.Option(help="Of a transfer network's trunk: imagenet, none, or a safetensors file.")
    ] = "",
    cache: Annotated[Path | None, typer.Option(help="Folder for what is computed once: features, renderings.")] = None,
    unstyled: Annotated[int, typer.Option(min=0, help="Pages also rendered without style sheets.")] = 500,
    plain: Annotated[int, typer.Option(min=0, help="Plain pages written from the others.")] = 90,
    rules: Annotated[
        str, typer.Option(help="Of the ensemble: all, unstyled, boxes, html, screenshot; comma separated, else all.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Fixes split, first weights, order and augmentation.")] = 0,
    accelerator: Annotated[str, typer.Option(help="cpu, gpu, mps or auto.")] = "auto",
    devices: Annotated[str, typer.Option(help="Number of devices, or auto, as of Lightning.")] = "auto",
    strategy: Annotated[str, typer.Option(help="ddp or another of Lightning's, for several devices.")] = "auto",
    precision: Annotated[str, typer.Option(help="32-true, 16-mixed or bf16-mixed.")] = "32-true",
    resume: Annotated[bool, typer.Option(help="Store checkpoints, and resume an interrupted run.")] = False,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for weights, record and pictures.")] = Path(
        "runs/train"
    ),
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write beside, or over, a model in the folder.")
    ] = False,
) -> None:
    """Train a page-type model, or correct the shipped models by labels.

    Splits by site, scores on sites never seen; writes weights (safetensors) with their record, training curves, the
    confusion matrix, the worst mistakes as pictures, and every prediction on an unseen site. The model "ensemble"
    is what the project ships: trees on features of the layout, a network on its drawing, trees on features of the
    HTML, trees on the lines of a screenshot, and the rules by which they answer together. The model "blocks", and
    "block_attention" on top of it, decide which text blocks of a page are its main content. With --init shipped, the
    record is a correction of the shipped page types and block model, learned from labels in minutes.
    """
    import dataclasses

    from iawce.scripts.console import say

    command = shlex.join(["train.py", *sys.argv[1:]])
    if init:
        keep_existing(output / "correction.json", overwrite)
        say(run_correction(data, check or [], output, command))
        return
    names = ("article", "list", "thread", "product") if model == ENSEMBLE else tuple(labels.split(","))
    check_data(data, model, names)
    from iawce.data.datasets.labelled_sets import read_labelled_pages
    from iawce.models.features.inputs import InputSpec

    with needing("train", "training"):
        from iawce.train.common.machine import Machine
        from iawce.train.common.recipe import get_recipe
        from iawce.train.page_type.members import EnsembleSettings, choose_rules
        from iawce.train.page_type.run import run
        from iawce.train.page_type.tasks import RunSettings
        from iawce.train.segmentation.attention import AttentionSettings
        from iawce.train.segmentation.example_sets import Written
        from iawce.train.segmentation.run import BlockRunSettings
        from iawce.train.segmentation.stacking import StackSettings

    for record in sorted(output.glob("*.json")) if not resume else ():
        keep_existing(record, overwrite)
    seen = input or INPUT_OF.get(model, "screenshot")
    is_drawn_net = model in (ENSEMBLE, "layoutnet")
    chosen = get_recipe(recipe or ("layout" if is_drawn_net else "default"))
    chosen = dataclasses.replace(chosen, epochs=epochs or chosen.epochs, patience=patience or chosen.patience)
    height = view_height or (2732 if is_drawn_net else 5464)
    machine = Machine(accelerator, devices, strategy, precision, output / "checkpoints" if resume else None)
    held_out = tuple(site for site in hold_out.split(",") if site)
    if model in (BLOCKS, BLOCK_ATTENTION):
        attention = dataclasses.replace(AttentionSettings(accelerator=accelerator), seed=seed)
        attention = dataclasses.replace(attention, epochs=epochs or attention.epochs)
        stack = StackSettings(attention=attention if model == BLOCK_ATTENTION else None, folds=folds)
        say(run_blocks(data, BlockRunSettings(output, stack, Written(plain), seed, held_out, command)))
        return
    pages = [page for folder in data for page in read_labelled_pages(folder)]
    if model == ENSEMBLE:
        drawn = InputSpec("layout", (size, size), height)
        ensemble = EnsembleSettings(
            output,
            drawn,
            chosen,
            folds=folds,
            seed=seed,
            held_out=held_out,
            machine=machine,
            command=command,
            rules=choose_rules(rules),
            weights=weights or "imagenet",
            cache=cache or output / "cache",
        )
        say(run_ensemble(pages, ensemble, unstyled, plain, cache or output / "cache"))
        return
    settings = RunSettings(
        model=model,
        spec=InputSpec(seen, (size, size), height),  # type: ignore[arg-type] # typer has checked it
        labels=tuple(labels.split(",")),
        recipe=chosen,
        output=output,
        folds=folds,
        seed=seed,
        held_out=held_out,
        machine=machine,
        weights=weights or ("imagenet" if model.startswith(("resnet", "efficientnet")) else "none"),
        cache=cache,
        command=command,
    )
    say(run(pages, settings).read_text(encoding="utf-8"))


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(train)
