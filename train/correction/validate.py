"""Chooses the strength of a correction, and measures its effect on labelled pages not used for learning."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from iawce.models.common.intervals import site_mean
from iawce.models.correction.names import Floats
from iawce.train.correction.problem import Ints, Problem, Variances

MOST_FOLDS = 10
FEWEST_PAGES = 5
"""Least pages for choosing the variance; with fewer, the default is used."""
FEWEST_SITES = 5
"""Least labelled sites for learning weights of all sites."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Variances to choose from, the default of a site first."""

    own: tuple[float, ...]
    everywhere: tuple[float, ...]


BLOCK_VARIANCES = Choices((1.0, 0.1, 10.0), (0.01, 0.1, 1.0))
TYPE_VARIANCES = Choices((4.0, 1.0, 16.0), (0.01, 0.1, 1.0))


def page_folds(sites: Sequence[str], seed: int = 0) -> Ints:
    """The fold of each page, int64 (pages,): pages are assigned in turn, those of a site one after another.

    So all folds have about the same number of pages, and pages of a site are in different ones.
    """
    shuffled = np.random.default_rng(seed).permutation(len(sites)).tolist()
    in_turn = sorted(shuffled, key=sites.__getitem__)
    found = np.zeros(len(sites), np.int64)
    found[in_turn] = np.arange(len(sites)) % min(MOST_FOLDS, max(len(sites), 1))
    return found


def site_folds(sites: Sequence[str], seed: int = 0) -> Ints:
    """The fold of each page, the same: a site is in one fold only."""
    names = sorted(set(sites))
    order = np.random.default_rng(seed).permutation(len(names)) % MOST_FOLDS
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
    """The variances that best predict pages from the others of their sites, and logits of unseen pages.

    Weights of all sites are learned only if they significantly improve page types, or content, on sites without labels.
    A lower cross-entropy is not enough, as labelled pages are not a sample of all pages.

    Returns:
        the variances chosen on all pages, and logits of all rows, float64 (rows, outputs): each by what the pages of
        the other folds teach, with the variance of a site that predicts those pages best.
    """
    everywhere = _choose_everywhere(problem, choices)
    own = choices.own if len(problem.sites) >= FEWEST_PAGES else choices.own[:1]
    tried, folds = [Variances(value, everywhere) for value in own], page_folds(problem.sites)
    logits = np.stack([unseen_logits(problem, folds, variances) for variances in tried])
    scores = -np.stack([problem.losses(found) for found in logits])
    rows = np.arange(len(problem.pages))
    return tried[int(scores.mean(axis=1).argmax())], logits[best_of_others(scores, folds)[problem.pages], rows]


def best_of_others(scores: Floats, folds: Ints) -> Ints:
    """For each page the choice with the best scores on the pages of other folds, int64 (pages,).

    So a choice by scores is not tested on the pages by which it was made.

    Args:
        scores: of each choice and page, float64 (choices, pages).
        folds: of the pages.
    """
    of_folds = scores @ np.eye(int(folds.max()) + 1)[folds]
    return np.asarray((scores.sum(axis=1, keepdims=True) - of_folds).argmax(axis=0)[folds])


def _choose_everywhere(problem: Problem, choices: Choices) -> float:
    if len(set(problem.sites)) < FEWEST_SITES:
        return 0.0
    folds, shipped = site_folds(problem.sites), problem.scores(problem.offsets)
    tried = [Variances(choices.own[0], value) for value in choices.everywhere]
    gains = np.stack([problem.scores(unseen_logits(problem, folds, one)) - shipped for one in tried])
    unseen = gains[best_of_others(gains, folds), np.arange(len(folds))]
    is_sure = site_mean(unseen.tolist(), problem.sites).low > 0
    return choices.everywhere[int(gains.mean(axis=1).argmax())] if is_sure else 0.0
