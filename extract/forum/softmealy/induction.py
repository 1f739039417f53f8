"""Learns a transducer from labelled tuples.

Source: Hsu and Dung 1998, section 4. Each labelled tuple is walked from begin to end; every step seen becomes an edge,
and its rule is learned from the separators at which it was taken against all others that were passed in the same state.

Deviations: a tuple that ends with its sequence (a record node) stays in the dummy of its last attribute, where edges
that other tuples take have to be silent, so that a last attribute may be missing. With ``missing`` = ``any``, which is
for such tuples alone, every field may be missing: there is an edge from the beginning to each attribute and from each
dummy to all attributes that were seen after its own, however many between; edges into an attribute share one rule,
learned from all separators where it begins against all borders passed in the states they come from. As printed, one
field that is not found where no labelled tuple lacks it costs all that follow. What follows the last labelled tuple of
a page with several is not looked at: nobody said whether it holds more of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from iawce.data.errors import UsageError
from iawce.extract.forum.softmealy.contextual_rules import Bools, Matcher
from iawce.extract.forum.softmealy.rule_learning import RuleLearner
from iawce.extract.forum.softmealy.settings import SoftMealySettings
from iawce.extract.forum.softmealy.tokens import Tokens
from iawce.extract.forum.softmealy.transducer import BEGIN, END, Edge, Part, Transducer, dummy

Parts = tuple[Part, ...]
"""A labelled tuple."""
_Group = tuple[tuple[str, ...], str]
"""Edges that share a rule: the states they come from, and the one they lead to."""


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
    walks, is_any = _Walks(), settings.missing == "any" and not closed
    for span in labelled:
        _check(span)
        _walk(walks, span, closed=closed, complete=complete, touching=not is_any)
    if not walks.crossed:
        raise UsageError("no labelled tuple has a field: there is nothing to learn from")
    varying = _varying(tokens, labelled) & (settings.values == "class")
    learner = RuleLearner(Matcher(tokens), varying, settings.width)
    groups = _possible_edges(walks) if is_any else (((source,), target) for source, target in walks.crossed)
    return Transducer(tuple(_learn_edge(learner, walks, group) for group in groups), closed)


def _check(span: LabelledSpan) -> None:
    done = span.start
    for part in _parts(span):
        if not done <= part.start < part.end <= span.end:
            raise UsageError(f"the field {part.attribute} holds nothing, overlaps another one, or is not in its record")
        done = part.end


def _parts(span: LabelledSpan) -> Iterator[Part]:
    return (part for parts in span.tuples for part in parts)


def _walk(walks: _Walks, span: LabelledSpan, *, closed: bool, complete: bool, touching: bool) -> None:
    """The way of the transducer through one sequence; ``touching`` attributes have no dummy between them."""
    state, entered = BEGIN, span.start
    for parts in span.tuples:
        for place, part in enumerate(parts):
            if state != part.attribute:  # otherwise the two touch: the step was taken at the end of the one before
                walks.add(state, entered, part.attribute, part.start)
            after = parts[place + 1] if place + 1 < len(parts) else None
            touches = touching and after and after.start == part.end and after.attribute != part.attribute
            state, entered = END if closed and not after else dummy(part.attribute), part.end
            state = after.attribute if after and touches else state
            walks.add(part.attribute, part.start, state, part.end)
        state = BEGIN if closed else state
    if complete or not closed:
        walks.passed[state].append((entered, span.end))


def _possible_edges(walks: _Walks) -> Iterator[_Group]:
    """Edges with which every attribute may be missing; those into one attribute share a rule."""
    attributes = [state for state in walks.passed if not state.startswith("(")]
    later = {dummy(attribute): _reachable(walks, dummy(attribute)) for attribute in attributes}
    for attribute in attributes:
        yield (BEGIN, *(state for state, found in later.items() if attribute in found)), attribute
        yield (attribute,), dummy(attribute)


def _reachable(walks: _Walks, state: str) -> set[str]:
    """Attributes that were seen after a state, however many others between."""
    found, waiting = set[str](), [state]
    while waiting:
        source = waiting.pop()
        after = {target for start, target in walks.crossed if start == source} - found
        found |= after
        waiting += [name for name in after if name != END]
    return {name for name in found if not name.startswith("(")}


def _learn_edge(learner: RuleLearner, walks: _Walks, group: _Group) -> Edge:
    sources, target = group
    positives = list(dict.fromkeys(border for state in sources for border in walks.crossed.get((state, target), ())))
    spans = (span for state in sources for span in walks.passed.get(state, ()))
    passed = np.concatenate([np.arange(first, last + 1) for first, last in spans])
    rule = learner.learn(positives, np.setdiff1d(passed, positives))
    return Edge(sources, target, rule.contexts, rule.is_ambiguous)


def _varying(tokens: Tokens, labelled: Sequence[LabelledSpan]) -> Bools:
    """Whether each token is a word of a field, or of an element with an attribute that is one, as links have."""
    found = np.zeros(len(tokens), bool)
    for part in (part for span in labelled for part in _parts(span)):
        is_attribute = part.end == part.start + 1 and tokens.is_tag[part.start]
        found[part.start : tokens.tags[int(tokens.elements[part.start])][1] if is_attribute else part.end] = True
    return found & ~tokens.is_tag
