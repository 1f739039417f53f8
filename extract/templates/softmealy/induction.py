"""Learns a transducer from labelled tuples.

Source: Hsu and Dung 1998, section 4; for record nodes by default with a deviation (``any_order``).
"""

from collections.abc import Sequence
from dataclasses import replace

from iawce.data.errors import UsageError
from iawce.extract.templates.softmealy.any_order import learn_any_order
from iawce.extract.templates.softmealy.contextual_rules import Matcher
from iawce.extract.templates.softmealy.labelled_spans import (
    LabelledSpan,
    check_span,
    common_extents,
    parts_of,
    varying_words,
)
from iawce.extract.templates.softmealy.rule_learning import RuleLearner
from iawce.extract.templates.softmealy.seen_orders import learn_seen_orders
from iawce.extract.templates.softmealy.settings import SoftMealySettings
from iawce.extract.templates.softmealy.tokens import Tokens
from iawce.extract.templates.softmealy.transducer import Transducer


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
