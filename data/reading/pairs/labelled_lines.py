"""Pairs of lines with a colon: ``<b>Label:</b> value<br>``, ``<li>Label: value</li>``, ``<p>A: 1 | B: 2</p>``."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from iawce.data.html.subset import Subset
from iawce.data.html.tags import HEADINGS
from iawce.data.reading.pairs.labels import (
    COLONS,
    clean_label,
    clean_value,
    is_plain_value,
    is_value,
    may_be_label,
    may_be_plain_label,
)
from iawce.data.reading.pairs.lines import ShownLine
from iawce.data.reading.pairs.pair import Pair

LONGEST = 1000
"""Characters of a line that is examined; longer ones are prose."""
MOST_BELOW = 120
"""Characters of a value in the line below its label."""
_COLON = re.compile(rf"\s*[{COLONS}]")
_SEPARATOR = re.compile(r"[|;·•／]\s*|\s[/–—-]\s+|\t|\s{3,}")
_ASCII = ":"
_NEVER = (*HEADINGS, "button", "select", "option", "textarea", "code", "pre", "nav", "time")
"""Elements in which a colon does not separate a label from a value."""


class _Mark(NamedTuple):
    """A label in a line: its start, start and end of its colon; whether it has its own element."""

    start: int
    end: int
    value: int
    is_element: bool


def pairs_of_lines(subset: Subset, lines: Sequence[ShownLine]) -> Iterator[Pair]:
    """The pairs, line by line."""
    never, linked = subset.index.inside(subset.index.tagged(*_NEVER)), subset.index.linked
    marks = [_marks(line) if not never[line.owner(0)] and _has_colon(line) else [] for line in lines]
    for number, (line, found) in enumerate(zip(lines, marks, strict=True)):
        for place, mark in enumerate(found):
            if linked[line.owner(mark.start)]:
                continue
            end = found[place + 1].start if place + 1 < len(found) else len(line.text)
            if pair := _pair(line, mark, end):
                yield pair
            elif not line.text[mark.value :].strip() and number + 1 < len(lines) and not marks[number + 1]:
                below = _below(line, mark, lines[number + 1])
                yield from [below] if below and not never[lines[number + 1].owner(0)] else []


def _has_colon(line: ShownLine) -> bool:
    return len(line.text) <= LONGEST and _COLON.search(line.text) is not None


def _marks(line: ShownLine) -> list[_Mark]:
    """The labels of a line; the first one is at its beginning."""
    found = list[_Mark]()
    for colon in _COLON.finditer(line.text):
        if found and colon.start() < found[-1].value:
            continue
        after = found[-1].value if found else 0
        start, is_element = _element_start(line, colon, after), True
        if start is None:
            start, is_element = _plain_start(line, colon, after), False
        if start is not None and (found or not clean_value(line.text[:start])):
            found.append(_Mark(start, colon.start(), colon.end(), is_element))
    return found


def _element_start(line: ShownLine, colon: re.Match[str], after: int) -> int | None:
    """Start of a label with its own element, with or without its colon; None if it is not one."""
    end = len(line.text[: colon.start()].rstrip())
    if end <= after:
        return None
    found, index = None, line.index
    number = line.owner(end - 1)
    while number >= 0:
        bounds = _bounds(line, number)
        if bounds is None or bounds[0] < after or line.text[end : bounds[1]].strip(COLONS + " \n\t\u00a0"):
            break
        if bounds[1] == len(line.text) and line.text[colon.end() :].strip():
            break
        if may_be_label(clean_label(line.text[bounds[0] : end])):
            found = bounds[0]
        number = int(index.parents[number])
    return found


def _bounds(line: ShownLine, number: int) -> tuple[int, int] | None:
    """Start and end of an element's text in a line; None if it extends beyond."""
    index = line.index
    first, last = int(index.first_piece[number]), int(index.last_piece[number])
    if first < line.pieces[0] or last > line.pieces[-1] + 1:
        return None
    inside = [place for place, piece in enumerate(line.pieces) if first <= piece < last]
    end = inside[-1] + 1
    return line.starts[inside[0]], line.starts[end] if end < len(line.pieces) else len(line.text)


def _plain_start(line: ShownLine, colon: re.Match[str], after: int) -> int | None:
    """Start of a label in the same text as its value; None if it is not one."""
    text = line.text
    follows = text[colon.end() : colon.end() + 1]
    if text[colon.end() - 1] == _ASCII and follows and not follows.isspace():
        is_number = text[: colon.start()][-1:].isdigit() or (follows.isdigit() and len(text[: colon.start()]) < 2)
        is_measure = not after and follows.isdigit()
        if is_number or follows in "/:=)(-" or (" " in clean_value(text[after : colon.start()]) and not is_measure):
            return None
    starts = list[int]() if after else [0]
    starts += [found.end() for found in _SEPARATOR.finditer(text, after, colon.start())]
    starts += [
        start for start in line.starts if after < start < colon.start() and line.owner(start) != line.owner(start - 1)
    ]
    labels = ((one, clean_label(text[one : colon.start()])) for one in sorted(starts, reverse=True))
    return next((one for one, label in labels if may_be_plain_label(label)), None)


def _pair(line: ShownLine, mark: _Mark, end: int) -> Pair | None:
    value = clean_value(line.text[mark.value : end])
    if not (is_value(value) if mark.is_element else is_plain_value(value)):
        return None
    label = clean_label(line.text[mark.start : mark.end])
    return Pair(label, value, line.extent(mark.start, mark.end), line.extent(*_stripped(line.text, mark.value, end)))


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The value within a part of a line."""
    value = text[start:end]
    own = value.strip("|;,·• \t\n\r\u00a0")
    begin = start + value.index(own)
    return begin, begin + len(own)


def _below(line: ShownLine, mark: _Mark, value: ShownLine) -> Pair | None:
    """The pair of a label and the line below it, if both are adjacent in one element."""
    parents, said = line.index.parents, clean_value(value.text)
    if value.text.rstrip().endswith(tuple(COLONS)):
        return None
    is_beside = parents[line.block] in (parents[value.block], value.block)
    if not (mark.is_element and is_beside and len(said) <= MOST_BELOW and is_plain_value(said)):
        return None
    label = clean_label(line.text[mark.start : mark.end])
    return Pair(label, said, line.extent(mark.start, mark.end), value.extent(0, len(value.text)))
