"""The text of a page in lines as a reader sees them: of any element in one layout, or with the place of each character.

In the layout, white space is collapsed except inside ``pre``, where lines stay as they are; an empty line separates
paragraphs; items of lists begin with ``- `` or their number; a tab separates table cells.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.elements import Ints

SEPARATORS = " \t|/\\>»›→·•⋅<«‹←-–—,:;"
"""A line of only these characters separated elements that were left out, and is dropped."""
_MARKED = frozenset({"li", "sup", "sub"})
"""Elements whose text is shown with its own mark."""


class Texts:
    """The texts of the elements of a part of a page. ``subset``: the part of the page that is read."""

    def __init__(self, subset: DomMask) -> None:
        self.subset = subset

    def lines(self, number: int = 0) -> str:
        """All text under an element, in document order; of the whole page by default."""
        return "\n".join(text_lines(self.subset, number))

    def line(self, number: int) -> str:
        """All text under an element in one line: spaces end lines, table cells, buttons and fields."""
        index = self.subset.index
        inside = slice(int(index.first_text_node[number]), int(index.last_text_node[number]))
        text_nodes = zip(index.text_nodes.texts[inside], self._separated[inside], strict=True)
        return " ".join(
            "".join([f" {text}" if separated else text for text, separated in text_nodes if separated >= 0]).split()
        )

    @cached_property
    def _separated(self) -> list[int]:
        """Whether each text node is separated from the one before, 1 or 0; -1 if it is not read."""
        read = np.flatnonzero(self.subset.text_nodes)
        separated = np.full(len(self.subset.text_nodes), -1)
        separated[read] = np.diff(_line_borders(self.subset)[read], prepend=0) > 0
        numbers: list[int] = separated.tolist()
        return numbers


def _line_borders(subset: DomMask) -> Ints:
    """Ends of lines, table cells, buttons and fields before each text node of the page; they only grow."""
    return subset.breaks + subset.inline_borders


def _runs(text_nodes: Ints, borders: Ints) -> Iterator[list[int]]:
    """The consecutive ones of these text nodes with no border between them."""
    numbers: list[int] = text_nodes.tolist()
    cuts = (np.flatnonzero(np.diff(borders[text_nodes])) + 1).tolist()
    return (numbers[start:end] for start, end in pairwise([0, *cuts, len(numbers)]) if start < end)


def text_lines(subset: DomMask, number: int) -> list[str]:
    """Lines of all text of the subset in the subtree of an element, without lines of separators alone."""
    if (alone := _only_text(subset, number)) is not None:
        return _collapse(alone.replace("\t", " "))
    return [line for run in text_runs(subset, number) for line in ("",) * run.has_gap + run.lines]


class TextRun(NamedTuple):
    """The text nodes of a line and its text, of several lines in ``pre``; ``has_gap``: an empty line is before it."""

    text_nodes: list[int]
    has_gap: bool
    lines: tuple[str, ...]


def text_runs(subset: DomMask, number: int) -> Iterator[TextRun]:
    """The runs of which ``text_lines`` consists."""
    layout, previous, index = subset.text_layout, -1, subset.index
    first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
    for run in _runs(first + np.flatnonzero(subset.text_nodes[first:last]), subset.breaks):
        raw = layout.join(run, previous)
        lines = _verbatim(raw) if layout.is_verbatim[run[0]] else _collapse(raw)
        if not lines:
            continue
        shown = next(text_node for text_node in run if not layout.is_blank[text_node])
        lines[0] = layout.item_mark(shown, number) + lines[0]
        yield TextRun(run, previous >= 0 and layout.has_gap(previous, run[0]), tuple(lines))
        previous = run[-1]


def _only_text(subset: DomMask, number: int) -> str | None:
    """The text of an element with a single text node, unless in a list item, a superscript or ``pre``; else None."""
    index = subset.index
    first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
    text_nodes = first + np.flatnonzero(subset.text_nodes[first:last] & ~index.blank[first:last])
    if len(text_nodes) != 1:
        return None
    owner = int(index.text_nodes.owners[text_nodes[0]])
    marked = (one for one in (owner, *index.ancestors(owner)) if index.tags[one] in _MARKED)
    is_plain = not index.verbatim[owner] and all(index.tags[one] == "li" and one <= number for one in marked)
    return index.text_nodes.texts[text_nodes[0]] if is_plain else None


def _verbatim(raw: str) -> list[str]:
    return [] if raw.isspace() else [line.rstrip() for line in raw.strip("\n").split("\n")]


def _collapse(raw: str) -> list[str]:
    """The line, or none if it only separates. Empty cells keep their column where there is more than one with text."""
    if "\t" not in raw:
        line = " ".join(raw.split())
        return [line] if line.strip(SEPARATORS) else []
    cells = [" ".join(cell.split()) for cell in raw.split("\t")]
    if sum(map(bool, cells)) < 2:
        cells = ["".join(cells)]
    return ["\t".join(cells).rstrip("\t")] if any(cell.strip(SEPARATORS) for cell in cells) else []


class Spot(NamedTuple):
    """A place in the text of a page: the number of a text node, and an offset in it."""

    text_node: int
    offset: int


class Extent(NamedTuple):
    """A range of text: the smallest element with all of it, its first character and the one after its last."""

    element: int
    start: Spot
    end: Spot


class ShownLine:
    """A line of text, whose characters are known by their text nodes.

    ``text_nodes``: its text nodes, at least one that is not blank.
    """

    def __init__(self, index: ElementIndex, text_nodes: list[int]) -> None:
        self.index, self.text_nodes = index, text_nodes
        texts = [index.text_nodes.texts[text_node] for text_node in text_nodes]
        self.text = "".join(texts)
        self.starts = list(accumulate(map(len, texts[:-1]), initial=0))

    def spot(self, place: int) -> Spot:
        """The place of a character of ``text``."""
        number = bisect_right(self.starts, place) - 1
        return Spot(self.text_nodes[number], place - self.starts[number])

    def owner(self, place: int) -> int:
        """The element directly around the character at a place."""
        return int(self.index.text_nodes.owners[self.spot(place).text_node])

    def extent(self, start: int, end: int) -> Extent:
        """The text from ``start`` to ``end``, without white space at both ends."""
        text, index = self.text[start:end], self.index
        start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
        first, last = self.spot(start), self.spot(end - 1)
        around = int(index.text_nodes.owners[first.text_node])
        while not index.first_text_node[around] <= last.text_node < index.last_text_node[around]:
            around = int(index.parents[around])
        return Extent(around, first, Spot(last.text_node, last.offset + 1))

    @cached_property
    def block(self) -> int:
        """The smallest element with the line, or the largest around it with nothing else."""
        index, number = self.index, self.extent(0, len(self.text)).element
        parent, own = int(index.parents[number]), index.count_texts(number)
        while parent >= 0 and index.count_texts(parent) == own:
            number, parent = parent, int(index.parents[parent])
        return number


def lines_of(subset: DomMask) -> Iterator[ShownLine]:
    """All lines with text of a part of a page; cells of tables, buttons and fields are separate lines."""
    blank = subset.index.blank
    for run in _runs(np.flatnonzero(subset.text_nodes), _line_borders(subset)):
        first = next((place for place, text_node in enumerate(run) if not blank[text_node]), None)
        if first is not None:
            yield ShownLine(subset.index, run[first:])
