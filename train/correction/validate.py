"""Chooses how far a correction may go, and says what it is worth, on labelled pages that it was not learned from."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from iawce.models.common.intervals import site_mean
from iawce.models.correction.named_weights import Floats
from iawce.train.correction.problem import Ints, Problem, Spread

MOST_FOLDS = 10
FEWEST_PAGES = 5
"""Pages from which on the spread is chosen, and not the usual one."""
FEWEST_SITES = 5
"""Labelled sites from which on it is tried to learn what holds everywhere."""


@dataclass(frozen=True, slots=True)
class Spreads:
    """The spreads to choose from, the usual one of a site first."""

    own: tuple[float, ...]
    everywhere: tuple[float, ...]


BLOCK_SPREADS = Spreads((1.0, 0.1, 10.0), (0.01, 0.1, 1.0))
TYPE_SPREADS = Spreads((4.0, 1.0, 16.0), (0.01, 0.1, 1.0))


def page_folds(sites: Sequence[str], seed: int = 0) -> Ints:
    """The part of each page, int64 (pages,): the pages of a site are dealt to parts in turn."""
    found, dealt = np.zeros(len(sites), np.int64), defaultdict[str, int](int)
    count = min(MOST_FOLDS, len(sites))
    for page in np.random.default_rng(seed).permutation(len(sites)).tolist():
        found[page] = dealt[sites[page]] % count
        dealt[sites[page]] += 1
    return found


def site_folds(sites: Sequence[str], seed: int = 0) -> Ints:
    """The part of each page: a site is in one part only."""
    names = sorted(set(sites))
    order = np.random.default_rng(seed).permutation(len(names)) % MOST_FOLDS
    parts = dict(zip(names, order.tolist(), strict=True))
    return np.array([parts[site] for site in sites])


def unseen_logits(problem: Problem, folds: Ints, spread: Spread) -> Floats:
    """Logits of all rows, each by what the pages of the other parts teach, float64 (rows, outputs)."""
    found = problem.offsets.copy()
    for fold in sorted(set(folds.tolist())):
        rows = (folds == fold)[problem.pages]
        if (folds != fold).any():
            found[rows] = problem.logits(spread, folds != fold)[rows]
    return found


def choose_spread(problem: Problem, choices: Spreads) -> Spread:
    """The spread by which pages are foretold best from the others of their sites.

    Weights of all sites are learned only where more page types, or more of the content, surely are right by them on
    sites without any label. A lower cross-entropy is not enough: what was labelled is no sample of all pages.
    """
    everywhere = _choose_everywhere(problem, choices)
    usual = Spread(choices.own[0], everywhere)
    if len(problem.sites) < FEWEST_PAGES:
        return usual
    folds = page_folds(problem.sites)

    def loss(own: float) -> float:
        return float(problem.losses(unseen_logits(problem, folds, Spread(own, everywhere))).mean())

    return Spread(min(choices.own, key=loss), everywhere)


def _choose_everywhere(problem: Problem, choices: Spreads) -> float:
    if len(set(problem.sites)) < FEWEST_SITES:
        return 0.0
    folds, shipped = site_folds(problem.sites), problem.scores(problem.offsets)

    def gain(spread: float) -> Floats:
        return problem.scores(unseen_logits(problem, folds, Spread(choices.own[0], spread))) - shipped

    gains = {spread: gain(spread) for spread in choices.everywhere}
    best = max(gains, key=lambda spread: float(gains[spread].mean()))
    return best if site_mean(gains[best].tolist(), problem.sites).low > 0 else 0.0
