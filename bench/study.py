"""The study of the paper: models, inputs and recipes side by side, once with its protocol and once on unseen sites.

    python -m bench study --data shared/data/pagetype -o runs/study \
        --row lenet5:screenshot:224:paper --row lenet5:layout:224:default

A row is MODEL:INPUT:SIZE:RECIPE. The paper's protocol splits pages, so that every site is on both sides; the other
splits sites. ``--curve`` trains the first row on more and more sites. Writes ``study.md`` and pictures.
"""

import json
import logging
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer

from bench.common.study_picture import plot
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.models.common.intervals import site_mean
from iawce.models.features.inputs import InputSpec
from iawce.models.networks import NETWORKS, Shape
from iawce.train.common.metrics import balanced_accuracy, confusion
from iawce.train.common.recipe import get_recipe
from iawce.train.common.split import site_folds
from iawce.train.page_type.fit import NetworkTask
from iawce.train.page_type.inner_maps import MapsTask
from iawce.train.page_type.model_inputs import select
from iawce.train.page_type.run import Validated, cross_validate
from iawce.train.page_type.task import Task
from iawce.train.page_type.tasks import RunSettings, make_task
from iawce.train.page_type.token_attention import AttentionTask

log = logging.getLogger("study")
LABELS = ("article", "list")
PAPER = {"resnet101": "0.9868 of 910 pages of the training sites", "lenet5": "best on screenshots at least cost"}
"""Figures of the paper (Qin et al. 2023, I-AWCE)."""
CURVE = (0.125, 0.25, 0.5, 1.0)
HEAD = (
    "| model | input | recipe | parameters | training, s | inference, ms | same sites | unseen sites | balanced "
    "| article | list | the paper |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True, slots=True)
class Options:
    """Options of all rows."""

    output: Path
    weights: str
    cache: Path | None
    epochs: int
    parts: int


def main(
    data: Annotated[Path, typer.Option(help="The page-type corpus.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for table and pictures.")],
    row: Annotated[list[str], typer.Option(help="MODEL:INPUT:SIZE:RECIPE; may be repeated.")],
    weights: Annotated[str, typer.Option(help="Weights of a transfer network's trunk.")] = "none",
    cache: Annotated[
        Path | None, typer.Option(help="Folder for the outputs of frozen stages; default: the output folder.")
    ] = None,
    epochs: Annotated[int, typer.Option(help="Number of epochs instead of the recipes' own.")] = 0,
    parts: Annotated[int, typer.Option(help="How many of the five parts are predicted.")] = 5,
    curve: Annotated[bool, typer.Option("--curve", help="Also train on more and more sites.")] = False,
) -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    pages, options = read_labelled_pages(data), Options(output, weights, cache, epochs, parts)
    output.mkdir(parents=True, exist_ok=True)
    rows = [study(pages, one, options) for one in row]
    table = "\n".join([HEAD, *(show(one) for one in rows)])
    points = learning_curve(pages, row[0], options) if curve else []
    plot(rows, points, output / "study.png")
    (output / "study.json").write_text(json.dumps({"rows": rows, "curve": points}, indent=1))
    (output / "study.md").write_text(table + "\n")
    print(table)


def study(pages: Sequence[LabelledPage], row: str, options: Options) -> dict[str, Any]:
    """All columns of the table for one row."""
    model, kind, size, recipe = row.split(":")
    task, chosen = prepare(pages, row, options)
    by_page = site_folds(chosen, 5, 0, lambda page: page.id)[: options.parts]
    by_site = site_folds(chosen, 5, 0)[: options.parts]
    same = cross_validate(task, chosen, by_page)
    started = time.perf_counter()
    unseen = cross_validate(task, chosen, by_site)
    seconds = (time.perf_counter() - started) / len(by_site)
    result = {
        "row": row,
        "model": model,
        "input": f"{kind} {size}",
        "recipe": recipe,
        "parameters": parameters(task),
        "training_s": round(seconds, 1),
        "inference_ms": round(inference(task, chosen), 2),
        "same_sites": scores(same),
        "unseen_sites": scores(unseen),
        "paper": PAPER.get(model, ""),
    }
    log.info("%s", json.dumps(result))
    return result


def prepare(pages: Sequence[LabelledPage], row: str, options: Options) -> tuple[Task, list[LabelledPage]]:
    model, kind, size, recipe = row.split(":")
    chosen_recipe = get_recipe(recipe)
    if options.epochs:
        chosen_recipe = type(chosen_recipe)(**{**_fields(chosen_recipe), "epochs": options.epochs})
    spec = InputSpec(kind, (int(size), int(size)))  # type: ignore[arg-type]
    weights = options.weights if model.startswith(("resnet", "efficientnet")) else "none"
    settings = RunSettings(model, spec, LABELS, chosen_recipe, options.output, weights=weights, cache=options.cache)
    chosen = select([page for page in pages if page.boxes], settings)
    return make_task(chosen, settings), chosen


def _fields(recipe: Any) -> dict[str, Any]:
    return {name: getattr(recipe, name) for name in recipe.__slots__}


def scores(found: Validated) -> dict[str, Any]:
    predictions = found.predictions
    guesses = predictions.logits.argmax(axis=1)
    targets, sites = predictions.targets, predictions.sites
    right, *interval = site_mean((guesses == targets).tolist(), sites)
    return {
        "accuracy": right,
        "interval": interval,
        "balanced": float(balanced_accuracy(confusion(targets, guesses).sum(axis=0))),
        "recall": [float((guesses[targets == label] == label).mean()) for label in range(len(LABELS))],
    }


def parameters(task: Task) -> int:
    if isinstance(task, MapsTask):
        return sum(weight.numel() for weight in task.network.parameters())
    if isinstance(task, AttentionTask):
        build, spec = NETWORKS[task.model], task.spec
        network = build(Shape(spec.channels, spec.size, len(task.labels)))
        return sum(weight.numel() for weight in network.parameters())
    if isinstance(task, NetworkTask):
        return sum(weight.numel() for weight in (task.transfer or task.build()).parameters())
    trees = task.described()["recipe"]
    return int(trees["max_iter"] * (2 * trees["max_leaf_nodes"] - 1))


def inference(task: Task, pages: Sequence[LabelledPage], count: int = 64) -> float:
    """Milliseconds for each page on one core, with prepared inputs."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    if isinstance(task, NetworkTask | MapsTask):
        network = task.network if isinstance(task, MapsTask) else (task.transfer or task.build()).eval()
        batch = torch.rand(count, *task.spec.shape)
        started = time.perf_counter()
        with torch.inference_mode():
            for rows in torch.tensor_split(batch, count // 8):
                network(rows)
    else:
        fitted = task.fit(pages[:200])
        started = time.perf_counter()
        fitted.predict(pages[:count])
    seconds = time.perf_counter() - started
    torch.set_num_threads(threads)
    return 1000 * seconds / count


def learning_curve(pages: Sequence[LabelledPage], row: str, options: Options) -> list[dict[str, float]]:
    """Accuracy on the same unseen sites after training on a part of the others."""
    task, chosen = prepare(pages, row, options)
    points = []
    for share in CURVE:
        right, sites_seen = [], []
        for unseen in site_folds(chosen, 5, 0)[: options.parts]:
            away = {page.site for page in unseen}
            sites = sorted({page.site for page in chosen} - away)
            random.Random(0).shuffle(sites)
            kept = set(sites[: round(share * len(sites))])
            predictions = task.fit([page for page in chosen if page.site in kept]).predict(unseen)
            right += list(predictions.logits.argmax(axis=1) == predictions.targets)
            sites_seen.append(len(kept))
        points.append({"sites": float(np.mean(sites_seen)), "accuracy": float(np.mean(right))})
        log.info("%s", points[-1])
    return points


def show(row: dict[str, Any]) -> str:
    same, unseen = row["same_sites"], row["unseen_sites"]
    low, high = unseen["interval"]
    cells = [
        row["model"],
        row["input"],
        row["recipe"],
        f"{row['parameters']:,}",
        f"{row['training_s']:.0f}",
        f"{row['inference_ms']:.2f}",
        f"{same['accuracy']:.3f}",
        f"{unseen['accuracy']:.3f} ({low:.3f}–{high:.3f})",
        f"{unseen['balanced']:.3f}",
        *(f"{recall:.3f}" for recall in unseen["recall"]),
        row["paper"],
    ]
    return f"| {' | '.join(cells)} |"
