"""Contextual rules, and the finite-state transducer that extracts tuples from a sequence of tokens by them.

Source: Hsu and Dung 1998, sections 2 and 3. A rule is the tokens to the left and right of a separator; patterns are
matched with all tokens of a page at once, so a rule takes linear time in the page. States: begin, end, and for every
attribute one that extracts it and one, its dummy, that skips what follows it. Each edge has a rule; in a state the
transducer stays, from token to token, until a rule of an edge out of it matches.

Deviations: the steps at one separator are limited to the number of states, also across the end of a tuple, so that
rules that match at the same separator cause no endless loop; an attribute without tokens is not extracted. Without an
edge to ``END`` a tuple ends with its sequence. The pages of the paper are text: there an attribute ends where a rule
matches, which may never happen on a page with slightly different markup; here the element of each token is known.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import Annotated, Literal, NamedTuple

import msgspec
import numpy as np

from iawce.data.arrays import Bools
from iawce.extract.papers.softmealy.tokens import LINEAGES, WIDEST, Pattern, Tokens, matches, parse_pattern

TELL_NOTHING = frozenset({"Any", "Nonword", "Ctrl", "NL", "Spc", "Tab"})  # Classes of tokens that occur everywhere
_Patterns = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=3_000)], ...], msgspec.Meta(max_length=WIDEST)]
Extent = Literal["tag", "content", "element"]
"""A start tag alone; all between the tags of an element; an element with its tags."""
BEGIN, END = "(begin)", "(end)"  # States; those of attributes have the names of these, which contain no bracket
_Step = tuple[str, int]  # The next state, and the border at which it is entered


class Context(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The context of a separator: patterns of tokens, read outward; a rule has one or more. ValueError: no pattern."""

    left: _Patterns
    right: _Patterns
    support: Annotated[int, msgspec.Meta(ge=1, le=1 << 31)] = 1  # Separators from which it was learned

    def __post_init__(self) -> None:
        for name in ("left", "right"):
            msgspec.structs.force_setattr(self, name, tuple(map(parse_pattern, getattr(self, name))))

    @property
    def patterns(self) -> list[tuple[int, Pattern]]:
        """Patterns with their places: 0 is the token after the separator, -1 the one before it."""
        left = ((-1 - place, parse_pattern(pattern)) for place, pattern in enumerate(self.left))
        return [*((place, parse_pattern(pattern)) for place, pattern in enumerate(self.right)), *left]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Exact tokens, length, support: contexts are tried in decreasing order of these."""
        patterns = self.patterns
        return sum(bool(pattern.text) for _, pattern in patterns), len(patterns), self.support

    @property
    def is_specific(self) -> bool:
        """Whether it has a pattern of words, punctuation or tags, not only of spaces or of any token."""
        return any(pattern.kind not in TELL_NOTHING for _, pattern in self.patterns)


class Matcher:
    """Finds the separators of a page that match contexts."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._tables: dict[Pattern, Bools] = {}
        self._classes = np.array([symbol.kind for symbol in tokens.symbols])
        self._by_text = defaultdict[tuple[str, str], list[int]](list)  # a page may have a million words
        for number, symbol in enumerate(tokens.symbols):
            self._by_text[symbol.kind, symbol.text].append(number)

    def table(self, pattern: Pattern) -> Bools:
        """Whether a pattern matches each symbol, bool (symbols,)."""
        if pattern not in self._tables:
            if pattern.text:
                found = np.zeros(len(self.tokens.symbols), bool)
                alike = self._by_text[pattern.kind, pattern.text]
                found[[number for number in alike if matches(pattern, self.tokens.symbols[number])]] = True
            else:
                found = np.isin(self._classes, [kind for kind, above in LINEAGES.items() if pattern.kind in above])
            self._tables[pattern] = found
        return self._tables[pattern]

    def borders(self, context: Context) -> Bools:
        """Whether a context matches each border, bool (tokens + 1,)."""
        found = np.ones(len(self.tokens) + 1, bool)
        for offset, pattern in context.patterns:
            matched = self.table(pattern)[self.tokens.ids]
            shifted = np.zeros(len(found), bool)  # border b looks at token b + offset
            first, last = max(0, -offset), min(len(found), len(matched) - offset)
            if first < last:
                shifted[first:last] = matched[first + offset : last + offset]
            found &= shifted
        return found


def end_of(tokens: Tokens, extent: Extent, start: int) -> int | None:
    """End border of an attribute that begins at ``start``; None if no tag there begins one of this extent."""
    opening = start - 1 if extent == "content" else start
    if not 0 <= opening < len(tokens.is_tag) or not tokens.is_tag[opening]:
        return None
    first, last = tokens.tags[int(tokens.elements[opening])]
    end = {"tag": first + 1, "content": last, "element": last + 1}[extent]
    return end if first == opening and end > start else None


def dummy(attribute: str) -> str:
    """The state that skips what follows an attribute."""
    return f"({attribute})"


class AttributeSpan(NamedTuple):
    """An attribute of a tuple: the tokens from border ``start`` to border ``end``."""

    attribute: str
    start: int
    end: int


class Edge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An edge from states to the next, at one of the contexts; ``is_ambiguous``: others match in labelled tuples."""

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
        """Tuples of each sequence, parts in document order; ``spans``: first and last border of each sequence."""
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
