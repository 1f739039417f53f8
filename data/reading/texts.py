"""The text of any element of a page, in one layout: lines as a reader sees them, or all in one line."""

from functools import cached_property

import numpy as np

from iawce.data.html.subset import Subset
from iawce.data.html.text_lines import text_lines


class Texts:
    """The texts of the elements of a part of a page.

    Args:
        subset: what of the page is read.
    """

    def __init__(self, subset: Subset) -> None:
        self.subset = subset

    def lines(self, number: int = 0) -> str:
        """All text under an element, in document order; of the whole page by default.

        Blanks are collapsed except inside ``pre``; each block is a line, paragraphs are parted by an empty one; items
        of lists begin with ``- `` or their number; a tab separates table cells.
        """
        return "\n".join(text_lines(self.subset, number))

    def line(self, number: int) -> str:
        """All text under an element in one line: a blank where a line, a table cell, a button or a field ends."""
        index = self.subset.index
        return " ".join("".join(self._pieces[index.first_piece[number] : index.last_piece[number]]).split())

    @cached_property
    def _pieces(self) -> list[str]:
        """Each text node of the page with a blank before it if it is parted from the one before; empty if not read."""
        subset, texts = self.subset, self.subset.index.pieces.texts
        read, found = np.flatnonzero(subset.pieces), [""] * len(texts)
        borders = (subset.breaks + subset.inline_borders)[read]  # both only grow
        for piece, is_parted in zip(read.tolist(), np.diff(borders, prepend=0).tolist(), strict=True):
            found[piece] = f" {texts[piece]}" if is_parted else texts[piece]
        return found
