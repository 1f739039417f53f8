"""Pictures of a training of a correction."""

from collections.abc import Mapping
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from iawce.models.correction.names import Floats
from iawce.train.correction.measured import Answers
from iawce.train.correction.problem import Bools, Problem, Variances

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
