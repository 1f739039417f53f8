"""Learns a transducer whose attributes may be in any order, and any of which may be missing.

A deviation from Hsu and Dung 1998, only for record nodes, whose end is known. As printed, the edges are those that
labelled tuples took: if a field is missing that no labelled tuple lacks, all following fields are lost, and with a new
order nothing is extracted. Here there are edges from the beginning, and from the dummy of each attribute, to every
attribute that the tuple does not have yet. All edges into an attribute share one rule, learned from all separators
where it begins, against all borders that are passed before it outside other attributes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from iawce.extract.templates.softmealy.labelled_spans import LabelledSpan, parts_of
from iawce.extract.templates.softmealy.rule_learning import RuleLearner
from iawce.extract.templates.softmealy.tokens import Ints
from iawce.extract.templates.softmealy.transducer import BEGIN, AttributeSpan, Edge, Transducer, dummy


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
