"""The picture of the study: accuracies of its rows, and the curve over sites trained on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure


def plot(rows: Sequence[dict[str, Any]], curve: Sequence[dict[str, float]], path: Path) -> None:
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    axes = figure.subplots(1, 2 if curve else 1, squeeze=False)[0]
    names = [f"{row['model']}\n{row['input']} {row['recipe']}" for row in rows]
    places = np.arange(len(rows))
    axes[0].barh(places + 0.2, [row["same_sites"]["accuracy"] for row in rows], 0.38, label="sites of the training")
    axes[0].barh(places - 0.2, [row["unseen_sites"]["accuracy"] for row in rows], 0.38, label="unseen sites")
    axes[0].set_yticks(places, names, size=7)
    axes[0].set_xlim(0.5, 1)
    axes[0].set_xlabel("accuracy")
    figure.legend(loc="outside upper left", ncols=2)
    if curve:
        axes[1].plot([point["sites"] for point in curve], [point["accuracy"] for point in curve], marker="o")
        axes[1].set_xscale("log")
        axes[1].set_xticks([], minor=True)
        axes[1].set_xticks([point["sites"] for point in curve], [f"{point['sites']:.0f}" for point in curve])
        axes[1].set_xlabel("sites trained on")
        axes[1].set_ylabel("accuracy on unseen sites")
        axes[1].grid(alpha=0.3)
    figure.savefig(path, dpi=110)
