"""Logistic regression with an offset, and its regularization strength chosen by cross-validation.

The weights of a site are drawn around zero from a normal distribution; the most probable ones are computed. The fewer
labels there are, the closer they stay to zero, which is the shipped model.

Sources: Hoerl and Kennard 1970 (shrinkage); Liu and Nocedal 1989 (L-BFGS).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from iawce.data.arrays import Bools, Floats, Ints
from iawce.models.common.probabilities import log_softmax, sigmoid, softmax
from iawce.models.correction.correction import NamedWeights, Names

Key = tuple[str, str]  # A site and a name
MAX_STEPS = 300  # Steps of L-BFGS
MAX_FOLDS = 10
MIN_PAGES = 5  # Least pages for choosing the variance; with fewer, the default is used
BLOCK_VARIANCES, TYPE_VARIANCES = (1.0, 0.1, 10.0), (4.0, 1.0, 16.0)
"""Variances of the weights to choose from, the default first."""


class PageRows(NamedTuple):
    """Training rows of a page: blocks, or the page, each with its names in groups and the weights of these."""

    site: str
    groups: list[list[tuple[Names, float]]]
    offsets: Floats  # The shipped model's logits, float64 (rows, outputs)
    targets: Floats  # The same; with one output, a probability, with several, they sum to one
    weights: Floats  # (rows,)


@dataclass(frozen=True, slots=True)
class Problem:
    """All rows of all pages."""

    names: tuple[Key, ...]
    design: csr_matrix  # The names of each row, (rows, names)
    offsets: Floats
    targets: Floats
    weights: Floats
    pages: Ints
    sites: tuple[str, ...]

    @classmethod
    def of(cls, pages: Sequence[PageRows]) -> "Problem":
        """The problem of at least one page."""
        return cls(
            *_matrix(
                [((page.site, name), scale) for names, scale in groups for name in names]
                for page in pages
                for groups in page.groups
            ),
            np.concatenate([page.offsets for page in pages]),
            np.concatenate([page.targets for page in pages]),
            np.concatenate([page.weights for page in pages]),
            np.repeat(np.arange(len(pages)), [len(page.groups) for page in pages]),
            tuple(page.site for page in pages),
        )

    def logits(self, variance: float, learned: Bools) -> Floats:
        """Logits of all rows after training on these pages, float64 (rows, outputs)."""
        return np.asarray(self.offsets + self.design @ self._fit(variance, learned[self.pages]))

    def learn(self, variance: float) -> NamedWeights:
        """The weights after training on all pages."""
        return NamedWeights.of(self.names, self._fit(variance, np.ones(len(self.pages), bool)))

    def losses(self, logits: Floats) -> Floats:
        """Mean cross-entropy of the rows of each page, float64 (pages,)."""
        losses = self.weights * _cross_entropy(logits, self.targets)
        return np.asarray(np.bincount(self.pages, losses) / np.bincount(self.pages, self.weights))

    def _fit(self, variance: float, rows: Bools) -> Floats:
        """Most probable weights of the names, each drawn around zero with this variance."""
        chosen, outputs = (self.design * np.sqrt(variance))[rows], self.offsets.shape[1]
        turned = chosen.T.tocsr()
        offsets, targets, weights = self.offsets[rows], self.targets[rows], self.weights[rows]
        answer = sigmoid if outputs == 1 else softmax

        def cost(flat: Floats) -> tuple[float, Floats]:
            found = flat.reshape(-1, outputs)
            logits = offsets + chosen @ found
            slopes = turned @ (weights[:, None] * (answer(logits) - targets)) + found
            return float(weights @ _cross_entropy(logits, targets) + (flat @ flat) / 2), slopes.ravel()

        start = np.zeros(len(self.names) * outputs)
        found = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": MAX_STEPS})
        return np.asarray(found.x.reshape(-1, outputs) * np.sqrt(variance), np.float64)


def _matrix(rows: Iterable[Sequence[tuple[Key, float]]]) -> tuple[tuple[Key, ...], csr_matrix]:
    """The rows as a sparse matrix, and the keys of its columns in the order of their first use."""
    numbers, columns, values, ends = dict[Key, int](), list[int](), list[float](), [0]
    for row in rows:
        columns += [numbers.setdefault(key, len(numbers)) for key, _ in row]
        values += [value for _, value in row]
        ends.append(len(columns))
    return tuple(numbers), csr_matrix((values, columns, ends), shape=(len(ends) - 1, len(numbers)))


def _cross_entropy(logits: Floats, targets: Floats) -> Floats:
    """Of each row, float64 (rows,)."""
    if logits.shape[1] == 1:
        return np.asarray(np.logaddexp(0, logits[:, 0]) - targets[:, 0] * logits[:, 0])
    return np.asarray(-(targets * log_softmax(logits)).sum(axis=1))


def page_folds(sites: Sequence[str]) -> Ints:
    """The fold of each page, int64 (pages,): pages are assigned in turn, those of a site one after another.

    So all folds have about the same number of pages, and pages of a site are in different ones.
    """
    shuffled = np.random.default_rng(0).permutation(len(sites)).tolist()
    in_turn = sorted(shuffled, key=sites.__getitem__)
    found = np.zeros(len(sites), np.int64)
    found[in_turn] = np.arange(len(sites)) % min(MAX_FOLDS, max(len(sites), 1))
    return found


def unseen_logits(problem: Problem, folds: Ints, variance: float) -> Floats:
    """Logits of all rows, each after training on the other folds, float64 (rows, outputs)."""
    found = problem.offsets.copy()
    for fold in sorted(set(folds.tolist())):
        rows = (folds == fold)[problem.pages]
        if (folds != fold).any():
            found[rows] = problem.logits(variance, folds != fold)[rows]
    return found


def choose_variance(problem: Problem, choices: Sequence[float]) -> tuple[float, Floats]:
    """The variance that best predicts pages from the others of their sites, and logits of all rows, (rows, outputs).

    Each logit is by what the pages of the other folds teach, with the variance that predicts those best.
    """
    tried, folds = choices if len(problem.sites) >= MIN_PAGES else choices[:1], page_folds(problem.sites)
    logits = np.stack([unseen_logits(problem, folds, variance) for variance in tried])
    scores = -np.stack([problem.losses(found) for found in logits])
    rows = np.arange(len(problem.pages))
    return tried[int(scores.mean(axis=1).argmax())], logits[best_of_others(scores, folds)[problem.pages], rows]


def best_of_others(scores: Floats, folds: Ints) -> Ints:
    """For each page the choice with the best scores, (choices, pages), on the pages of other folds, int64 (pages,).

    So a choice by scores is not tested on the pages by which it was made.
    """
    of_folds = scores @ np.eye(int(folds.max()) + 1)[folds]
    return np.asarray((scores.sum(axis=1, keepdims=True) - of_folds).argmax(axis=0)[folds])
