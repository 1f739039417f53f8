"""The text nodes of a page."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Pieces(NamedTuple):
    """The text nodes of a page in document order; arrays are int64 (pieces,).

    ``opened`` and ``closed`` count the start and end tags that come before a piece.
    """

    texts: list[str]
    owners: Ints
    opened: Ints
    closed: Ints

    def first(self, count: int) -> "Pieces":
        """The first ``count`` pieces."""
        return Pieces(self.texts[:count], self.owners[:count], self.opened[:count], self.closed[:count])

    def replace(self, begins: Ints, ends: Ints, others: "Pieces") -> "Pieces":
        """Other pieces, one for each of these ranges, in place of those in the ranges; none where its text is empty.

        Args:
            begins: in document order.
            ends: exclusive.
            others: the new pieces.
        """
        kept = np.ones(len(self.texts) + 1, bool)
        texts, done = list[str](), 0
        for begin, end, text in zip(begins.tolist(), ends.tolist(), others.texts, strict=True):
            texts += [*self.texts[done:begin], *filter(None, [text])]
            kept[begin:end], done = False, end
        texts += self.texts[done:]
        is_text = np.array([bool(text) for text in others.texts], bool)
        places = np.concatenate([[0], np.cumsum(kept[:-1])])[begins[is_text]]

        def merged(old: Ints, new: Ints) -> Ints:
            return np.insert(old[kept[:-1]], places, new[is_text])

        arrays = (merged(old, new) for old, new in zip(self[1:], others[1:], strict=True))
        return Pieces(texts, *arrays)
