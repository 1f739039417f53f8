"""Learns contextual rules by covering, from specific to general.

Source: Hsu and Dung 1998, section 4 (induction of contextual rules). A rule must match all separators of its class, the
positives, and none of the other borders that the transducer passes in the same state, the negatives.

Deviations: the paper does not specify how far contexts are widened and in which order positives are merged. Here the
context of a group of positives consists of the least common ancestors of the tokens around them, at first one token on
each side, then wider, right and left in turn, until no negative is matched or ``width`` is reached. A positive joins
the group of the first uncovered one if both can still be separated from the negatives, with more context if necessary.
Of two such groups, one described without words of values and one with them, the larger is chosen, or the first if they
are equal. Then outermost patterns are dropped, texts before tags and the less specific end first, while no negative is
matched. A context must not consist of spaces alone, which occur between any two words.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from iawce.extract.papers.softmealy.contextual_rules import Bools, Context, Matcher
from iawce.extract.papers.softmealy.tokens import OUTSIDE, TAGS, Ints, Pattern, common_pattern, parse_pattern


class ContextualRule(NamedTuple):
    """Contexts, one of which must match a separator; ``is_ambiguous`` if one of them also matches negatives."""

    contexts: tuple[Context, ...]
    is_ambiguous: bool


class RuleLearner:
    """Learns rules over the tokens of one page.

    ``varying``: whether each token is a word of a value, for which rules use only the class, bool (tokens,); ``width``:
    most tokens on each side.
    """

    def __init__(self, matcher: Matcher, varying: Bools, width: int) -> None:
        self._matcher, self._varying, self._width = matcher, varying, width
        self._ids = matcher.tokens.ids

    def learn(self, positives: Sequence[int], negatives: Ints) -> ContextualRule:
        """A rule for separators at some borders, at least one.

        Args:
            positives: borders that it must match.
            negatives: borders that it must not match, int64 (any,); it is ambiguous if one has the same context on both
                sides as a positive.
        """
        waiting, contexts, is_ambiguous = list(positives), list[Context](), False
        while waiting:
            group, context = self._cover(waiting, negatives)
            is_ambiguous |= context is None
            contexts.append(self._shorten(context, negatives) if context else self._widest(group[0]))
            waiting = [border for border in waiting if border not in group]
        return ContextualRule(tuple(contexts), is_ambiguous)

    def _cover(self, waiting: Sequence[int], negatives: Ints) -> tuple[list[int], Context | None]:
        """The first positive and all that can be matched together with it; None if it cannot be matched itself."""
        return max(
            (self._grow(waiting, negatives, uses_values=uses_values) for uses_values in (False, True)),
            key=lambda found: (found[1] is not None, len(found[0])),
        )

    def _grow(self, waiting: Sequence[int], negatives: Ints, *, uses_values: bool) -> tuple[list[int], Context | None]:
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
        ways = (
            [self._pattern([border], -1 - step) for step in range(self._width)],
            [self._pattern([border], step) for step in range(self._width)],
        )
        left, right = (tuple(pattern for pattern in takewhile(bool, way) if pattern) for way in ways)
        return Context(left, right)

    def _shorten(self, context: Context, negatives: Ints) -> Context:
        """The context without unnecessary outermost patterns."""
        for shorter in self._shorter(context):
            if shorter.is_specific and not self._matches_any(shorter, negatives):
                return self._shorten(shorter, negatives)
        return context

    def _shorter(self, context: Context) -> list[Context]:
        """The context without one of its outermost patterns, the less useful one first."""
        left, right = context.left, context.right
        if len(left) + len(right) < 2:
            return []
        ends = [(parse_pattern(left[-1]), replace(context, left=left[:-1]))] if left else []
        ends += [(parse_pattern(right[-1]), replace(context, right=right[:-1]))] if right else []
        return [one for _, one in sorted(ends, key=lambda end: (end[0].kind in TAGS, end[0].level))]

    def _matches_any(self, context: Context, negatives: Ints) -> bool:
        for offset, pattern in context.patterns:
            negatives = negatives[self._matcher.table(pattern)[self._ids[negatives + offset]]]
        return bool(len(negatives))
