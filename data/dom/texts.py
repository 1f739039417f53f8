"""The texts of a page: of any element, line by line or in one line, and as a sequence of text blocks.

In the layout, white space is collapsed except inside ``pre``, where lines stay as they are; an empty line separates
paragraphs; items of lists begin with ``- `` or their number; a tab separates table cells.

The unit of main-content extraction since Kohlschütter et al. 2010, Boilerplate Detection using Shallow Text Features.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.select import select_by_xpath
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.errors import UsageError

BARS = "|¦｜￨│┃∣❘"  # Characters that look like a vertical bar
SEPARATORS = f" \t{BARS}/\\>»›→·•⋅<«‹←-–—,:;"
"""A line of only these characters separated elements that were left out, and is dropped."""
_MARKED = frozenset({"li", "sup", "sub"})  # Elements whose text is shown with its own mark
_DIGIT = re.compile(r"\d")
_TEXT_NODE = re.compile(r"(.*?)/text\(\)(?:\[([0-9]{1,9})\])?", re.DOTALL)


class Texts:
    """The texts of the elements of a part of a page.

    ``subset``: the part of the page that is read; ``apart``: text nodes of it before which ``line`` has a space.
    """

    def __init__(self, subset: DomMask, apart: Sequence[int] = ()) -> None:
        self.subset, self.apart = subset, apart

    def lines(self, number: int = 0) -> str:
        """All text under an element, in document order; of the whole page by default."""
        return "\n".join(text_lines(self.subset, number))

    def line(self, number: int) -> str:
        """All text under an element in one line: spaces end lines, table cells, buttons and fields."""
        index = self.subset.index
        inside = index.span_of(number)
        text_nodes = zip(index.line_texts[inside], self._separated[inside], strict=True)
        return " ".join(
            "".join([f" {text}" if separated else text for text, separated in text_nodes if separated >= 0]).split()
        )

    def between(self, start: int, end: int) -> str:
        """The text of the text nodes from ``start`` to before ``end``, and the ends of lines before each and behind."""
        text_nodes = zip(self.subset.index.line_texts[start:end], self._separated[start : end + 1], strict=False)
        texts = [f"\n{text}" if separated > 0 else text for text, separated in text_nodes if separated >= 0]
        return "".join(texts) + "\n" * (start <= end < len(self._separated) and self._separated[end] > 0)

    @cached_property
    def shown_lines(self) -> list["ShownLine"]:
        """All lines with text; cells of tables, buttons and fields are separate lines."""
        index, found = self.subset.index, list[ShownLine]()
        for run in _runs(np.flatnonzero(self.subset.text_nodes), _line_borders(self.subset)):
            first = next((place for place, text_node in enumerate(run) if not index.blank[text_node]), None)
            if first is not None:
                found.append(ShownLine(index, run[first:]))
        return found

    @cached_property
    def _separated(self) -> list[int]:
        """Whether each text node is separated from the one before, 1 or 0; -1 if it is not read."""
        read = np.flatnonzero(self.subset.text_nodes)
        separated = np.full(len(self.subset.text_nodes), -1)
        separated[read] = np.diff(_line_borders(self.subset)[read], prepend=0) > 0
        separated[list(self.apart)] = 1
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
    layout, previous, inside = subset.text_layout, -1, subset.index.span_of(number)
    for run in _runs(inside.start + np.flatnonzero(subset.unnumbered[inside]), subset.line_breaks):
        raw = layout.join(run, previous)
        lines = _verbatim(raw) if layout.is_verbatim[run[0]] else _collapse(raw)
        if not lines:
            continue
        shown = next(text_node for text_node in run if not layout.is_blank[text_node])
        lines[0] = layout.item_mark(shown, number) + lines[0]
        lines = [*subset.panel_labels.get(shown, ()), *lines]
        yield TextRun(run, previous >= 0 and layout.has_gap(previous, run[0]), tuple(lines))
        previous = run[-1]


def _only_text(subset: DomMask, number: int) -> str | None:
    """The text of an element with a single text node, unless in a list item, a superscript or ``pre``; else None."""
    index = subset.index
    if index.footnotes:
        return None
    text_nodes = subset.shown_in(number)
    if len(text_nodes) != 1 or any(int(text_nodes[0]) in labels for labels in (subset.panel_labels, index.ordinals)):
        return None
    owner = int(index.text_nodes.owners[text_nodes[0]])
    marked = (one for one in (owner, *index.ancestors(owner)) if index.tags[one] in _MARKED)
    is_plain = not index.verbatim[owner] and all(index.tags[one] == "li" and one <= number for one in marked)
    return index.text_nodes.texts[text_nodes[0]] if is_plain else None


def _verbatim(raw: str) -> list[str]:
    """The lines of a text as it is written, without the blank ones before and after it."""
    lines = [line.rstrip() for line in raw.rstrip().split("\n")]
    return lines[next((place for place, line in enumerate(lines) if line), len(lines)) :]


def _collapse(raw: str) -> list[str]:
    """The line, or none if it only separates."""
    if "\t" not in raw:
        line = " ".join(raw.split())
        return [line] if line.strip(SEPARATORS) else []
    cells = [" ".join(cell.split()) for cell in raw.split("\t")]
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
    """A line of text by its ``text_nodes``, of which one at least is not blank."""

    def __init__(self, index: ElementIndex, text_nodes: list[int]) -> None:
        self.index, self.text_nodes = index, text_nodes
        texts = [index.line_texts[text_node] for text_node in text_nodes]
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
    def has_digit(self) -> bool:
        """Whether there is a digit in it, of any script."""
        return _DIGIT.search(self.text) is not None

    @cached_property
    def block(self) -> int:
        """The smallest element with the line, or the largest around it with nothing else."""
        index, number = self.index, self.extent(0, len(self.text)).element
        parent, own = int(index.parents[number]), index.count_texts(number)
        while parent >= 0 and index.count_texts(parent) == own:
            number, parent = parent, int(index.parents[parent])
        return number


class Blocks:
    """All text blocks of a subset in document order; arrays are int64 with one entry for each.

    ``text_nodes``: those of blocks, in order, int64 (text nodes,), blank ones only between others of a block;
    ``owners``, ``block_of_text_node``: the element directly around each of these, and its block; ``starts``: where
    each block begins among them. ``elements``: the innermost block element or table cell around the first text, or
    the nearest that holds all of the block; ``firsts``: the element directly around its first text. ``texts``: blanks
    collapsed, none empty. ``words``, ``link_words``: counts of words.
    """

    def __init__(self, subset: DomMask) -> None:
        self.subset = subset
        index = subset.index
        self.text_nodes, lines = _within_lines(subset)
        self.starts = np.flatnonzero(np.diff(lines, prepend=-1))
        bounds = pairwise([*self.starts.tolist(), len(self.text_nodes)])
        pieces, numbers = index.text_nodes.texts, self.text_nodes.tolist()
        runs = (numbers[slice(*bound)] for bound in bounds)
        said = (pieces[run[0]] if len(run) == 1 else "".join([pieces[one] for one in run]) for run in runs)
        self.texts = [" ".join(text.split()) for text in said]
        self.block_of_text_node = np.repeat(
            np.arange(len(self.texts)), np.diff(self.starts, append=len(self.text_nodes))
        )
        self.owners = index.text_nodes.owners[self.text_nodes]
        self.firsts = self.owners[self.starts]
        self.elements = self._around(index.nearest(index.has_tag(BLOCKS | CELLS))[self.firsts])
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

    def __len__(self) -> int:
        return len(self.texts)

    def text_nodes_in(self, chosen: Bools) -> Bools:
        """Whether each text node of the page is in a chosen block, bool (text nodes,)."""
        found = np.zeros(len(self.subset.index.text_nodes.texts), bool)
        found[self.text_nodes[chosen[self.block_of_text_node]]] = True
        return found

    def sums(self, values: Ints | Bools) -> Ints:
        """Sum of a value of each of ``text_nodes`` over each block."""
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
        """Where each block ends in ``text_nodes``, exclusive."""
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

        Raises UsageError: it is not an XPath, or matches no element.
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
    return f"{index.path(owner)}/text()[{index.own_text_nodes(owner).tolist().index(text_node) + 1}]"


def blocks_at(blocks: Blocks, paths: Iterable[str]) -> Bools:
    """Whether each text block is named, bool (blocks,): its text node, or an element that it begins in.

    Raises UsageError: there is no such place on the page.
    """
    index = blocks.subset.index
    elements, chosen = ElementPaths(index), np.zeros(len(index.text_nodes.texts), bool)
    for path in paths:
        chosen[pieces_at(elements, path)] = True
    return blocks.sums(chosen[blocks.text_nodes]) > 0


def pieces_at(elements: ElementPaths, path: str) -> Ints:
    """The text nodes that a path names: one, or all in an element. Raises UsageError: there is no such place."""
    index = elements.index
    if not (node := _TEXT_NODE.fullmatch(path)):
        number = elements.number(path)
        return np.arange(index.first_text_node[number], index.last_text_node[number])
    own = index.own_text_nodes(elements.number(node[1]))
    if (place := int(node[2] or 1)) > len(own) or not place:
        raise UsageError(f"no text of the page is at {path[:200]!r}")
    return own[place - 1 : place]
