"""The vote of the pages of a cluster on its template.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, algorithm 2: each page votes
for the block with the largest H, which is the weight of the vote; the triple <class, id, path> with the largest sum
wins.

Deviation: by default, blocks with the same id or, without ids, the same class count as one, whatever their path
(``identity``); the winner then has the path and the class of the first such block. In the mode ``paper`` the whole
triple counts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from iawce.extract.templates.template import Place, ToldBy


@dataclass(slots=True)
class Vote:
    """The number of votes for a place, and the sum of their weights."""

    place: Place
    pages: int = 0
    weight: float = 0.0


class Votes:
    """The votes of the pages of a cluster (BF in the paper), by place in order of first occurrence.

    Args:
        identity: ``triple``: places are the same if they are equal; ``key``: if the first known one of id, class and
            path is equal.
        votes: counted earlier.
    """

    def __init__(self, identity: Literal["triple", "key"], votes: Iterable[Vote] = ()) -> None:
        self._identity = identity
        self._by_name: dict[Place | tuple[ToldBy, str], Vote] = {self._name(vote.place): vote for vote in votes}

    def __iter__(self) -> Iterator[Vote]:
        return iter(self._by_name.values())

    def add(self, place: Place, weight: float) -> None:
        """Add the vote of a page."""
        vote = self._by_name.setdefault(self._name(place), Vote(place))
        vote.pages += 1
        vote.weight += weight

    @property
    def winner(self) -> Place | None:
        """The place with the largest sum, the first of several; None without votes."""
        best = max(self, key=lambda vote: vote.weight, default=None)
        return best.place if best else None

    def _name(self, place: Place) -> Place | tuple[ToldBy, str]:
        return place if self._identity == "triple" else place.key
