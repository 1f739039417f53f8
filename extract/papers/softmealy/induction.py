"""Learns a transducer from labelled tuples.

Source: Hsu and Dung 1998, section 4; for record nodes by default with a deviation (``any_order``).

A deviation from Hsu and Dung 1998, only for record nodes, whose end is known. As printed, the edges are those that
labelled tuples took: if a field is missing that no labelled tuple lacks, all following fields are lost, and with a new
order nothing is extracted. Here there are edges from the beginning, and from the dummy of each attribute, to every
attribute that the tuple does not have yet. All edges into an attribute share one rule, learned from all separators
where it begins, against all borders that are passed before it outside other attributes.

Source: Hsu and Dung 1998, section 4. Each labelled tuple is traversed from begin to end; every step becomes an edge,
whose rule is learned from the separators at which it was taken, against all others that were passed in the same state.

Deviations: a tuple that ends with its sequence (a record node) stays in the dummy of its last attribute, where edges of
other tuples must not match, so that a last attribute may be missing. The part after the last labelled tuple of a page
with several is only used if it is known to contain no tuple.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.contextual_rules import Matcher
from iawce.extract.papers.softmealy.labelled_spans import (
    LabelledSpan,
    check_span,
    common_extents,
    parts_of,
    varying_words,
)
from iawce.extract.papers.softmealy.rule_learning import RuleLearner
from iawce.extract.papers.softmealy.settings import SoftMealySettings
from iawce.extract.papers.softmealy.tokens import Ints, Tokens
from iawce.extract.papers.softmealy.transducer import BEGIN, END, AttributeSpan, Edge, Transducer, dummy


def learn_any_order(learner: RuleLearner, labelled: Sequence[LabelledSpan]) -> Transducer:
    """Learn from labelled sequences, each one tuple, at least one of which has a part."""
    counts = [Counter(part.attribute for part in parts_of(span)) for span in labelled]
    attributes = list(dict.fromkeys(part.attribute for span in labelled for part in parts_of(span)))
    once = frozenset(name for name in attributes if all(count[name] <= 1 for count in counts))
    edges = list[Edge]()
    for name in attributes:
        sources = BEGIN, *(dummy(other) for other in attributes if other != name or name not in once)
        parts = [part for span in labelled for part in parts_of(span) if part.attribute == name]
        entered, left = [part.start for part in parts], [part.end for part in parts]
        passed = (border for span in labelled for border in _borders_before(span, name, is_once=name in once))
        edges.append(_edge(learner, sources, name, entered, np.fromiter(passed, np.int64)))
        inside = (border for part in parts for border in range(part.start, part.end + 1))
        edges.append(_edge(learner, (name,), dummy(name), left, np.fromiter(inside, np.int64)))
    return Transducer(tuple(edges), closed=False, once=once)


def _borders_before(span: LabelledSpan, attribute: str, *, is_once: bool) -> Iterator[int]:
    """Borders that are passed outside attributes, up to the beginning of the given attribute if it occurs once."""
    start = span.start
    for part in (*parts_of(span), AttributeSpan("", span.end, span.end)):
        yield from range(start, part.start + 1)
        if is_once and part.attribute == attribute:
            return
        start = part.end


def _edge(learner: RuleLearner, sources: tuple[str, ...], target: str, crossed: Sequence[int], passed: Ints) -> Edge:
    rule = learner.learn(crossed, np.setdiff1d(passed, crossed))
    return Edge(sources, target, rule.contexts, rule.is_ambiguous)


@dataclass(slots=True)
class _Walks:
    """``passed``: for each state the borders passed in it, as first and last; ``crossed``: borders of each edge."""

    passed: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    crossed: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, state: str, start: int, target: str, border: int) -> None:
        """Record that ``state`` was entered at ``start`` and left for ``target`` at ``border``."""
        self.passed[state].append((start, border))
        self.crossed[state, target].append(border)


def learn_seen_orders(
    learner: RuleLearner, labelled: Sequence[LabelledSpan], *, closed: bool, complete: bool
) -> Transducer:
    """Learn from labelled tuples, at least one of which has a part.

    Args:
        learner: of rules.
        labelled: the sequences.
        closed: tuples end with their last attribute; otherwise each is a separate sequence and ends with it.
        complete: there are no tuples after the last labelled one of a sequence.
    """
    walks = _Walks()
    for span in labelled:
        _walk(walks, span, closed=closed, complete=complete)
    return Transducer(tuple(_learn_edge(learner, walks, *edge) for edge in walks.crossed), closed)


def _walk(walks: _Walks, span: LabelledSpan, *, closed: bool, complete: bool) -> None:
    """The path of the transducer through one sequence."""
    state, entered = BEGIN, span.start
    for parts in span.tuples:
        for place, part in enumerate(parts):
            if (
                state != part.attribute
            ):  # otherwise the two are adjacent: the step was taken at the end of the previous one
                walks.add(state, entered, part.attribute, part.start)
            after = parts[place + 1] if place + 1 < len(parts) else None
            state, entered = _state_after(part, after, closed=closed), part.end
            walks.add(part.attribute, part.start, state, part.end)
        state = BEGIN if closed else state
    if complete or not closed:
        walks.passed[state].append((entered, span.end))


def _state_after(part: AttributeSpan, after: AttributeSpan | None, *, closed: bool) -> str:
    if after and after.start == part.end and after.attribute != part.attribute:
        return after.attribute
    return END if closed and not after else dummy(part.attribute)


def _learn_edge(learner: RuleLearner, walks: _Walks, source: str, target: str) -> Edge:
    positives = walks.crossed[source, target]
    passed = np.concatenate([np.arange(first, last + 1) for first, last in walks.passed[source]])
    rule = learner.learn(positives, np.setdiff1d(passed, positives))
    return Edge((source,), target, rule.contexts, rule.is_ambiguous)


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
        settings: of rules and orders of attributes.
        closed: tuples end with their last attribute; otherwise each is a separate sequence and ends with it.
        complete: there are no tuples after the last labelled one of a sequence.

    Raises:
        UsageError: no tuple has a part, or parts overlap or are outside their sequence.
    """
    for span in labelled:
        check_span(span)
    if not any(part for span in labelled for part in parts_of(span)):
        raise UsageError("no labelled tuple has a field: there is nothing to learn from")
    varying = varying_words(tokens, labelled) & (settings.values == "class")
    learner = RuleLearner(Matcher(tokens), varying, settings.width)
    if closed or settings.orders == "seen":
        learned = learn_seen_orders(learner, labelled, closed=closed, complete=complete)
    else:
        learned = learn_any_order(learner, labelled)
    return replace(learned, extents=common_extents(tokens, labelled)) if settings.extents == "tree" else learned
