"""Plots of a training of the block model."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

mpl.use("Agg")
Floats = NDArray[np.float64]


def plot_scores(path: Path, types: Sequence[str], scores: Floats) -> None:
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


def plot_confidence(path: Path, expected: Floats, scores: Floats) -> None:
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
