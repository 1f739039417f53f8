"""The page as a sequence of text blocks: the visible text of one line or one table cell.

The unit of main-content extraction since Kohlschütter et al. 2010, Boilerplate Detection using Shallow Text Features.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.elements import Bools, Ints
from iawce.data.dom.select import select_by_xpath
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.errors import UsageError


class TextBlock(NamedTuple):
    """One text block."""

    element: int
    """Number of the innermost block element or table cell around its first text, or the nearest with all of it."""
    text: str
    """With collapsed white space."""
    words: int
    link_words: int


class Blocks:
    """All text blocks of a subset in document order; arrays are int64 with one entry for each.

    Args:
        subset: of the page.

    Attributes:
        subset: the part of the page.
        text_nodes: all text nodes of blocks, in order, int64 (text nodes,); blank ones only between others of a block.
        starts: where each block begins in ``pieces``.
        block_of_piece: number of the block of each of ``pieces``.
        elements: the innermost block element or table cell around the first text, or the nearest that holds all of it.
        owners: the element directly around each of ``pieces``.
        texts: text of each block, blanks collapsed; none is empty.
        words, link_words: counts of words.
    """

    def __init__(self, subset: DomMask) -> None:
        self.subset = subset
        index = subset.index
        self.text_nodes, lines = _within_lines(subset)
        self.starts = np.flatnonzero(np.diff(lines, prepend=-1))
        self.texts = list(self._join())
        self.block_of_text_node = np.repeat(
            np.arange(len(self.texts)), np.diff(self.starts, append=len(self.text_nodes))
        )
        self.owners = index.text_nodes.owners[self.text_nodes]
        innermost = index.nearest(index.has_tag(BLOCKS | CELLS))
        self.elements = self._around(innermost[self.owners[self.starts]])
        self.words = self.sums(index.text_node_words[self.text_nodes])
        self.link_words = self.sums(np.where(index.linked[self.owners], index.text_node_words[self.text_nodes], 0))

    def _around(self, elements: Ints) -> Ints:
        """The elements, or the ones around them, that contain all text of their blocks."""
        if not len(elements):
            return elements
        index, last = self.subset.index, self.owners[self.ends - 1]
        while (outside := last >= index.ends[elements]).any():
            elements = np.where(outside, index.parents[elements], elements)
        return elements

    def _join(self) -> Iterator[str]:
        texts = self.subset.index.text_nodes.texts
        numbers, bounds = self.text_nodes.tolist(), [*self.starts.tolist(), len(self.text_nodes)]
        for start, end in itertools.pairwise(bounds):
            yield " ".join("".join([texts[number] for number in numbers[start:end]]).split())

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, number: int) -> TextBlock:
        return TextBlock(
            int(self.elements[number]), self.texts[number], int(self.words[number]), int(self.link_words[number])
        )

    def __iter__(self) -> Iterator[TextBlock]:
        return (self[number] for number in range(len(self)))

    def sums(self, values: Ints) -> Ints:
        """Sum of a value of each of ``pieces`` over each block."""
        return np.asarray(np.bincount(self.block_of_text_node, values, len(self))).astype(np.int64)

    def is_prose(self, least: int) -> Bools:
        """Whether each block has at least so many words, less than a third of them linked, bool (blocks,)."""
        return (self.words >= least) & (3 * self.link_words < self.words)

    @property
    def is_linked(self) -> Bools:
        """Whether most words of each block are linked, bool (blocks,)."""
        return 2 * self.link_words > self.words

    def levels(self, most: int) -> Ints:
        """Depth of each block among those of the page, 0 to ``most`` - 1."""
        depths = self.subset.index.depths[self.elements]
        ranks = np.unique(depths)
        return np.asarray(np.searchsorted(ranks, depths) * most // max(most, len(ranks)))

    @cached_property
    def ends(self) -> Ints:
        """Where each block ends in ``pieces``, exclusive."""
        return np.concatenate([self.starts[1:], [len(self.text_nodes)]]).astype(np.int64)


def _within_lines(subset: DomMask) -> tuple[Ints, Ints]:
    """Text nodes of a subset and their lines, without white space at the ends of a line, which has no meaning."""
    kept = np.flatnonzero(subset.text_nodes)
    lines = subset.breaks[kept] + subset.columns[kept]  # both are monotonic
    full = np.flatnonzero(~subset.index.blank[kept])
    number = np.arange(len(kept))
    before = np.searchsorted(full, number, side="right")  # only of text nodes that are not blank
    after = np.searchsorted(full, number)
    edged = np.concatenate([[-1], lines[full], [-1]])
    inside = (edged[before] == lines) & (edged[after + 1] == lines)
    return kept[inside], lines[inside]


_TEXT_NODE = re.compile(r"(.*?)/text\(\)(?:\[([0-9]{1,9})\])?", re.DOTALL)


class ElementPaths:
    """The elements of a page by XPath."""

    def __init__(self, index: ElementIndex) -> None:
        self.index = index
        self._numbers = {index.path(number): number for number in range(len(index))}

    def known(self, path: str) -> int | None:
        """The number of the element that our own XPath names; None if there is none."""
        return self._numbers.get(path)

    def number(self, path: str) -> int:
        """The number of the element that an XPath names, the first if it matches several.

        Raises:
            UsageError: it is not an XPath, or matches no element.
        """
        if (known := self._numbers.get(path)) is not None:
            return known
        found = [number for number, text in select_by_xpath(self.index, path) if text is None]
        if not found:
            raise UsageError(f"no element of the page is at {path[:200]!r}")
        return found[0]


def block_path(blocks: Blocks, number: int) -> str:
    """The XPath of the element that contains this text block and no other; else of its first text node."""
    index, element = blocks.subset.index, int(blocks.elements[number])
    inside = np.searchsorted(blocks.text_nodes, [index.first_text_node[element], index.last_text_node[element]])
    if (blocks.block_of_text_node[slice(*inside)] == number).all():
        return index.path(element)
    return text_path(index, int(blocks.text_nodes[blocks.starts[number]]))


def text_path(index: ElementIndex, text_node: int) -> str:
    """The XPath of a text node: ``/html/body/p/text()[2]``."""
    owner = int(index.text_nodes.owners[text_node])
    return f"{index.path(owner)}/text()[{_own_text_nodes(index, owner).tolist().index(text_node) + 1}]"


def blocks_at(blocks: Blocks, paths: Iterable[str]) -> Bools:
    """Whether each text block is named, bool (blocks,): its text node, or an element that it begins in.

    Raises:
        UsageError: there is no such place on the page.
    """
    index = blocks.subset.index
    elements, chosen = ElementPaths(index), np.zeros(len(index.text_nodes.texts), bool)
    for path in paths:
        chosen[pieces_at(elements, path)] = True
    named = np.zeros(len(blocks), bool)
    named[blocks.block_of_text_node[chosen[blocks.text_nodes]]] = True
    return named


def pieces_at(elements: ElementPaths, path: str) -> Ints:
    """The text nodes that a path names: one, or all in an element.

    Raises:
        UsageError: there is no such place on the page.
    """
    index = elements.index
    if not (node := _TEXT_NODE.fullmatch(path)):
        number = elements.number(path)
        return np.arange(index.first_text_node[number], index.last_text_node[number])
    own = _own_text_nodes(index, elements.number(node[1]))
    if (place := int(node[2] or 1)) > len(own) or not place:
        raise UsageError(f"no text of the page is at {path[:200]!r}")
    return own[place - 1 : place]


def _own_text_nodes(index: ElementIndex, owner: int) -> Ints:
    """The text nodes directly in an element."""
    first, last = int(index.first_text_node[owner]), int(index.last_text_node[owner])
    return first + np.flatnonzero(index.text_nodes.owners[first:last] == owner)
