"""The finite-state transducer that extracts tuples from a sequence of tokens.

Source: Hsu and Dung 1998, section 2. States: begin, end, and for every attribute one that extracts it and one, its
dummy, that skips what follows it. Each edge has a rule; in a state the transducer stays, from token to token, until a
rule of an edge out of it matches.

Deviations: the steps at one separator are limited to the number of states, also across the end of a tuple, so that
rules that match at the same separator cause no endless loop; an attribute without tokens is not extracted. Without an
edge to ``END`` a tuple ends with its sequence.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import Annotated, NamedTuple

import msgspec
import numpy as np

from iawce.extract.papers.softmealy.contextual_rules import Context, Extent, Matcher, end_of
from iawce.extract.papers.softmealy.tokens import Tokens

BEGIN, END = "(begin)", "(end)"
"""States; those of attributes have the names of these, which contain no bracket."""
_Step = tuple[str, int]
"""The next state, and the border at which it is entered."""


def dummy(attribute: str) -> str:
    """The state that skips what follows an attribute."""
    return f"({attribute})"


class AttributeSpan(NamedTuple):
    """An attribute of a tuple: the tokens from border ``start`` to border ``end``."""

    attribute: str
    start: int
    end: int


class Edge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An edge from each of some states to the next one, at separators that match one of the contexts.

    ``is_ambiguous``: in the labelled tuples, other separators match, too.
    """

    sources: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=200)]
    target: str
    contexts: Annotated[tuple[Context, ...], msgspec.Meta(min_length=1, max_length=200)]
    is_ambiguous: bool = msgspec.field(default=False, name="ambiguous")


class Transducer(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """The edges, and properties of attributes.

    ``once``: attributes that a tuple has once; edges into them are not taken again. ``extents``: attributes whose end
    is known from the tree if only one state follows them; the rules are used for those that do not begin at a tag.
    """

    edges: Annotated[tuple[Edge, ...], msgspec.Meta(max_length=500)]
    once: Annotated[tuple[str, ...], msgspec.Meta(max_length=200)] = ()
    extents: Annotated[dict[str, Extent], msgspec.Meta(max_length=200)] = {}

    @cached_property
    def states(self) -> tuple[str, ...]:
        """All states, in order of first occurrence in edges."""
        return tuple(dict.fromkeys(name for edge in self.edges for name in (*edge.sources, edge.target)))

    @cached_property
    def attributes(self) -> frozenset[str]:
        """States that extract."""
        return frozenset(name for name in self.states if not name.startswith("("))

    def run(self, matcher: Matcher, spans: Iterable[tuple[int, int]]) -> list[list[tuple[AttributeSpan, ...]]]:
        """Tuples of each sequence, their parts in document order.

        ``spans``: first and last border of each sequence.
        """
        steps = {state: self._steps(matcher, state) for state in (BEGIN, *self.states)}
        return [self._tuples([*self._trace(matcher.tokens, steps, start, end), (END, end)]) for start, end in spans]

    def _steps(self, matcher: Matcher, state: str) -> list[_Step]:
        """The steps that a state allows on the page, in the order of their borders."""
        pairs = [(edge.target, context) for edge in self.edges if state in edge.sources for context in edge.contexts]
        pairs.sort(key=lambda pair: pair[1].specificity)
        targets = np.full(len(matcher.tokens) + 1, -1, np.int64)
        for number, (_, context) in enumerate(pairs):  # the most specific one has priority
            targets[matcher.borders(context)] = number
        return [(pairs[targets[border]][0], border) for border in np.flatnonzero(targets >= 0).tolist()]

    def _trace(self, tokens: Tokens, steps: Mapping[str, list[_Step]], border: int, end: int) -> Iterator[_Step]:
        """The steps from one border to another."""
        state, hops, found = BEGIN, 0, set[str]()
        while step := self._by_tree(tokens, state, border, end, found) or _next(steps[state], border, end, found):
            target, reached = step
            hops = hops + 1 if reached == border else 1
            border = reached
            if hops > len(self.states):  # a loop: it stays in its state until the next token
                hops, border = 0, border + 1
                continue
            yield step
            found = set() if target == END else found | {target}.intersection(self.once)
            state = BEGIN if target == END else target

    def _by_tree(self, tokens: Tokens, state: str, border: int, end: int, found: Set[str]) -> _Step | None:
        """The step out of an attribute whose end is known from the tree, unless it leads to a found attribute."""
        if state not in self._after or self._after[state] in found:
            return None
        place = end_of(tokens, self.extents[state], border)
        return (self._after[state], place) if place is not None and place <= end else None

    @cached_property
    def _after(self) -> dict[str, str]:
        """The only state after each attribute with an extent, if there is just one."""
        targets = {name: {edge.target for edge in self.edges if name in edge.sources} for name in self.extents}
        return {name: next(iter(found)) for name, found in targets.items() if len(found) == 1}

    def _tuples(self, trace: Sequence[_Step]) -> list[tuple[AttributeSpan, ...]]:
        found, parts = list[tuple[AttributeSpan, ...]](), list[AttributeSpan]()
        for (state, start), (_, end) in pairwise([*trace, trace[-1]]):
            if state in self.attributes and start < end:
                parts.append(AttributeSpan(state, start, end))
            if state == END and parts:
                found.append(tuple(parts))
                parts = []
        return found


def _next(steps: Sequence[_Step], border: int, end: int, found: Set[str]) -> _Step | None:
    """The first step from ``border`` to ``end`` that leads to no found attribute."""
    following = range(bisect_left(steps, border, key=itemgetter(1)), len(steps))
    inside = takewhile(lambda step: step[1] <= end, (steps[place] for place in following))
    return next((step for step in inside if step[0] not in found), None)
