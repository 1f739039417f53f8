"""Logistic regression with an offset, and its regularization strength chosen by cross-validation.

The weights of a site are drawn around those of all sites, and these around zero, each from a normal distribution; the
most probable ones are computed. The fewer labels there are, the closer they stay to zero, which is the shipped model.

Sources: Gelman and Hill 2006 (hierarchical logistic regression); Hoerl and Kennard 1970 (shrinkage); Liu and Nocedal
1989 (L-BFGS). Deviation: the variances are chosen by cross-validation instead of being drawn themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack

from iawce.models.blocks.candidates import choose_by_f1
from iawce.models.common.intervals import site_mean
from iawce.models.common.probabilities import log_softmax, sigmoid, softmax
from iawce.models.correction.names import ANY_SITE, EVERY, Floats, NamedWeights, Names

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Key = TypeVar("Key")
MAX_STEPS = 300  # Steps of L-BFGS
MAX_FOLDS = 10
MIN_PAGES = 5  # Least pages for choosing the variance; with fewer, the default is used
MIN_SITES = 5  # Least labelled sites for learning weights of all sites


class Variances(NamedTuple):
    """Variances: of the weights of a site, and of those of all sites; 0 adds nothing."""

    own: float
    everywhere: float = 0.0


class PageRows(NamedTuple):
    """Training rows of a page: blocks, or the page, each with its names in groups and the weights of these."""

    site: str
    groups: list[list[tuple[Names, float]]]
    offsets: Floats  # The shipped model's logits, float64 (rows, outputs)
    targets: Floats  # The same; with one output, a probability, with several, they sum to one
    weights: Floats  # (rows,)


@dataclass(frozen=True, slots=True)
class Problem:
    """All rows of all pages.

    The name of all rows is not shared: the frequency of a page type among labelled pages is not evidence for other
    sites.
    """

    names: tuple[tuple[str, str], ...]
    shared_names: tuple[str, ...]
    own: csr_matrix  # The names of each row as those of its site, (rows, names)
    shared: csr_matrix  # The same, as those of all sites
    offsets: Floats
    targets: Floats
    weights: Floats
    pages: Ints
    sites: tuple[str, ...]

    @classmethod
    def of(cls, pages: Sequence[PageRows]) -> "Problem":
        """The problem of at least one page."""
        rows = [
            (page.site, [(name, scale) for names, scale in groups for name in names])
            for page in pages
            for groups in page.groups
        ]
        names, own = _matrix([((site, name), scale) for name, scale in row] for site, row in rows)
        shared_names, shared = _matrix([one for one in row if one[0] != EVERY] for _, row in rows)
        return cls(
            names,
            shared_names,
            own,
            shared,
            np.concatenate([page.offsets for page in pages]),
            np.concatenate([page.targets for page in pages]),
            np.concatenate([page.weights for page in pages]),
            np.repeat(np.arange(len(pages)), [len(page.groups) for page in pages]),
            tuple(page.site for page in pages),
        )

    def logits(self, variances: Variances, learned: Bools) -> Floats:
        """Logits of all rows after training on these pages, float64 (rows, outputs)."""
        design = self._design(variances)
        return np.asarray(self.offsets + design @ self._fit(design, learned[self.pages]))

    def learn(self, variances: Variances) -> NamedWeights:
        """The weights after training on all pages."""
        design = self._design(variances)
        found = self._fit(design, np.ones(len(self.pages), bool))
        own = found[: len(self.names)] * np.sqrt(variances.own)
        names, values = list(self.names), [own]
        if variances.everywhere:
            names += [(ANY_SITE, name) for name in self.shared_names]
            values.append(found[len(self.names) :] * np.sqrt(variances.everywhere))
        return NamedWeights.of(names, np.concatenate(values))

    def losses(self, logits: Floats) -> Floats:
        """Mean cross-entropy of the rows of each page, float64 (pages,)."""
        losses = self.weights * _cross_entropy(logits, self.targets)
        return np.asarray(np.bincount(self.pages, losses) / np.bincount(self.pages, self.weights))

    def scores(self, logits: Floats) -> Floats:
        """The score of each page, float64 (pages,): whether its type is right, or F1 of its blocks by weight."""
        if logits.shape[1] > 1:
            return np.asarray(logits.argmax(axis=1) == self.targets.argmax(axis=1), np.float64)
        found = np.ones(len(self.sites))
        for page in range(len(found)):
            rows = self.pages == page
            weights, wanted = self.weights[rows], self.targets[rows, 0] > 0.5
            chosen = choose_by_f1(sigmoid(logits[rows, 0]), weights)
            if total := float(weights[chosen].sum() + weights[wanted].sum()):
                found[page] = 2 * float(weights[chosen & wanted].sum()) / total
        return found

    def _design(self, variances: Variances) -> csr_matrix:
        parts = [self.own * np.sqrt(variances.own)]
        return csr_matrix(
            hstack([*parts, self.shared * np.sqrt(variances.everywhere)] if variances.everywhere else parts)
        )

    def _fit(self, design: csr_matrix, rows: Bools) -> Floats:
        """Most probable weights of the columns, each drawn around zero with variance one."""
        chosen, outputs = design[rows], self.offsets.shape[1]
        turned = chosen.T.tocsr()
        offsets, targets, weights = self.offsets[rows], self.targets[rows], self.weights[rows]
        answer = sigmoid if outputs == 1 else softmax

        def cost(flat: Floats) -> tuple[float, Floats]:
            found = flat.reshape(-1, outputs)
            logits = offsets + chosen @ found
            slopes = turned @ (weights[:, None] * (answer(logits) - targets)) + found
            return float(weights @ _cross_entropy(logits, targets) + (flat @ flat) / 2), slopes.ravel()

        start = np.zeros(design.shape[1] * outputs)
        found = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": MAX_STEPS})
        return np.asarray(found.x, np.float64).reshape(-1, outputs)


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


class Choices(NamedTuple):
    """Variances to choose from, the default of a site first."""

    own: tuple[float, ...]
    everywhere: tuple[float, ...]


BLOCK_VARIANCES = Choices((1.0, 0.1, 10.0), (0.01, 0.1, 1.0))
TYPE_VARIANCES = Choices((4.0, 1.0, 16.0), (0.01, 0.1, 1.0))


def page_folds(sites: Sequence[str]) -> Ints:
    """The fold of each page, int64 (pages,): pages are assigned in turn, those of a site one after another.

    So all folds have about the same number of pages, and pages of a site are in different ones.
    """
    shuffled = np.random.default_rng(0).permutation(len(sites)).tolist()
    in_turn = sorted(shuffled, key=sites.__getitem__)
    found = np.zeros(len(sites), np.int64)
    found[in_turn] = np.arange(len(sites)) % min(MAX_FOLDS, max(len(sites), 1))
    return found


def site_folds(sites: Sequence[str]) -> Ints:
    """The fold of each page, the same: a site is in one fold only."""
    names = sorted(set(sites))
    order = np.random.default_rng(0).permutation(len(names)) % MAX_FOLDS
    folds = dict(zip(names, order.tolist(), strict=True))
    return np.array([folds[site] for site in sites])


def unseen_logits(problem: Problem, folds: Ints, variances: Variances) -> Floats:
    """Logits of all rows, each after training on the other folds, float64 (rows, outputs)."""
    found = problem.offsets.copy()
    for fold in sorted(set(folds.tolist())):
        rows = (folds == fold)[problem.pages]
        if (folds != fold).any():
            found[rows] = problem.logits(variances, folds != fold)[rows]
    return found


def choose_variances(problem: Problem, choices: Choices) -> tuple[Variances, Floats]:
    """The variances that best predict pages from the others of their sites, and logits of all rows, (rows, outputs).

    Each logit is by what the pages of the other folds teach, with the variance of a site that predicts those best.
    Weights of all sites are learned only if they significantly improve page types, or content, on sites without labels.
    A lower cross-entropy is not enough, as labelled pages are not a sample of all pages.
    """
    everywhere = _choose_everywhere(problem, choices)
    own = choices.own if len(problem.sites) >= MIN_PAGES else choices.own[:1]
    tried, folds = [Variances(value, everywhere) for value in own], page_folds(problem.sites)
    logits = np.stack([unseen_logits(problem, folds, variances) for variances in tried])
    scores = -np.stack([problem.losses(found) for found in logits])
    rows = np.arange(len(problem.pages))
    return tried[int(scores.mean(axis=1).argmax())], logits[best_of_others(scores, folds)[problem.pages], rows]


def best_of_others(scores: Floats, folds: Ints) -> Ints:
    """For each page the choice with the best scores, (choices, pages), on the pages of other folds, int64 (pages,).

    So a choice by scores is not tested on the pages by which it was made.
    """
    of_folds = scores @ np.eye(int(folds.max()) + 1)[folds]
    return np.asarray((scores.sum(axis=1, keepdims=True) - of_folds).argmax(axis=0)[folds])


def _choose_everywhere(problem: Problem, choices: Choices) -> float:
    if len(set(problem.sites)) < MIN_SITES:
        return 0.0
    folds, shipped = site_folds(problem.sites), problem.scores(problem.offsets)
    tried = [Variances(choices.own[0], value) for value in choices.everywhere]
    gains = np.stack([problem.scores(unseen_logits(problem, folds, one)) - shipped for one in tried])
    unseen = gains[best_of_others(gains, folds), np.arange(len(folds))]
    is_sure = site_mean(unseen.tolist(), problem.sites).low > 0
    return choices.everywhere[int(gains.mean(axis=1).argmax())] if is_sure else 0.0
