"""Plots of a training: learning curves, confusion matrix, worst mistakes, learned weights."""

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray
from PIL import Image
from sklearn.metrics import confusion_matrix

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.correction.names import Floats
from iawce.train.common.metrics import Predictions
from iawce.train.correction.measured import Answers
from iawce.train.correction.problem import Bools, Problem, Variances

mpl.use("Agg")

IN_ROW = 8
"""Pictures beside each other."""
CAPTION = 28
"""Characters of a line below a picture."""
History = list[dict[str, float]]


def plot_curves(path: Path, histories: Sequence[History]) -> None:
    """Loss and accuracy by epoch, one line for each fold, and their mean in bold as far as all go."""
    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.subplots(1, 2)
    for axis, names in zip(axes, (("loss", "unseen_loss"), ("unseen_accuracy",)), strict=True):
        for name, colour in zip(names, ("tab:blue", "tab:orange"), strict=False):
            lines = [[row[name] for row in history if name in row] for history in histories]
            lines = [line for line in lines if line]
            for line in lines:
                axis.plot(range(1, len(line) + 1), line, color=colour, alpha=0.3, marker=".")
            if lines:
                shortest = min(map(len, lines))
                mean = np.mean([line[:shortest] for line in lines], axis=0)
                axis.plot(
                    range(1, len(mean) + 1), mean, color=colour, linewidth=2, marker=".", label=name.replace("_", " ")
                )
        axis.set_xlabel("epoch")
        axis.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axis.grid(alpha=0.3)
        if axis.has_data():
            axis.legend()
    axes[0].set_title("cross-entropy (log scale)")
    axes[0].set_yscale("log")
    axes[1].set_title("accuracy on unseen sites")
    figure.savefig(path, dpi=110)


def plot_confusion(path: Path, predictions: Predictions, labels: Sequence[str]) -> None:
    """Confusion matrix: counts of true label (row) by prediction (column)."""
    guesses = predictions.logits.argmax(axis=1)
    counts = confusion_matrix(predictions.targets, guesses, labels=range(len(labels)))
    figure = Figure(figsize=(1.6 + 1.3 * len(labels), 1.3 + 1.2 * len(labels)), layout="constrained")
    axis = figure.subplots()
    axis.imshow(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1), cmap="Blues", vmin=0, vmax=1)
    for (row, column), count in np.ndenumerate(counts):
        share = count / max(counts[row].sum(), 1)
        colour = "white" if share > 0.5 else "black"
        axis.text(column, row, f"{count}\n{share:.1%}", ha="center", va="center", color=colour)
    axis.set_xticks(range(len(labels)), labels)
    axis.set_yticks(range(len(labels)), labels, rotation=90, va="center")
    axis.set_xlabel("guess")
    axis.set_ylabel("truth")
    figure.savefig(path, dpi=110)


def plot_mistakes(
    path: Path, pages: Sequence[LabelledPage], predictions: Predictions, labels: Sequence[str], temperature: float
) -> None:
    """Screenshots of the 24 pages on which the network was most confidently wrong."""
    draw_mistakes(pages, predictions, labels, temperature).savefig(path, dpi=90)


def name_below(page: LabelledPage) -> str:
    """The page's name in two lines that are no wider than a picture of it."""
    return "\n".join(textwrap.wrap(page.id, CAPTION, max_lines=2, placeholder="..."))


def draw_mistakes(
    pages: Sequence[LabelledPage], predictions: Predictions, labels: Sequence[str], temperature: float
) -> Figure:
    """The same as a figure: each picture with its caption, which is no wider than that."""
    probabilities = predictions.probabilities(temperature)
    guesses = probabilities.argmax(axis=1)
    wrong = np.flatnonzero(guesses != predictions.targets)
    worst = wrong[np.argsort(-probabilities[wrong, guesses[wrong]])][:24]
    by_id = {page.id: page for page in pages}
    rows = max(1, -(-len(worst) // IN_ROW))
    figure = Figure(figsize=(2 * IN_ROW, 4 * rows), layout="constrained")
    axes = figure.subplots(rows, IN_ROW).ravel()
    for axis in axes:
        axis.set_axis_off()
    for axis, row in zip(axes, worst, strict=False):
        page, guess = by_id[predictions.ids[row]], guesses[row]
        if page.screenshot is None:
            continue
        with Image.open(page.screenshot) as picture:
            shown = picture.convert("RGB")
        shown.thumbnail((340, 10_000))
        axis.imshow(shown.crop((0, 0, shown.width, min(shown.height, 2 * shown.width))))
        lines = [f"{page.label} taken for {labels[guess]}", f"p={probabilities[row, guess]:.2f}", name_below(page)]
        axis.set_title("\n".join(lines), size=6)
    return figure


mpl.use("Agg")
SIZES = (0, 1, 2, 3, 5, 10, 20, 50, 100)
"""Numbers of labelled training pages."""
DRAWS = 5
"""Random draws for each size."""


def plot_content(path: Path, answers: Answers) -> None:
    """Word F1 of each labelled page, as shipped and corrected by the other pages."""
    figure = Figure(figsize=(5, 5), layout="constrained")
    axis = figure.subplots()
    axis.scatter(answers.shipped, answers.corrected, s=12, alpha=0.5)
    axis.plot([0, 1], [0, 1], color="grey", linestyle=":")
    axis.set_xlabel("word F1 as shipped")
    axis.set_ylabel("word F1 corrected by the other pages")
    figure.savefig(path, dpi=110)


def plot_curve(path: Path, problems: Mapping[str, tuple[Problem, Variances]]) -> None:
    """Mean cross-entropy of pages by the number of other labelled pages in the training."""
    figure = Figure(figsize=(6, 4), layout="constrained")
    axis = figure.subplots()
    for name, (problem, variances) in problems.items():
        sizes = [size for size in SIZES if size < len(problem.sites)]
        points = [_losses(problem, variances, size) for size in sizes]
        axis.plot(sizes, [losses.mean() for losses in points], marker="o", label=name)
    axis.set_xlabel("labelled pages")
    axis.set_ylabel("cross-entropy of the other pages")
    axis.set_ylim(bottom=0)
    axis.grid(alpha=0.3)
    axis.legend()
    figure.savefig(path, dpi=110)


def _losses(problem: Problem, variances: Variances, size: int) -> Floats:
    """Cross-entropy of pages after training on other ones, float64 (draws times other pages,)."""
    found = []
    for draw in range(DRAWS):
        learned: Bools = np.zeros(len(problem.sites), bool)
        learned[np.random.default_rng(draw).permutation(len(learned))[:size]] = True
        found.append(problem.losses(problem.logits(variances, learned))[~learned])
    return np.concatenate(found)


mpl.use("Agg")
Scores = NDArray[np.float64]


def plot_scores(path: Path, types: Sequence[str], scores: Scores) -> None:
    """Word F1 of the pages of each type, from the worst to the best page, on unseen sites."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axis = figure.subplots()
    kinds = np.array(types)
    for kind in sorted(set(types)):
        found = np.sort(scores[kinds == kind])
        axis.plot(np.linspace(0, 1, len(found)), found, label=f"{kind}: {found.mean():.3f} ({len(found)})")
    axis.set_xlabel("share of the pages")
    axis.set_ylabel("word F1")
    axis.grid(alpha=0.3)
    axis.legend()
    figure.savefig(path, dpi=110)


def plot_confidence(path: Path, expected: Scores, scores: Scores) -> None:
    """Mean word F1 of the pages by their expected word F1."""
    figure = Figure(figsize=(5, 5), layout="constrained")
    axis = figure.subplots()
    axis.scatter(expected, scores, s=4, alpha=0.25)
    bins = np.clip((expected * 10).astype(int), 0, 9)
    used = [number for number in range(10) if (bins == number).any()]
    axis.plot([expected[bins == n].mean() for n in used], [scores[bins == n].mean() for n in used], color="tab:red")
    axis.plot([0, 1], [0, 1], color="grey", linestyle=":")
    axis.set_xlabel("expected word F1")
    axis.set_ylabel("word F1 on sites never seen")
    figure.savefig(path, dpi=110)
