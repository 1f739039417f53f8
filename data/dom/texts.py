"""The text of any element of a page, in one layout: lines as a reader sees them, or all in one line."""

import itertools
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from iawce.data.dom.element_index import DomMask

SEPARATORS = " \t|/\\>»›→·•⋅<«‹←-–—,:;"
"""A line of only these characters separated elements that were left out, and is dropped."""

_MARKED = frozenset({"li", "sup", "sub"})
"""Elements whose text is shown with its own mark."""


def text_lines(subset: DomMask, number: int) -> list[str]:
    """Lines of all text of the subset in the subtree of an element, without lines of separators alone.

    White space is collapsed except inside ``pre``, where lines stay as they are. An empty line separates paragraphs;
    items of lists begin with ``- `` or their number; table cells keep their column.
    """
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
    layout, previous = subset.text_layout, -1
    for run in line_runs(subset, number):
        raw = layout.join(run, previous)
        lines = _verbatim(raw) if layout.is_verbatim[run[0]] else _collapse(raw)
        if not lines:
            continue
        first = next(text_node for text_node in run if not layout.is_blank[text_node])
        lines[0] = layout.item_mark(first, number) + lines[0]
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


def line_runs(subset: DomMask, number: int = 0) -> Iterator[list[int]]:
    """Text nodes of each line in the subtree of an element: numbers of text nodes."""
    index = subset.index
    first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
    kept = first + np.flatnonzero(subset.text_nodes[first:last])
    if not len(kept):
        return
    starts = np.flatnonzero(np.diff(subset.breaks[kept])) + 1
    bounds = [0, *starts.tolist(), len(kept)]
    text_nodes = kept.tolist()
    for start, end in itertools.pairwise(bounds):
        yield text_nodes[start:end]


class Texts:
    """The texts of the elements of a part of a page.

    Args:
        subset: the part of the page that is read.
    """

    def __init__(self, subset: DomMask) -> None:
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
        separated[read] = (
            np.diff((self.subset.breaks + self.subset.inline_borders)[read], prepend=0) > 0
        )  # both only grow
        numbers: list[int] = separated.tolist()
        return numbers
