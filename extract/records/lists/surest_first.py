"""The candidates of a page in the order of their confidence, found without aligning the records of all of them.

The expensive feature of a list is the agreement of its records, and the confidence increases with it. So each candidate
first gets the confidence that it would have with perfect agreement. The records of the best candidate are aligned, and
it is the next in the order if it is still the best.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from heapq import heapify, heappop, heappush

import numpy as np

from iawce.extract.records.lists.list_confidence import confidences
from iawce.extract.records.lists.list_features import (
    AGREEMENT,
    RANKED,
    Floats,
    ListFeatures,
    best_score,
    is_own,
    ranked,
)
from iawce.extract.records.lists.list_sources import ListCandidate


def surest_first(features: ListFeatures, candidates: Sequence[ListCandidate]) -> Iterator[tuple[ListCandidate, float]]:
    """The candidates of a page with their confidences, most probable first, equal ones in order."""
    known, ranks = features.before_alignment(candidates), features.ranks(candidates)
    own = is_own(known)
    agreement = cache(lambda place: features.agreement(candidates[place]))
    best = _best(np.where(own, ranks, 0.0), agreement)

    def confidence(places: Sequence[int], agreements: Floats) -> list[float]:
        rows, scores = known[places], ranks[places] * agreements
        rows[:, AGREEMENT], rows[:, RANKED] = agreements, ranked(scores, best, own[places])
        return [float(one) for one in confidences(rows)]

    everywhere = range(len(candidates))
    waiting = [(-bound, place, False) for place, bound in enumerate(confidence(everywhere, np.ones(len(candidates))))]
    heapify(waiting)
    while waiting:
        bound, place, is_aligned = heappop(waiting)
        if is_aligned:
            yield candidates[place], -bound
        else:
            heappush(waiting, (-confidence([place], np.array([agreement(place)]))[0], place, True))


def _best(ranks: Floats, agreement: Callable[[int], float]) -> float:
    """The best score of these candidates, for each of which its rank is an upper bound."""
    best = best_score(np.zeros(0))
    for place in np.argsort(-ranks, kind="stable").tolist():
        if ranks[place] <= best:
            break
        best = max(best, float(ranks[place]) * agreement(place))
    return best
