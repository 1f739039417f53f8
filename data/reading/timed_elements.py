"""Which elements of a page hold a time expression."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.reading.time_expressions import holds_time


def timed_elements(subset: Subset) -> NDArray[np.bool_]:
    """Whether each element directly holds a time expression: as text, as ``time``, or in a tooltip."""
    index = subset.index
    found = np.zeros(len(index), bool)
    shown = subset.pieces & ~index.blank
    for piece, owner in zip(np.flatnonzero(shown).tolist(), index.pieces.owners[shown].tolist(), strict=True):
        found[owner] |= holds_time(index.pieces.texts[piece].strip())
    for number in index.attributes.having("title", "datetime"):
        given = index.attributes.given[number]
        found[number] |= holds_time((given.get("datetime") or given.get("title") or "").strip())
    return found & subset.kept
