"""Learns a transducer with the edges that labelled tuples take.

Source: Hsu and Dung 1998, section 4. Each labelled tuple is traversed from begin to end; every step becomes an edge,
whose rule is learned from the separators at which it was taken, against all others that were passed in the same state.

Deviations: a tuple that ends with its sequence (a record node) stays in the dummy of its last attribute, where edges of
other tuples must not match, so that a last attribute may be missing. The part after the last labelled tuple of a page
with several is only used if it is known to contain no tuple.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from iawce.extract.templates.softmealy.labelled_spans import LabelledSpan
from iawce.extract.templates.softmealy.rule_learning import RuleLearner
from iawce.extract.templates.softmealy.transducer import BEGIN, END, AttributeSpan, Edge, Transducer, dummy


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
