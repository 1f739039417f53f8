"""Plots of a training: learning curves, confusion matrix, worst mistakes, learned weights."""

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from sklearn.metrics import confusion_matrix

from iawce.data.arrays import Floats
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.picture import open_picture
from iawce.train.common.metrics import History, Predictions

IN_ROW = 8  # Pictures beside each other
MOST_DRAWN = 96  # Pictures of one sheet
CAPTION = 28  # Characters of a line below a picture


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
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    with _axis(path, (1.6 + 1.3 * len(labels), 1.3 + 1.2 * len(labels)), "guess", "truth") as axis:
        axis.imshow(shares, cmap="Blues", vmin=0, vmax=1)
        for (row, column), share in np.ndenumerate(shares):
            colour = "white" if share > 0.5 else "black"
            said = f"{counts[row, column]}\n{share:.1%}"
            axis.text(column, row, said, ha="center", va="center", color=colour)
        axis.set_xticks(range(len(labels)), labels)
        axis.set_yticks(range(len(labels)), labels, rotation=90, va="center")


def draw_mistakes(
    pages: Sequence[LabelledPage], predictions: Predictions, labels: Sequence[str], temperature: float
) -> Figure:
    """Screenshots of the 24 pages on which the network was most confidently wrong, captions no wider than these."""
    probabilities = predictions.probabilities(temperature)
    guesses = probabilities.argmax(axis=1)
    wrong = np.flatnonzero(guesses != predictions.targets)
    worst = wrong[np.argsort(-probabilities[wrong, guesses[wrong]])][:24]
    by_id = {page.id: page for page in pages}
    shown = [by_id[predictions.ids[row]] for row in worst]
    captions = [
        f"{page.label} taken for {labels[guesses[row]]}\np={probabilities[row, guesses[row]]:.2f}"
        for page, row in zip(shown, worst, strict=True)
    ]
    return draw_pages(shown, captions)


def draw_pages(pages: Sequence[LabelledPage], captions: Sequence[str]) -> Figure:
    """The tops of the screenshots of pages, each below its caption and its name; at most ``MOST_DRAWN``."""
    rows = max(1, -(-min(len(pages), MOST_DRAWN) // IN_ROW))
    figure = Figure(figsize=(2 * IN_ROW, 4 * rows), layout="constrained")
    axes = figure.subplots(rows, IN_ROW).ravel()
    for axis in axes:
        axis.set_axis_off()
    for axis, page, caption in zip(axes, pages, captions, strict=False):
        if page.screenshot is None:
            continue
        shown = open_picture(page.screenshot)
        shown.thumbnail((340, 10_000))
        axis.imshow(shown.crop((0, 0, shown.width, min(shown.height, 2 * shown.width))))
        name = textwrap.wrap(page.id, CAPTION, max_lines=2, placeholder="...")  # no wider than the picture
        axis.set_title("\n".join((caption, *name)), size=6)
    return figure


def plot_content(path: Path, shipped: Sequence[float], corrected: Sequence[float]) -> None:
    """Word F1 of each labelled page, as shipped and corrected by the other pages."""
    with _axis(path, (5, 5), "word F1 as shipped", "word F1 corrected by the other pages") as axis:
        axis.scatter(shipped, corrected, s=12, alpha=0.5)
        axis.plot([0, 1], [0, 1], color="grey", linestyle=":")


def plot_scores(path: Path, types: Sequence[str], scores: Floats) -> None:
    """Word F1 of the pages of each type, from the worst to the best page, on unseen sites."""
    with _axis(path, (8, 5), "share of the pages", "word F1") as axis:
        kinds = np.array(types)
        for kind in sorted(set(types)):
            found = np.sort(scores[kinds == kind])
            axis.plot(np.linspace(0, 1, len(found)), found, label=f"{kind}: {found.mean():.3f} ({len(found)})")
        axis.grid(alpha=0.3)
        axis.legend()


def plot_confidence(path: Path, expected: Floats, scores: Floats) -> None:
    """Mean word F1 of the pages by their expected word F1."""
    with _axis(path, (5, 5), "expected word F1", "word F1 on sites never seen") as axis:
        axis.scatter(expected, scores, s=4, alpha=0.25)
        bins = np.clip((expected * 10).astype(int), 0, 9)
        used = [number for number in range(10) if (bins == number).any()]
        axis.plot([expected[bins == n].mean() for n in used], [scores[bins == n].mean() for n in used], color="tab:red")
        axis.plot([0, 1], [0, 1], color="grey", linestyle=":")


@contextmanager
def _axis(path: Path, size: tuple[float, float], across: str, up: str) -> Iterator[Axes]:
    """Axes with these names, which are written to ``path`` once something is drawn on them."""
    figure = Figure(figsize=size, layout="constrained")
    axis = figure.subplots()
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    yield axis
    figure.savefig(path, dpi=110)
