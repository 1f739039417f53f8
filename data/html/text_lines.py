"""The text of a part of a page, line by line: blocks begin and end lines, a tab separates table cells."""

import itertools
from collections.abc import Iterator

import numpy as np

from iawce.data.html.subset import Subset

SEPARATORS = " \t|/\\>»›→·•⋅<«‹←-–—,:;"
"""A line of only these characters separated elements that were left out, and is dropped."""


def text_lines(subset: Subset, number: int) -> list[str]:
    """Lines of all text of the subset in the subtree of an element, without those that hold only separators.

    Blanks are collapsed except inside ``pre``, where lines stay as they are.
    """
    found: list[str] = []
    verbatim, owners = subset.index.verbatim, subset.index.pieces.owners
    for run in line_runs(subset, number):
        raw = _join(subset, run)
        if raw.isspace():
            continue
        if verbatim[owners[run[0]]]:
            found.extend(line.rstrip() for line in raw.strip("\n").split("\n"))
        elif (line := _collapse(raw)).strip(SEPARATORS):
            found.append(line)
    return found


def _collapse(raw: str) -> str:
    if "\t" not in raw:
        return " ".join(raw.split())
    cells = (" ".join(cell.split()) for cell in raw.split("\t"))
    return "\t".join(cell for cell in cells if cell)


def line_runs(subset: Subset, number: int = 0) -> Iterator[list[int]]:
    """Text nodes of each line in the subtree of an element: numbers of pieces."""
    index = subset.index
    first, last = int(index.first_piece[number]), int(index.last_piece[number])
    kept = first + np.flatnonzero(subset.pieces[first:last])
    if not len(kept):
        return
    starts = np.flatnonzero(np.diff(subset.breaks[kept])) + 1
    bounds = [0, *starts.tolist(), len(kept)]
    pieces = kept.tolist()
    for start, end in itertools.pairwise(bounds):
        yield pieces[start:end]


def _join(subset: Subset, run: list[int]) -> str:
    """Text of one line, a tab where a table cell begins."""
    texts = subset.index.pieces.texts
    if len(run) == 1:
        return texts[run[0]]
    columns = subset.columns
    parts = [texts[run[0]]]
    for before, piece in itertools.pairwise(run):
        if columns[piece] != columns[before]:
            parts.append("\t")
        parts.append(texts[piece])
    return "".join(parts)
