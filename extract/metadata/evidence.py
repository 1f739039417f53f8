"""What speaks for each value of a fact, and which value wins: one ranking for titles, authors, dates and products.

A piece of evidence is a value read at one place, with the signs of this place: where it stands and what is said beside
it. The weights of its signs sum to the logarithm of its odds. Other sources that say the same add to it: of several
pieces from one source only the strongest does. Without a value of positive weight the fact is unknown.

Source: McFadden 1974, Conditional Logit Analysis of Qualitative Choice Behavior. A weight is the mode of its
distribution after the pages of the training, before which it was normal around a value set by hand: for signs that
these pages hardly have, that value decides. ``python -m bench evidence`` learns them.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import exp
from operator import eq
from typing import Generic, NamedTuple, TypeVar

from iawce.data.analysis.markup_metadata import SchemaItem
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.errors import EnvironmentMissing

WEIGHTS = files("iawce.models") / "weights" / "metadata" / "evidence.json"
AGREEMENT, NONE = "agreement", "none"
"""The signs of other sources that say the same, whose degree is the sum of their weights, and of no value at all."""
NEAR_TITLE = 10  # Texts between the title and a date or a byline that cost 1
MAX_COUNT = 60  # Pieces of evidence that are compared with each other, the weightiest ones
Value = TypeVar("Value")
Signs = Mapping[str, float]


class Evidence(NamedTuple, Generic[Value]):
    """A value of a fact: ``source`` is the kind of its place, ``text`` what stands there or names it.

    ``signs``: what speaks for or against it, in words, and how much it does, 1 if simply so; ``element``: number of the
    element in which it stands, 0 if none is known; ``weight``: logarithm of its odds, when it has been weighed.
    """

    value: Value
    source: str
    signs: Signs
    text: str = ""
    element: int = 0
    weight: float = 0.0

    def add(self, signs: Signs) -> "Evidence[Value]":
        """The same with further signs."""
        return self._replace(signs={**self.signs, **signs})

    @property
    def reason(self) -> str:
        """Why it is believed, in words."""
        return ", ".join(filter(None, [self.text, *(name for name, degree in self.signs.items() if degree)]))


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

    def texts_from_title(self, text_node: int) -> int:
        """How many texts a text node stands behind the end of the title or, negative, before its beginning."""
        index = self.analysis.index
        order, ends = index.texts_before, (index.first_text_node[self.heading], index.last_text_node[self.heading])
        place, title, behind = int(order[text_node]), *(int(order[end]) for end in ends)
        return place - (behind - 1 if place >= behind else title)


def digest_of(weights: Mapping[str, object]) -> str:
    """SHA-256 of weights, as the file records it."""
    return sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()


def verify_weights() -> int:
    """The number of facts that have weights. Raises EnvironmentMissing: the weights are absent or changed."""
    try:
        file = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        if file["sha256"] != digest_of(file["weights"]):
            raise ValueError("their SHA-256 differs")
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise EnvironmentMissing(f"{WEIGHTS} does not hold the weights that were shipped: {error!r}") from error
    return len(file["weights"])


@cache
def read_weights(*, learned: bool) -> dict[str, dict[str, float]]:
    """The shipped weights of the signs of each fact; those set by hand if not ``learned``."""
    facts = json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"]
    return {fact: {sign: float(both[learned]) for sign, both in signs.items()} for fact, signs in facts.items()}


def weigh(fact: str, evidence: Iterable[Evidence[Value]]) -> list[Evidence[Value]]:
    """The weightiest pieces of evidence for a fact, weighed each alone, the strongest first."""
    known = read_weights(learned=True)[fact]
    weighed = (
        one._replace(weight=sum(known.get(name, 0.0) * degree for name, degree in one.signs.items()))
        for one in evidence
    )
    return sorted(weighed, key=lambda one: -one.weight)[:MAX_COUNT]


def choose(
    fact: str, evidence: Iterable[Evidence[Value]], alike: Callable[[Value, Value], float] = eq
) -> Choice[Value] | None:
    """The value for which most speaks, the first of several; None if the evidence speaks for none.

    ``fact``: its name; ``alike``: how far two values agree, 0 to 1.
    """
    kept, weights = weigh(fact, evidence), read_weights(learned=True)[fact]
    share, none = weights.get(AGREEMENT, 0.0), weights.get(NONE, 0.0)
    sums = [one.weight + share * support(one, kept, alike) - none for one in kept]
    ranked = sorted(range(len(kept)), key=lambda place: -sums[place])
    if not ranked or sums[ranked[0]] <= 0:
        return None
    best = kept[ranked[0]]
    others = {place: 1 - alike(best.value, kept[place].value) for place in ranked[1:]}
    against = sum(differs * exp(min(sums[place] - sums[ranked[0]], 0)) for place, differs in others.items())
    confidence = 1 / (1 + exp(-sums[ranked[0]]) + against)
    return Choice(best.value, round(confidence, 3), tuple(kept[place]._replace(weight=sums[place]) for place in ranked))


def support(one: Evidence[Value], others: Iterable[Evidence[Value]], alike: Callable[[Value, Value], float]) -> float:
    """Weight of the other sources that say the same."""
    known = dict[str, float]()
    for other in others:
        if other.source != one.source and other.weight > 0 and (share := alike(one.value, other.value)):
            known[other.source] = max(known.get(other.source, 0), share * other.weight)
    return sum(known.values())
