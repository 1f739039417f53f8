"""Splits of the pages by site, and class weights for labels with different numbers of pages."""

import logging
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity

log = logging.getLogger(__name__)
TRAIN, TEST = "train", "test"
OWN_THEME = "?"  # Prefix of the name of a theme that only one site has
FAMILIES = ("Discourse", "prosilver")
"""Prefixes of the names of themes that look alike, whatever site or version follows."""


def theme_of(page: LabelledPage) -> str:
    """The page's theme, or the family of similar themes; its site if no other site has the theme."""
    if not page.theme or page.theme.startswith(OWN_THEME):
        return page.site
    return next((family for family in FAMILIES if page.theme.startswith(family)), page.theme)


def site_folds(
    pages: Sequence[LabelledPage], folds: int, seed: int, group: Callable[[LabelledPage], str] = attrgetter("site")
) -> list[list[LabelledPage]]:
    """Divide the sites into ``folds`` parts with about the same number of pages of each label.

    Sites (or other groups) come in random order (fixed by ``seed``); each is assigned to the part with the fewest pages
    of the site's most frequent label. ``UsageError`` for fewer sites than parts.
    """
    sites: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        sites[group(page)].append(page)
    if len(sites) < folds:
        raise UsageError(f"{quantity(len(sites), 'site')} cannot be split into {folds} parts by site")
    names = sorted(sites)
    random.Random(seed).shuffle(names)  # noqa: S311 - a split, no secret
    parts: list[list[LabelledPage]] = [[] for _ in range(folds)]
    for name in names:
        labels = [page.label for page in sites[name]]
        main = max(sorted(set(labels)), key=labels.count)
        emptiest = min(parts, key=lambda part: (sum(page.label == main for page in part), len(part)))
        emptiest.extend(sites[name])
    return parts


def scored_pages(pages: Sequence[LabelledPage]) -> tuple[list[LabelledPage], list[LabelledPage]]:
    """The pages that a model is measured on, and all that it learns from.

    Of pages whose labels are inferred, it is not measured on any, and learns from none of a site that it is measured
    on, unless there are no others.
    """
    scored = [page for page in pages if not page.is_inferred] or list(pages)
    sites = {page.site for page in scored}
    return scored, [*scored, *(page for page in pages if page.site not in sites)]


def parts_for(pages: Sequence[LabelledPage], folds: int) -> int:
    """Into how many parts the sites are split: ``folds``, or as many as there are; ``UsageError`` for a single site."""
    sites = len({page.site for page in pages})
    if sites < 2:
        raise UsageError(
            "all pages are of one site, but a model is measured on sites that it has not seen: add pages of another "
            "site (of pictures, the folder in LABEL/SITE/NAME.png names it)"
        )
    if sites < folds:
        log.warning("only %d sites, so %d parts are made instead of %d", sites, sites, folds)
    return min(folds, sites)


def given_split(pages: Sequence[LabelledPage]) -> bool:
    """Whether the pages have parts for training and testing; ``UsageError`` if one lacks, or a site is in two."""
    parts: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        parts[page.site].add(page.split)
    names = set().union(*parts.values())
    if names <= {""}:
        return False
    torn = sorted(site for site, found in parts.items() if len(found) > 1)
    if torn:
        sites = quantity(len(torn), "site is", "sites are")
        raise UsageError(f"{sites} in two parts of the split, so scores would be too high: {torn[0]} ...")
    if TRAIN not in names or len(names) < 2:
        raise UsageError(f"a split needs the part {TRAIN!r} and another; there is {', '.join(sorted(names))}")
    return True


def label_weights(targets: NDArray[np.int64], labels: int, balance: float) -> NDArray[np.float64]:
    """Weight of a page of each label, float64 (labels,): (pages / labels / pages of the label) ** balance.

    ``targets``: index of the label of each page, int64 (N,); ``balance``: 0 weighs all pages alike, 1 all labels.
    """
    counts = np.bincount(targets, minlength=labels)
    return np.asarray((len(targets) / labels / np.maximum(counts, 1)) ** balance)


def page_weights(
    pages: Sequence[LabelledPage], targets: NDArray[np.int64], labels: int, balance: float
) -> NDArray[np.float64]:
    """Weight of each page in a training, float64 (N,): its own times that of its label, see ``label_weights``."""
    own = np.array([page.weight for page in pages])
    return np.asarray(own * label_weights(targets, labels, balance)[targets])
