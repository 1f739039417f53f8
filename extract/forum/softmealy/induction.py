"""Learns a transducer from labelled tuples.

Source: Hsu and Dung 1998, section 4. Each labelled tuple is walked from begin to end; every step seen becomes an edge,
and its rule is learned from the separators at which it was taken against all others that were passed in the same state.

Deviations: a tuple that ends with its sequence (a record node) stays in the dummy of its last attribute, where edges
that other tuples take have to be silent, so that a last attribute may be missing. With ``evidence`` = ``pooled`` the
rule of an edge into an attribute is learned from all separators where that attribute begins: in a handful of tuples
most orders are seen once, and a rule from one separator knows too much of it. What follows the last labelled tuple of a
page with several is not looked at: nobody said whether it holds more of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from iawce.data.errors import UsageError
from iawce.extract.forum.softmealy.contextual_rules import Matcher
from iawce.extract.forum.softmealy.rule_learning import Leaf, RuleLearner
from iawce.extract.forum.softmealy.settings import SoftMealySettings
from iawce.extract.forum.softmealy.taxonomy import Pattern, class_of
from iawce.extract.forum.softmealy.tokens import Tokens
from iawce.extract.forum.softmealy.transducer import BEGIN, END, Edge, Part, Transducer, dummy

Parts = tuple[Part, ...]
"""A labelled tuple."""


@dataclass(slots=True)
class _Walks:
    """``passed``: for each state the borders passed in it, as first and last; ``crossed``: borders of each edge."""

    passed: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    crossed: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, state: str, start: int, target: str, border: int) -> None:
        """Note that ``state`` was entered at ``start`` and left for ``target`` at ``border``."""
        self.passed[state].append((start, border))
        self.crossed[state, target].append(border)


class LabelledSpan(NamedTuple):
    """A sequence of tokens with its tuples in order: all of it, or what is known of it up to its last tuple."""

    start: int
    end: int
    tuples: tuple[Parts, ...]


def learn_transducer(
    tokens: Tokens,
    labelled: Sequence[LabelledSpan],
    settings: SoftMealySettings,
    *,
    closed: bool,
    complete: bool = True,
) -> Transducer:
    """Learn from labelled tuples.

    Args:
        tokens: of the page.
        labelled: its sequences.
        settings: width of contexts and what they may know.
        closed: tuples end with their last attribute; otherwise each is a sequence of its own and ends with that.
        complete: there is no tuple after the last labelled one of a sequence.

    Raises:
        UsageError: there is no tuple with a part, or parts overlap or lie outside of their sequence.
    """
    walks = _Walks()
    for span in labelled:
        _check(span)
        _walk(walks, span, closed=closed, complete=complete)
    if not walks.crossed:
        raise UsageError("no labelled tuple has a field: there is nothing to learn from")
    learner = RuleLearner(Matcher(tokens), _leaf_of(tokens, labelled, settings), settings.width)
    edges = (_learn_edge(learner, walks, edge, settings) for edge in walks.crossed)
    return Transducer(tuple(edges), closed)


def _check(span: LabelledSpan) -> None:
    done = span.start
    for part in _parts(span):
        if not done <= part.start < part.end <= span.end:
            raise UsageError(f"the field {part.attribute} holds nothing, overlaps another one, or is not in its record")
        done = part.end


def _parts(span: LabelledSpan) -> Iterator[Part]:
    return (part for parts in span.tuples for part in parts)


def _walk(walks: _Walks, span: LabelledSpan, *, closed: bool, complete: bool) -> None:
    """The way of the transducer through one sequence."""
    state, entered = BEGIN, span.start
    for parts in span.tuples:
        for place, part in enumerate(parts):
            if state != part.attribute:  # otherwise the two touch: the step was taken at the end of the one before
                walks.add(state, entered, part.attribute, part.start)
            after = parts[place + 1] if place + 1 < len(parts) else None
            state, entered = _state_after(part, after, closed=closed), part.end
            walks.add(part.attribute, part.start, state, part.end)
        state = BEGIN if closed else state
    if complete or not closed:
        walks.passed[state].append((entered, span.end))


def _state_after(part: Part, after: Part | None, *, closed: bool) -> str:
    if after and after.start == part.end and after.attribute != part.attribute:
        return after.attribute
    return END if closed and not after else dummy(part.attribute)


def _learn_edge(learner: RuleLearner, walks: _Walks, edge: tuple[str, str], settings: SoftMealySettings) -> Edge:
    source, target = edge
    alike = [edge]
    if settings.evidence == "pooled" and target != END and not target.startswith("("):
        alike += [other for other in walks.crossed if other[1] == target and other != edge]
    positives = list(dict.fromkeys(border for one in alike for border in walks.crossed[one]))
    states = dict.fromkeys(state for state, _ in alike)
    passed = [np.arange(first, last + 1) for state in states for first, last in walks.passed[state]]
    negatives = np.setdiff1d(np.concatenate(passed), positives)
    rule = learner.learn(positives, negatives)
    return Edge(source, target, rule.contexts, rule.is_ambiguous)


def _leaf_of(tokens: Tokens, labelled: Sequence[LabelledSpan], settings: SoftMealySettings) -> Leaf:
    """What rules may know of a token: inside of a field maybe no more than the class of a word."""
    varying = np.zeros(len(tokens), bool)
    for part in (part for span in labelled for part in _parts(span)):
        varying[part.start : part.end] = settings.values == "class"
    varying &= ~tokens.is_tag

    def leaf(token: int) -> Pattern:
        symbol = tokens.symbols[tokens.ids[token]]
        return class_of(symbol) if varying[token] else symbol

    return leaf
