"""Plots of a training run: curves, confusion matrix, worst mistakes."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import Image
from sklearn.metrics import confusion_matrix

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.train.common.metrics import Predictions

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
