"""``iawce train``: train a page-type model."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import shlex
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from iawce.data.errors import EnvironmentMissing


def train(
    data: Annotated[Path, typer.Option(help="Page-type corpus (pages.jsonl) or image folder (LABEL/[SITE/]NAME.png).")],
    model: Annotated[str, typer.Option(help="lenet5, resnet101, resnet101_flatten or efficientnet_b0.")] = "lenet5",
    input: Annotated[
        Literal["screenshot", "layout"], typer.Option(help="What the network sees: the picture, or its boxes drawn.")
    ] = "layout",
    labels: Annotated[str, typer.Option(help="Labels to tell apart, comma separated.")] = "article,list",
    recipe: Annotated[str, typer.Option(help="paper, paper-ramp or default.")] = "default",
    epochs: Annotated[int | None, typer.Option(min=1, help="Instead of the recipe's epochs.")] = None,
    folds: Annotated[int, typer.Option(min=2, help="Parts of the cross-validation by site.")] = 5,
    size: Annotated[int, typer.Option(min=32, help="Side of the input in pixels.")] = 224,
    view_height: Annotated[int, typer.Option(min=224, help="CSS px of the page that a drawing shows.")] = 5464,
    hold_out: Annotated[str, typer.Option(help="Sites never to train on, comma separated.")] = "",
    weights: Annotated[
        str, typer.Option(help="Of a transfer network's trunk: imagenet, none, or a safetensors file.")
    ] = "",
    cache: Annotated[Path | None, typer.Option(help="Folder for the features of a frozen trunk.")] = None,
    seed: Annotated[int, typer.Option(help="Fixes split, first weights, order and augmentation.")] = 0,
    accelerator: Annotated[str, typer.Option(help="cpu, gpu, mps or auto.")] = "auto",
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for weights, record and pictures.")] = Path(
        "runs/train"
    ),
) -> None:
    """Train a page-type model; split by site, scored on sites never seen.

    Writes weights (safetensors) with their record, training curves, the confusion matrix, the worst mistakes as
    pictures, and every prediction on an unseen site.
    """
    import dataclasses

    from iawce.data.corpora.open import read_labelled_pages
    from iawce.models.inputs import InputSpec
    from iawce.scripts.console import say

    try:
        from iawce.train.recipe import get_recipe
        from iawce.train.run import RunSettings, run
    except ModuleNotFoundError as error:
        raise EnvironmentMissing(f"training needs {error.name}: pip install 'iawce[train]'") from error

    chosen = get_recipe(recipe)
    settings = RunSettings(
        model=model,
        spec=InputSpec(input, (size, size), view_height),
        labels=tuple(labels.split(",")),
        recipe=dataclasses.replace(chosen, epochs=epochs) if epochs else chosen,
        output=output,
        folds=folds,
        seed=seed,
        held_out=tuple(site for site in hold_out.split(",") if site),
        accelerator=accelerator,
        weights=weights or ("none" if model == "lenet5" else "imagenet"),
        cache=cache,
        command=shlex.join(["train.py", *sys.argv[1:]]),
    )
    record = run(read_labelled_pages(data), settings)
    say(record.read_text(encoding="utf-8"))


if __name__ == "__main__":
    from iawce.scripts.cli import run_command

    run_command(train)
