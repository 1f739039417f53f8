"""The elements and text nodes of a tree in document order, as far as limits allow.

Depths and places follow from the number of each element's parent: to be told of each start and end tag by the parser
takes twice the time.
"""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.pieces import Pieces
from iawce.data.html.tree import Element
from iawce.data.limits import Limits

Ints = NDArray[np.int64]
_UNREAD = frozenset({"script", "style"})
"""Elements whose text is not content of the page."""


class Nesting(NamedTuple):
    """How elements stand in each other; arrays are int64 (elements,).

    ``parents``: number of the parent, -1 for the root. ``depths``: 1 for the root. ``closing``: numbers of the elements
    in the order of their end tags. ``ends``: one past the last element of the subtree.
    """

    parents: Ints
    depths: Ints
    closing: Ints
    ends: Ints

    @classmethod
    def of(cls, parents: Sequence[int]) -> "Nesting":
        """The nesting of elements whose parents are these, in document order."""
        depths, closing, stack = list[int](), list[int](), [-1]
        for number, parent in enumerate(parents):
            while stack[-1] != parent:
                closing.append(stack.pop())
            depths.append(len(stack))
            stack.append(number)
        closing.extend(reversed(stack[1:]))
        nesting = cls(*(np.array(numbers, np.int64) for numbers in (parents, depths, closing, ())))
        sizes = nesting.subtree_sums(np.ones(len(parents), np.int64))
        return nesting._replace(ends=np.arange(len(parents)) + sizes)

    def subtree_sums(self, values: Ints) -> Ints:
        """Sum of ``values`` over the subtree of each element, by the order of end tags; needs no ``ends``."""
        in_order = np.concatenate([[0], np.cumsum(values[self.closing])])
        number, place = np.arange(len(self.closing)), np.empty(len(self.closing), np.int64)
        place[self.closing] = number
        # an element is the last of its subtree to close; all that closed before it opened lies outside
        return np.asarray(in_order[place + 1] - in_order[number - self.depths + 1])


class Walk(NamedTuple):
    """Elements, their tag names and nesting, text nodes, and what was left out: ``elements``, ``text`` or nothing."""

    elements: list[Element]
    tags: list[str]
    nesting: Nesting
    pieces: Pieces
    cut: str


def walk(root: Element, limits: Limits) -> Walk:
    """Everything in a tree; what comes after the limits is left out, as if the document ended there."""
    elements = list(islice(root.iter("*"), limits.elements + 1))
    numbers = {element: number for number, element in enumerate(elements)}
    parents = [numbers.get(element.getparent(), -1) for element in elements]  # type: ignore[arg-type] # None for none
    tags = [str(element.tag) for element in elements]
    nesting = Nesting.of(parents)
    pieces, count, cut = _text_nodes(elements, tags, nesting), len(elements), ""
    if count > limits.elements:
        cut, count = "elements", limits.elements
        pieces = pieces.first(int(np.searchsorted(pieces.opened, count, "right")))
    if sum(map(len, pieces.texts)) > limits.text:
        room = limits.text - np.cumsum([len(text) for text in pieces.texts])
        last = int(np.argmax(room < 0))
        cut, count, pieces = "text", int(pieces.opened[last]), pieces.first(last + 1)
        pieces.texts[last] = pieces.texts[last][: room[last]]
    if cut:
        elements, tags, nesting = elements[:count], tags[:count], Nesting.of(parents[:count])
    return Walk(elements, tags, nesting, pieces, cut)


def _text_nodes(elements: Sequence[Element], tags: Sequence[str], nesting: Nesting) -> Pieces:
    """The text at the beginning of each element that is read, and the text after each but the root."""
    begins = [None if tag in _UNREAD else element.text for tag, element in zip(tags, elements, strict=True)]
    tails = [None, *(element.tail for element in elements[1:])]
    texts = [*filter(None, begins), *filter(None, tails)]
    begun, ended = (
        np.array([number for number, text in enumerate(found) if text], np.int64) for found in (begins, tails)
    )
    opened = np.concatenate([begun + 1, nesting.ends[ended]])
    closed = opened - nesting.depths[np.concatenate([begun, ended])]
    closed[len(begun) :] += 1
    owners = np.concatenate([begun, nesting.parents[ended]])
    order = np.argsort(opened + closed)
    return Pieces([texts[place] for place in order.tolist()], owners[order], opened[order], closed[order])
