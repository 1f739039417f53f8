"""Content cut into chunks for retrieval: each below one heading, cut between blocks, with whole tables and lists.

A chunk begins at a heading and contains the text below it, up to a number of words. Tables and lists are kept whole if
they fit, else their rows and items are; a paragraph that does not fit is cut between sentences. The texts of all chunks
together are the text of the content, line by line.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.dom.texts import TextRun, text_runs
from iawce.data.dom.words import CJK, count_words
from iawce.extract.content.content import Content

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？｡])[」』”’）]*")
"""End of a sentence: a full stop and a space, or a wide full stop."""
_WORD = re.compile(rf"(?:[{CJK}]|[^\W_{CJK}]+)[\W_]*|[\W_]+")


class CutText(NamedTuple):
    """A piece of the content: its text and words, the headings above it, the elements of which it is part."""

    text: str
    words: int
    headings: tuple[str, ...]
    elements: tuple[int, ...]


def cut_text(text: str, most: int) -> Iterator[str]:
    """Pieces of at most ``most`` words, as long as possible, whose concatenation is the text; in linear time."""
    return _cut(text, most, [_lines, _sentences, _words])


def _cut(text: str, most: int, ways: list[Callable[[str], Iterator[str]]]) -> Iterator[str]:
    if count_words(text) <= most or not ways:
        yield text
        return
    piece, words = "", 0
    for part in ways[0](text):
        count = count_words(part)
        if piece and words + count > most:
            yield piece
            piece, words = "", 0
        if count > most:
            yield from _cut(part, most, ways[1:])
        else:
            piece, words = piece + part, words + count
    if piece:
        yield piece


def _lines(text: str) -> Iterator[str]:
    yield from text.splitlines(keepends=True)


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def _words(text: str) -> Iterator[str]:
    """Words with the text after them; in scripts without spaces, single characters."""
    for found in _WORD.finditer(text):
        yield found.group()


WHOLE = ("table", "ul", "ol", "menu", "dl")
"""Elements that are not cut if they fit."""


class _Unit(NamedTuple):
    """A part that is cut only if it is too long.

    ``text``: its lines; ``element``: the number of its element; ``before``: the text between it and the previous unit;
    ``level``: that of a heading.
    """

    text: str
    words: int
    element: int
    before: str
    level: int = 0


def cut_content(content: Content, most: int, title: str, room: int) -> Iterator[CutText]:
    """Pieces of at most ``most`` words of the content of a page.

    Args:
        content: to be printed.
        most: words of a piece; a heading is never cut.
        title: of the page, as a heading above all others.
        room: most characters of the text; the rest is left out.
    """
    path, held = [(0, title)] if title else [], list[_Unit]()
    for unit in _fitting(_units(content), most):
        room -= len(unit.text)
        if room < 0:
            break
        has_text = any(not one.level for one in held)
        if held and (sum(one.words for one in held) + unit.words > most or (unit.level and has_text)):
            yield _piece(held, path)
            held = []
        if unit.level:
            path = [(level, text) for level, text in path if level < unit.level]
            path += [] if path and path[-1][1] == unit.text else [(unit.level, unit.text)]
        held.append(unit)
    if held:
        yield _piece(held, path)


def _piece(held: Sequence[_Unit], path: Sequence[tuple[int, str]]) -> CutText:
    elements = tuple(dict.fromkeys(unit.element for unit in held))
    text = _joined(held).strip()
    return CutText(text, count_words(text), tuple(heading for _, heading in path), elements)


def _fitting(units: Iterator[list[_Unit]], most: int) -> Iterator[_Unit]:
    """Units that fit: whole tables and lists, else their parts, else single sentences."""
    for parts in units:
        whole = sum(part.words for part in parts)
        if len(parts) > 1 and whole <= most:
            yield _Unit(_joined(parts), whole, parts[0].element, parts[0].before)
            continue
        for part in parts:
            if part.words <= most or part.level:
                yield part
            else:
                yield from _cut_unit(part, most)


def _joined(units: Sequence[_Unit]) -> str:
    return units[0].text + "".join(unit.before + unit.text for unit in units[1:])


def _cut_unit(unit: _Unit, most: int) -> Iterator[_Unit]:
    before = unit.before
    for text in cut_text(unit.text, most):
        yield unit._replace(text=text, words=count_words(text), before=before)
        before = ""


def _units(content: Content) -> Iterator[list[_Unit]]:
    """The lines of the content; those of a table or a list are one unit."""
    subset, index = content.subset, content.subset.index
    containers, levels = _containers(content), index.nearest(index.has_tag(HEADINGS))
    blocks = index.nearest(index.has_tag(BLOCKS | CELLS))
    for number in content.elements:
        runs = ((run, int(index.text_nodes.owners[_first(subset, run)])) for run in text_runs(subset, number))
        for key, group in groupby(runs, key=lambda one: int(containers[one[1]])):
            found = [
                _unit(run, key if key >= 0 else int(blocks[owner]), _level(index.tags[levels[owner]]))
                for run, owner in group
            ]
            yield from [found] if key >= 0 else ([unit] for unit in found)


def _first(subset: DomMask, run: TextRun) -> int:
    """The first text node of a line that is not blank."""
    return next(piece for piece in run.text_nodes if not subset.text_layout.is_blank[piece])


def _unit(run: TextRun, element: int, level: int) -> _Unit:
    text = "\n".join(run.lines)
    return _Unit(text, count_words(text), element, "\n\n" if run.has_gap else "\n", level)


def _level(tag: str) -> int:
    return int(tag[1]) if tag in HEADINGS else 0


def _containers(content: Content) -> NDArray[np.int64]:
    """The outermost table or list around each element without a heading or a whole content element in it; or -1."""
    index = content.subset.index
    apart = np.sort(np.array([*content.elements, *content.subset.tagged(*HEADINGS)], np.int64))
    chosen, end = np.zeros(len(index), bool), 0
    for number in index.tagged(*WHOLE):
        holds = np.searchsorted(apart, index.ends[number]) > np.searchsorted(apart, number, side="right")
        if number >= end and not holds:
            chosen[number], end = True, int(index.ends[number])
    nearest = index.nearest(chosen)
    return np.where(chosen[nearest], nearest, -1)
