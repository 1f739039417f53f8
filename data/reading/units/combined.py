"""Records of several neighbours: a term and its descriptions, a row of titles and one of details."""

from collections import Counter
from collections.abc import Sequence

FIRST_HEADS = 4
"""A list begins with the kind of one of its first nodes."""
FEWEST = 2
COMBINED = 0.6
"""Share of the records that must have a further part, and records that must have each kind of it."""
COMMON = 0.4
LONGEST = 12
"""Neighbours in one record."""
Unit = tuple[int, ...]
"""Neighbours: nodes of one parent with nothing between them."""


def combined_units(nodes: Sequence[int], kinds: Sequence[int]) -> list[list[Unit]]:
    """Lists of units that each begin with a node of one kind and continue with nodes of others.

    Args:
        nodes: siblings.
        kinds: the kind of each, -1 for none.
    """
    for start in range(min(FIRST_HEADS, len(kinds))):
        head = kinds[start]
        if head >= 0 and head not in kinds[:start]:
            units = _split(nodes, kinds, head)
            if units:
                return [units]
    return []


def _split(nodes: Sequence[int], kinds: Sequence[int], head: int) -> list[Unit]:
    """The siblings cut before each of the kind ``head``; none if this gives no records."""
    starts = [place for place, kind in enumerate(kinds) if kind == head]
    if len(starts) < FEWEST:
        return []
    spans = [range(start, end) for start, end in zip(starts, [*starts[1:], len(kinds)], strict=True)]
    spread = Counter(kind for span in spans for kind in {kinds[place] for place in span[1:]})
    common = {kind for kind, count in spread.items() if count >= max(FEWEST, COMMON * len(spans)) and kind >= 0}
    spans = [_up_to_last(span, kinds, common) for span in spans]
    has_more = sum(len(span) > 1 for span in spans)
    if has_more < COMBINED * len(spans) or any(len(span) > LONGEST for span in spans):
        return []
    return [tuple(nodes[place] for place in span) for span in spans]


def _up_to_last(span: range, kinds: Sequence[int], common: set[int]) -> range:
    """The head and what follows it, as long as its kinds occur in other records, too."""
    end = span.start + 1
    while end < span.stop and kinds[end] in common:
        end += 1
    return range(span.start, end)
