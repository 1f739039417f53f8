"""Names of text blocks: the XPath of the element that contains only this block, or of the block's first text node."""

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import UsageError
from iawce.data.html.blocks import Blocks
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.select import select_by_xpath

_TEXT_NODE = re.compile(r"(.*?)/text\(\)(?:\[([0-9]{1,9})\])?", re.DOTALL)


class ElementPaths:
    """The elements of a page by XPath.

    Args:
        index: of the page.
    """

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
    inside = np.searchsorted(blocks.pieces, [index.first_piece[element], index.last_piece[element]])
    if (blocks.block_of_piece[slice(*inside)] == number).all():
        return index.path(element)
    return text_path(index, int(blocks.pieces[blocks.starts[number]]))


def text_path(index: ElementIndex, piece: int) -> str:
    """The XPath of a text node: ``/html/body/p/text()[2]``."""
    owner = int(index.pieces.owners[piece])
    return f"{index.path(owner)}/text()[{_own_pieces(index, owner).tolist().index(piece) + 1}]"


def blocks_at(blocks: Blocks, paths: Iterable[str]) -> NDArray[np.bool_]:
    """Whether each text block is named, bool (blocks,): its text node, or an element that it begins in.

    Raises:
        UsageError: there is no such place on the page.
    """
    index = blocks.subset.index
    elements, chosen = ElementPaths(index), np.zeros(len(index.pieces.texts), bool)
    for path in paths:
        chosen[pieces_at(elements, path)] = True
    named = np.zeros(len(blocks), bool)
    named[blocks.block_of_piece[chosen[blocks.pieces]]] = True
    return named


def pieces_at(elements: ElementPaths, path: str) -> NDArray[np.int64]:
    """The text nodes that a path names: one, or all in an element.

    Raises:
        UsageError: there is no such place on the page.
    """
    index = elements.index
    if not (node := _TEXT_NODE.fullmatch(path)):
        number = elements.number(path)
        return np.arange(index.first_piece[number], index.last_piece[number])
    own = _own_pieces(index, elements.number(node[1]))
    if (place := int(node[2] or 1)) > len(own) or not place:
        raise UsageError(f"no text of the page is at {path[:200]!r}")
    return own[place - 1 : place]


def _own_pieces(index: ElementIndex, owner: int) -> NDArray[np.int64]:
    """The text nodes directly in an element."""
    first, last = int(index.first_piece[owner]), int(index.last_piece[owner])
    return first + np.flatnonzero(index.pieces.owners[first:last] == owner)
