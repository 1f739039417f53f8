"""The text of any element of a page, in one layout: lines as a reader sees them, or all in one line."""

from functools import cached_property

import numpy as np

from iawce.data.html.subset import Subset
from iawce.data.html.text_lines import text_lines


class Texts:
    """The texts of the elements of a part of a page.

    Args:
        subset: the part of the page that is read.
    """

    def __init__(self, subset: Subset) -> None:
        self.subset = subset

    def lines(self, number: int = 0) -> str:
        """All text under an element, in document order; of the whole page by default.

        Blanks are collapsed except inside ``pre``; each block is a line, with an empty one between paragraphs; items
        of lists begin with ``- `` or their number; a tab separates table cells.
        """
        return "\n".join(text_lines(self.subset, number))

    def line(self, number: int) -> str:
        """All text under an element in one line: spaces end lines, table cells, buttons and fields."""
        index = self.subset.index
        inside = slice(int(index.first_piece[number]), int(index.last_piece[number]))
        pieces = zip(index.pieces.texts[inside], self._separated[inside], strict=True)
        return " ".join(
            "".join([f" {text}" if separated else text for text, separated in pieces if separated >= 0]).split()
        )

    @cached_property
    def _separated(self) -> list[int]:
        """Whether each text node is separated from the one before, 1 or 0; -1 if it is not read."""
        read = np.flatnonzero(self.subset.pieces)
        separated = np.full(len(self.subset.pieces), -1)
        separated[read] = (
            np.diff((self.subset.breaks + self.subset.inline_borders)[read], prepend=0) > 0
        )  # both only grow
        numbers: list[int] = separated.tolist()
        return numbers
