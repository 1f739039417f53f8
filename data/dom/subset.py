"""A page without some of its elements, the input of an algorithm."""

from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.tags import BLOCKS, CELLS, INLINE_BLOCKS
from iawce.data.dom.text_layout import TextLayout

if TYPE_CHECKING:
    from iawce.data.dom.element_index import ElementIndex


class Subset:
    """Some elements of a page; an element is left out together with its subtree.

    The tree itself stays complete, so that the chosen part can also be printed with its links.

    Args:
        index: of the page.
        kept: whether an element belongs to the subset, bool (elements,).
        pieces: whether a text node belongs to it, bool (pieces,); by default those of the elements in the subset.
    """

    def __init__(self, index: "ElementIndex", kept: NDArray[np.bool_], pieces: NDArray[np.bool_] | None = None) -> None:
        self.index, self.kept = index, kept
        owned = kept[index.pieces.owners]
        self.pieces = owned if pieces is None else owned & pieces

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The elements in document order."""
        return np.flatnonzero(self.kept)

    @cached_property
    def words(self) -> NDArray[np.int64]:
        """Words of the subset in the subtree of each element of the page, int64 (elements,)."""
        return self.subtree_sums(self.index.own_words)

    @cached_property
    def link_words(self) -> NDArray[np.int64]:
        """Words of links in the subtree of each element, int64 (elements,)."""
        return self.subtree_sums(np.where(self.index.linked, self.index.own_words, 0))

    def subtree_sums(self, values: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
        """Sum over the elements of the subset in each element's subtree, int64 (elements,)."""
        sums = np.concatenate([[0], np.cumsum(np.where(self.kept, values, 0), dtype=np.int64)])
        return np.asarray(sums[self.index.ends] - sums[:-1])

    @cached_property
    def text(self) -> tuple[str, NDArray[np.int64]]:
        """All text that is not blank, with spaces after text nodes; and the offset of each text node of the page.

        The second has one more entry than there are text nodes: the length of the text.
        """
        shown = self.pieces & ~self.index.blank
        texts = list(compress(self.index.pieces.texts, shown.tolist()))
        starts = np.zeros(len(shown) + 1, np.int64)
        starts[1:][shown] = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
        return " ".join([*texts, ""]), np.cumsum(starts)

    @cached_property
    def lower_text(self) -> str:
        """``text`` in lower case."""
        return self.text[0].lower()

    def tagged(self, *tags: str) -> NDArray[np.int64]:
        """Numbers of the elements of the subset with one of these tags, in document order."""
        found = np.array(self.index.tagged(*tags), np.int64)
        return np.asarray(found[self.kept[found]])

    def holds(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether each element of the page is or contains a ``chosen`` element of the subset, bool (elements,)."""
        return np.asarray(self.subtree_sums(chosen) > 0)

    def children(self, number: int) -> list[int]:
        """Numbers of the child elements in the subset, in document order; a formula has none."""
        found: list[int] = []
        if number in self.index.formulas:
            return found
        child, end = number + 1, self.index.ends[number]
        while child < end:
            if self.kept[child]:
                found.append(child)
            child = int(self.index.ends[child])
        return found

    @cached_property
    def breaks(self) -> NDArray[np.int64]:
        """Line breaks before each text node of the page, int64 (pieces,): two on one line have the same number."""
        return self._borders(self.index.has_tag(BLOCKS) | self.index.displayed)

    @cached_property
    def inline_borders(self) -> NDArray[np.int64]:
        """Borders of buttons, fields and table cells before each text node of the page, int64 (pieces,)."""
        return self._borders(self.inline_blocks | self.index.has_tag(CELLS))

    @cached_property
    def inline_blocks(self) -> NDArray[np.bool_]:
        """Whether each element is a button or a field, which a reader sees separated from the text around it."""
        found, given = self.index.has_tag(INLINE_BLOCKS), self.index.attributes.given
        found[[n for n in self.index.tagged("input") if given[n].get("type", "").lower() == "hidden"]] = False
        return found & ~self.index.verbatim

    def _borders(self, elements: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Borders of these elements before each text node of the page."""
        bordered = elements & self.parent_kept
        opened = np.concatenate([[0], np.cumsum(bordered)])
        closed = np.concatenate([[0], np.cumsum(bordered[self.index.closing])])
        pieces = self.index.pieces
        return np.asarray(opened[pieces.opened] + closed[pieces.closed])

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """Table cells that begin before each text node of the page, int64 (pieces,)."""
        begun = np.concatenate([[0], np.cumsum(self.index.has_tag(CELLS) & self.parent_kept)])
        return np.asarray(begun[self.index.pieces.opened])

    @cached_property
    def text_layout(self) -> TextLayout:
        """The layout of the plain text."""
        return TextLayout(self)

    @cached_property
    def parent_kept(self) -> NDArray[np.bool_]:
        """An element that is left out still separates the texts around it; its content does not."""
        return np.where(self.index.parents >= 0, self.kept[self.index.parents], True)
