"""Splits by site: pages of one site look alike, so no site may stand on two sides."""

import random
from collections import defaultdict
from collections.abc import Sequence

from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.errors import UsageError


def site_folds(pages: Sequence[LabelledPage], folds: int, seed: int) -> list[list[LabelledPage]]:
    """Deal the sites into ``folds`` parts of about equally many pages of each label.

    Sites come in random order (fixed by ``seed``); each goes to the part that has fewest pages of the label of which
    the site has most.

    Raises:
        UsageError: fewer sites than parts.
    """
    sites: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        sites[page.site].append(page)
    if len(sites) < folds:
        raise UsageError(f"{len(sites)} sites cannot be split into {folds} parts by site")
    names = sorted(sites)
    random.Random(seed).shuffle(names)  # noqa: S311 - a split, no secret
    parts: list[list[LabelledPage]] = [[] for _ in range(folds)]
    for name in names:
        labels = [page.label for page in sites[name]]
        main = max(sorted(set(labels)), key=labels.count)
        emptiest = min(parts, key=lambda part: (sum(page.label == main for page in part), len(part)))
        emptiest.extend(sites[name])
    return parts
