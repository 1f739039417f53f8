"""What speaks for each value of a fact, and which value wins: one ranking for titles, authors, dates and prices.

A piece of evidence is a value read at one place. Its weight is the logarithm of the odds that it is the fact, judged by
where it stands and what is said beside it. Other sources that say the same add to it, in so far as they are
independent: of several pieces from one source only the strongest does. Without a value of positive weight the fact is
unknown.
"""

from collections.abc import Callable, Iterable, Sequence
from math import exp
from typing import Generic, NamedTuple, TypeVar

from iawce.data.analysis.markup_metadata import SchemaItem
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.elements import Bools

AGREEMENT = 0.5
"""Share of the weight of another source that says the same, since the sources of a page are not fully independent."""
MAX_COUNT = 60
"""Pieces of evidence that are compared with each other, the weightiest ones."""
MAX_SHOWN = 8
"""Pieces of evidence that explain a choice."""
Value = TypeVar("Value")


class Evidence(NamedTuple, Generic[Value]):
    """A value of a fact: ``source`` is the kind of its place, ``reason`` what speaks for or against it in words.

    ``weight``: logarithm of its odds; ``element``: number of the element in which it stands, 0 if none is known.
    """

    value: Value
    source: str
    weight: float
    reason: str = ""
    element: int = 0


class Choice(NamedTuple, Generic[Value]):
    """The value of a fact, the probability that it is right, and the evidence, that of the chosen value first."""

    value: Value
    confidence: float
    evidence: tuple[Evidence[Value], ...]

    @property
    def element(self) -> int:
        """The element of the strongest evidence that has one."""
        return next((one.element for one in self.evidence if one.value == self.value and one.element), 0)


class Subject(NamedTuple):
    """What is known of a page before its authors and dates are searched.

    ``works``: those that the markup says it is; ``heading``: number of the element that is its title, 0 if none is;
    ``apart``: whether each element is a part of the page about other things, bool (elements,); ``language``: in BCP 47.
    """

    analysis: PageAnalysis
    works: Sequence[SchemaItem]
    heading: int
    apart: Bools
    language: str


def is_equal(one: object, other: object) -> float:
    """Agreement of values that are the same or different."""
    return float(one == other)


def choose(
    evidence: Iterable[Evidence[Value]], alike: Callable[[Value, Value], float] = is_equal
) -> Choice[Value] | None:
    """The value for which most speaks, the first of several; None if the evidence speaks for none.

    ``alike``: how far two values agree, 0 to 1.
    """
    kept = sorted(evidence, key=lambda one: -one.weight)[:MAX_COUNT]
    sums = [one.weight + AGREEMENT * _support(one, kept, alike) for one in kept]
    ranked = sorted(range(len(kept)), key=lambda place: -sums[place])
    if not ranked or sums[ranked[0]] <= 0:
        return None
    best = kept[ranked[0]]
    others = {place: 1 - alike(best.value, kept[place].value) for place in ranked[1:]}
    against = sum(share * exp(min(sums[place] - sums[ranked[0]], 0)) for place, share in others.items())
    confidence = 1 / (1 + exp(-sums[ranked[0]]) + against)
    shown = [kept[place]._replace(weight=round(sums[place], 2)) for place in ranked[:MAX_SHOWN]]
    return Choice(best.value, round(confidence, 3), tuple(shown))


def _support(one: Evidence[Value], others: Iterable[Evidence[Value]], alike: Callable[[Value, Value], float]) -> float:
    """Weight of the other sources that say the same."""
    known = dict[str, float]()
    for other in others:
        if other.source != one.source and other.weight > 0 and (share := alike(one.value, other.value)):
            known[other.source] = max(known.get(other.source, 0), share * other.weight)
    return sum(known.values())
