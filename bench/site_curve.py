"""How well page types of unseen sites are classified after training on more and more sites, for each kind of input.

python -m bench site_curve --data PATH/pagetype --data PATH/pagetype-more --cache runs/cache -o runs/curve

The members are the cheap ones of the ensemble: trees, words and the maps of a frozen network; all that use one input
answer with equal weight. Their inputs are read from ``--cache``, the folder of that name of ``train.py``. The sites of
a smaller training are part of those of the larger ones, with the same share of every type. Writes ``curve.json`` and
``curve.png``.
"""

import json
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from matplotlib.figure import Figure
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.models.common.intervals import site_interval, site_mean
from iawce.models.page_type.classification import LABELS
from iawce.scripts.console import say
from iawce.train.common.metrics import Predictions, balanced_accuracy, confusion, join_predictions
from iawce.train.common.split import site_folds, theme_of
from iawce.train.page_type.boosting import TreesTask
from iawce.train.page_type.linear_words import WordsTask
from iawce.train.page_type.task import Task
from iawce.train.page_type.tasks import EnsembleSettings, choose_rules, make_tasks

WAYS = {
    "boxes": ("geometry-trees",),
    "html": ("html-trees", "html-words"),
    "screenshot": ("screenshot-trees", "screenshot-maps"),
}
SITES = (25, 50, 100)
GOAL = 0.95
Point = dict[str, float]


def main(
    data: Annotated[list[Path], typer.Option(help="Page-type corpora, whose pages are rendered.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for figures and plot.")],
    cache: Annotated[Path | None, typer.Option(help="Folder with the features of the pages.")] = None,
    ways: Annotated[str, typer.Option(help="boxes, html, screenshot; with commas between them.")] = ",".join(WAYS),
    hold_out: Annotated[str, typer.Option(help="Sites to leave out.")] = "",
    parts: Annotated[int, typer.Option(min=1, max=5, help="How many of five parts are predicted.")] = 5,
) -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    pages = [page for folder in data for page in read_labelled_pages(folder) if page.boxes and page.html]
    pages = [page for page in pages if page.screenshot and page.site not in hold_out.split(",")]
    output.mkdir(parents=True, exist_ok=True)
    curves: dict[str, list[Point]] = {}
    say("| looks at | sites | article or list | four types, balanced |\n| --- | --- | --- | --- |")
    for way in ways.split(","):
        settings = EnsembleSettings(output, rules=choose_rules(way), cache=cache)
        tasks = {name: in_four(task) for name, task in make_tasks(pages, settings, WAYS[way]).items()}
        curves[way] = [measure(tasks, pages, count, parts) for count in (*SITES, len(pages))]
        for point in curves[way]:
            say(f"| {way} | {point['sites']:.0f} | {shown(point, 'two')} | {shown(point, 'balanced')} |")
        say(f"| {way} | {sites_for(curves[way])} | {GOAL} | |")
        (output / "curve.json").write_text(json.dumps(curves, indent=1))
    plot(curves, output / "curve.png")


def in_four(task: Task) -> Task:
    """The task with the four page types, since a few sites have no page of some finer types."""
    return replace(task, labels=LABELS) if isinstance(task, TreesTask | WordsTask) else task


def measure(tasks: dict[str, Task], pages: Sequence[LabelledPage], count: int, parts: int) -> Point:
    """Scores on all pages of the predicted parts, each by members that learned from ``count`` sites of the others."""
    answers, learned = [], []
    for unseen in site_folds(pages, 5, 0, theme_of)[:parts]:
        away = {page.id for page in unseen}
        sites = draw_sites([page for page in pages if page.id not in away], count)
        training = [page for page in pages if page.site in sites and page.id not in away]
        logs = [answer(task, training, unseen) for task in tasks.values()]
        targets = np.array([LABELS.index(page.label) for page in unseen], np.int64)
        answers.append(Predictions.of(unseen, targets, np.sum(logs, axis=0)))
        learned.append(len(sites))
    return scores(join_predictions(answers)) | {"sites": float(np.mean(learned))}


def answer(task: Task, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.log(task.fit(training).predict(unseen).probabilities() + 1e-9)
    return found


def draw_sites(pages: Sequence[LabelledPage], count: int) -> set[str]:
    """About ``count`` sites, with the same share of the sites by their rarest label."""
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    for page in pages:
        labels[page.site][page.label] += 1
    kinds: dict[str, list[str]] = defaultdict(list)
    for site in sorted(labels):
        rarest = min(labels[site], key=lambda label: (label in ("article", "list"), -labels[site][label]))
        kinds[rarest].append(site)
    share = min(1.0, count / len(labels))
    drawn: set[str] = set()
    for sites in kinds.values():
        random.Random(0).shuffle(sites)
        drawn.update(sites[: max(2, round(share * len(sites)))])
    return drawn


def scores(found: Predictions) -> Point:
    two = found.rows(found.targets < 2)
    right = two.logits[:, :2].argmax(axis=1) == two.targets
    value, low, high = site_mean(right.astype(float).tolist(), two.sites)
    guesses = found.logits.argmax(axis=1)
    counts = confusion(found.targets, guesses)
    balanced_low, balanced_high = site_interval(balanced_accuracy, counts, found.sites)
    balanced = float(balanced_accuracy(counts.sum(axis=0)))
    return {
        "two": value,
        "two_low": low,
        "two_high": high,
        "balanced": balanced,
        "balanced_low": balanced_low,
        "balanced_high": balanced_high,
    }


def shown(point: Point, name: str) -> str:
    return f"{point[name]:.3f} ({point[f'{name}_low']:.3f}–{point[f'{name}_high']:.3f})"


def sites_for(curve: Sequence[Point]) -> str:
    """How many sites would reach the goal if mistakes continued to fall as a power of the number of sites."""
    sites, mistakes = np.log([point["sites"] for point in curve]), np.log([1 - point["two"] for point in curve])
    slope, level = np.polyfit(sites, mistakes, 1)
    if curve[-1]["two"] >= GOAL:
        return "reached"
    return f"about {np.exp((np.log(1 - GOAL) - level) / slope):,.0f} for" if slope < -0.02 else "no number for"


def plot(curves: dict[str, list[Point]], path: Path) -> None:
    figure = Figure(figsize=(10, 4), layout="constrained")
    for axes, name in zip(figure.subplots(1, 2), ("two", "balanced"), strict=True):
        for way, curve in curves.items():
            sites, values = [point["sites"] for point in curve], [point[name] for point in curve]
            axes.plot(sites, values, marker="o", label=way)
            lows, highs = ([point[f"{name}_{end}"] for point in curve] for end in ("low", "high"))
            axes.fill_between(sites, lows, highs, alpha=0.15)
        axes.set_xscale("log")
        axes.set_xticks([], minor=True)
        axes.set_xticks(sites, [f"{count:.0f}" for count in sites])
        axes.set_xlabel("sites trained on")
        axes.set_ylabel("article or list: accuracy" if name == "two" else "four types: balanced accuracy")
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=110)
