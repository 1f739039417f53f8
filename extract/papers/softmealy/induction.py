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
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.contextual_rules import Matcher
from iawce.extract.papers.softmealy.labelled_spans import LabelledSpan, common_extents, varying_words
from iawce.extract.papers.softmealy.rule_learning import RuleLearner
from iawce.extract.papers.softmealy.settings import SoftMealySettings
from iawce.extract.papers.softmealy.tokens import Tokens
from iawce.extract.papers.softmealy.transducer import BEGIN, END, AttributeSpan, Edge, Transducer, dummy


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
    rule = learner.learn(crossed, np.setdiff1d(np.fromiter(passed, np.int64), crossed))
    return Edge(sources, target, rule.contexts, rule.is_ambiguous)


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
            state, entered = _state_after(part, after, closed=closed), part.end
            yield part.attribute, part.start, state, part.end
        state = BEGIN if closed else state
    if complete or not closed:
        yield state, entered, "", span.end


def _state_after(part: AttributeSpan, after: AttributeSpan | None, *, closed: bool) -> str:
    if after and after.start == part.end and after.attribute != part.attribute:
        return after.attribute
    return END if closed and not after else dummy(part.attribute)
