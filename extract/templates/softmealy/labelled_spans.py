"""Sequences of tokens with labelled tuples, the training data."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

import numpy as np

from iawce.data.errors import UsageError
from iawce.extract.templates.softmealy.contextual_rules import Bools
from iawce.extract.templates.softmealy.extents import Extent, end_of
from iawce.extract.templates.softmealy.tokens import Tokens
from iawce.extract.templates.softmealy.transducer import AttributeSpan


class LabelledSpan(NamedTuple):
    """A sequence of tokens with its tuples in order; it may be known only up to its last tuple."""

    start: int
    end: int
    tuples: tuple[tuple[AttributeSpan, ...], ...]


def parts_of(span: LabelledSpan) -> Iterator[AttributeSpan]:
    """The parts of all tuples."""
    return (part for parts in span.tuples for part in parts)


def check_span(span: LabelledSpan) -> None:
    """Check that parts do not overlap.

    Raises:
        UsageError: they overlap, are empty or are outside the sequence.
    """
    done = span.start
    for part in parts_of(span):
        if not done <= part.start < part.end <= span.end:
            raise UsageError(f"the field {part.attribute} holds nothing, overlaps another one, or is not in its record")
        done = part.end


def varying_words(tokens: Tokens, labelled: Sequence[LabelledSpan]) -> Bools:
    """Whether each token is a word of a field, or of an element whose attribute is a field, such as a link."""
    found = np.zeros(len(tokens), bool)
    for part in (part for span in labelled for part in parts_of(span)):
        is_attribute = part.end == part.start + 1 and tokens.is_tag[part.start]
        found[part.start : tokens.tags[int(tokens.elements[part.start])][1] if is_attribute else part.end] = True
    return found & ~tokens.is_tag


def common_extents(tokens: Tokens, labelled: Sequence[LabelledSpan]) -> dict[str, Extent]:
    """The extent of each attribute whose parts all have the same one."""
    found: dict[str, set[Extent | None]] = {}
    for part in (part for span in labelled for part in parts_of(span)):
        found.setdefault(part.attribute, set()).add(_extent(tokens, part))
    single = {attribute: next(iter(extents)) for attribute, extents in found.items() if len(extents) == 1}
    return {attribute: extent for attribute, extent in single.items() if extent}


def _extent(tokens: Tokens, part: AttributeSpan) -> Extent | None:
    return next((extent for extent in get_args(Extent) if end_of(tokens, extent, part.start) == part.end), None)
