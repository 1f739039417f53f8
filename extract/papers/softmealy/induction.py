"""Learns a transducer from labelled tuples, and its contextual rules by covering, from specific to general.

Source: Hsu and Dung 1998, section 4. Each labelled tuple is traversed from begin to end; every step becomes an edge,
whose rule is learned from the separators at which it was taken, the positives, against all other borders that were
passed in the same state, the negatives: it must match all of the first, and none of the second.

Deviations:

- A tuple that ends with its sequence (a record node) stays in the dummy of its last attribute, where edges of other
  tuples must not match, so that a last attribute may be missing. The part after the last labelled tuple of a page with
  several is only used if it is known to contain no tuple.
- As printed, the edges are those that labelled tuples took: if a field is missing that no labelled tuple lacks, all
  following fields are lost, and with a new order nothing is extracted. For record nodes, whose end is known, there are
  by default (``orders``) edges from the beginning, and from the dummy of each attribute, to every attribute that the
  tuple does not have yet. All edges into an attribute share one rule, learned from all separators where it begins,
  against all borders that are passed before it outside other attributes.
- The paper does not specify how far contexts are widened and in which order positives are merged. Here the context of a
  group of positives consists of the least common ancestors of the tokens around them, at first one token on each side,
  then wider, right and left in turn, until no negative is matched or ``width`` is reached. A positive joins the group
  of the first uncovered one if both can still be separated from the negatives, with more context if necessary. Of two
  such groups, one described without words of values and one with them, the larger is chosen, or the first if they are
  equal. Then outermost patterns are dropped, texts before tags and the less specific end first, while no negative is
  matched. A context must not consist of spaces alone, which occur between any two words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import takewhile

import numpy as np
from msgspec.structs import replace

from iawce.data.arrays import Bools, Ints
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.labelled_spans import LabelledSpan, common_extents, varying_words
from iawce.extract.papers.softmealy.tokens import (
    OUTSIDE,
    TAGS,
    Pattern,
    SoftMealySettings,
    Tokens,
    common_pattern,
    parse_pattern,
)
from iawce.extract.papers.softmealy.transducer import (
    BEGIN,
    END,
    AttributeSpan,
    Context,
    Edge,
    Matcher,
    Transducer,
    dummy,
)


class RuleLearner:
    """Learns rules over the tokens of a page; for ``varying`` ones, bool (tokens,), they use only the class."""

    def __init__(self, matcher: Matcher, varying: Bools, width: int) -> None:
        self._matcher, self._varying, self._width = matcher, varying, width
        self._ids = matcher.tokens.ids

    def learn(self, positives: Sequence[int], negatives: Ints) -> tuple[tuple[Context, ...], bool]:
        """The contexts of a rule, one of which has to match, and whether the rule is ambiguous.

        It matches the given borders, at least one, and no negatives, int64 (any,), unless it is ambiguous: one of these
        has the same context on both sides as a positive.
        """
        waiting, contexts, is_ambiguous = list(positives), list[Context](), False
        while waiting:
            ways = (self._grow(waiting, negatives, uses_values=uses_values) for uses_values in (False, True))
            group, context = max(ways, key=lambda found: (found[1] is not None, len(found[0])))
            is_ambiguous |= context is None
            contexts.append(self._shorten(context, negatives) if context else self._widest(group[0]))
            waiting = [border for border in waiting if border not in group]
        return tuple(contexts), is_ambiguous

    def _grow(self, waiting: Sequence[int], negatives: Ints, *, uses_values: bool) -> tuple[list[int], Context | None]:
        """The first positive and all that can be matched together with it; None if it cannot be matched itself."""
        group = [waiting[0]]
        best = self._separate(group, negatives, uses_values=uses_values)
        for border in waiting[1:]:
            if best and (wider := self._separate([*group, border], negatives, uses_values=uses_values)):
                group, best = [*group, border], wider
        return group, best

    def _separate(self, group: Sequence[int], negatives: Ints, *, uses_values: bool) -> Context | None:
        """The narrowest context of a group that matches no negative."""
        left, right = list[Pattern](), list[Pattern]()
        alive = negatives
        for step in range(2 * self._width):
            side, offset = (right, step // 2) if step % 2 == 0 else (left, -1 - step // 2)
            pattern = self._pattern(group, offset) if len(side) == step // 2 else None
            if pattern and (uses_values or not any(self._varying[border + offset] for border in group)):
                side.append(pattern)
                alive = alive[self._matcher.table(pattern)[self._ids[alive + offset]]]
            context = Context(tuple(left), tuple(right), len(group))
            if not len(alive) and step and context.is_specific:
                return context
        return None

    def _pattern(self, group: Sequence[int], offset: int) -> Pattern | None:
        """The pattern at one place around all separators of a group; None if one of them has no token there."""
        places = [border + offset for border in group]
        found = [self._matcher.tokens.symbols[self._ids[place]] for place in places]
        if OUTSIDE in found:
            return None
        usable = (Pattern(one.kind) if self._varying[at] else one for at, one in zip(places, found, strict=True))
        return reduce(common_pattern, usable)

    def _widest(self, border: int) -> Context:
        """The widest context of one separator."""
        sides = range(-1, -1 - self._width, -1), range(self._width)
        ways = ((self._pattern([border], offset) for offset in side) for side in sides)
        left, right = (tuple(pattern for pattern in takewhile(bool, way) if pattern) for way in ways)
        return Context(left, right)

    def _shorten(self, context: Context, negatives: Ints) -> Context:
        """The context without unnecessary outermost patterns; the less useful one is dropped first."""
        sides = {"left": context.left, "right": context.right}.items()
        ends = [(parse_pattern(side[-1]), replace(context, **{name: side[:-1]})) for name, side in sides if side]
        for _, shorter in sorted(ends, key=lambda end: (end[0].kind in TAGS, end[0].level)):
            matched = negatives
            for offset, pattern in shorter.patterns:
                matched = matched[self._matcher.table(pattern)[self._ids[matched + offset]]]
            if shorter.is_specific and not len(matched):
                return self._shorten(shorter, negatives)
        return context


def learn_transducer(
    tokens: Tokens,
    labelled: Sequence[LabelledSpan],
    settings: SoftMealySettings,
    *,
    closed: bool,
    complete: bool = True,
) -> Transducer:
    """Learn from labelled tuples.

    ``closed``: they end with their last attribute; otherwise each is a separate sequence and ends with it.
    ``complete``: there are no tuples after the last labelled one of a sequence. Raises UsageError: no tuple has a part,
    or parts overlap or are outside their sequence.
    """
    for span in labelled:
        span.check()
    if not any(span.parts for span in labelled):
        raise UsageError("no labelled tuple has a field: there is nothing to learn from")
    varying = varying_words(tokens, labelled) & (settings.values == "class")
    learner = RuleLearner(Matcher(tokens), varying, settings.width)
    if closed or settings.orders == "seen":
        learned = _learn_seen_orders(learner, labelled, closed=closed, complete=complete)
    else:
        learned = _learn_any_order(learner, labelled)
    return replace(learned, extents=common_extents(tokens, labelled)) if settings.extents == "tree" else learned


def _edge(
    learner: RuleLearner, sources: tuple[str, ...], target: str, crossed: Sequence[int], passed: Iterable[int]
) -> Edge:
    return Edge(sources, target, *learner.learn(crossed, np.setdiff1d(np.fromiter(passed, np.int64), crossed)))


def _learn_any_order(learner: RuleLearner, labelled: Sequence[LabelledSpan]) -> Transducer:
    """Learn from labelled sequences, each one tuple."""
    counts = [Counter(part.attribute for part in span.parts) for span in labelled]
    attributes = list(dict.fromkeys(name for count in counts for name in count))
    once = {name for name in attributes if all(count[name] <= 1 for count in counts)}
    edges = list[Edge]()
    for name in attributes:
        sources = BEGIN, *(dummy(other) for other in attributes if other != name or name not in once)
        parts = [part for span in labelled for part in span.parts if part.attribute == name]
        before = (border for span in labelled for border in _borders_before(span, name, is_once=name in once))
        edges.append(_edge(learner, sources, name, [part.start for part in parts], before))
        inside = (border for part in parts for border in range(part.start, part.end + 1))
        edges.append(_edge(learner, (name,), dummy(name), [part.end for part in parts], inside))
    return Transducer(tuple(edges), tuple(sorted(once)))


def _borders_before(span: LabelledSpan, attribute: str, *, is_once: bool) -> Iterator[int]:
    """Borders that are passed outside attributes, up to the beginning of the given attribute if it occurs once."""
    start = span.start
    for part in (*span.parts, AttributeSpan("", span.end, span.end)):
        yield from range(start, part.start + 1)
        if is_once and part.attribute == attribute:
            return
        start = part.end


def _learn_seen_orders(
    learner: RuleLearner, labelled: Sequence[LabelledSpan], *, closed: bool, complete: bool
) -> Transducer:
    passed, crossed = defaultdict[str, list[range]](list), defaultdict[tuple[str, str], list[int]](list)
    for span in labelled:
        for state, entered, target, left in _steps(span, closed=closed, complete=complete):
            passed[state].append(range(entered, left + 1))
            if target:
                crossed[state, target].append(left)
    edges = (
        _edge(learner, (source,), target, borders, (border for inside in passed[source] for border in inside))
        for (source, target), borders in crossed.items()
    )
    return Transducer(tuple(edges))


def _steps(span: LabelledSpan, *, closed: bool, complete: bool) -> Iterator[tuple[str, int, str, int]]:
    """Each state with the border at which it is entered, the next state, and the border at which it is left for it."""
    state, entered = BEGIN, span.start
    for parts in span.tuples:
        for part, after in zip(parts, (*parts[1:], None), strict=True):
            if state != part.attribute:  # else they are adjacent: the step was taken at the end of the one before
                yield state, entered, part.attribute, part.start
            if after and after.start == part.end and after.attribute != part.attribute:
                state = after.attribute
            else:
                state = END if closed and not after else dummy(part.attribute)
            entered = part.end
            yield part.attribute, part.start, state, entered
        state = BEGIN if closed else state
    if complete or not closed:
        yield state, entered, "", span.end
