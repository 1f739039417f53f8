"""Content cut into chunks for retrieval: each below one heading, cut between blocks, with whole tables and lists.

A chunk begins at a heading and contains the text below it, up to a number of words. Tables and lists are kept whole if
they fit, else their rows and items are; a paragraph that does not fit is cut between sentences. The texts of all chunks
together are the text of the content, line by line; only footnotes stay where they are.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from iawce.data.arrays import Ints
from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.dom.texts import text_runs
from iawce.data.dom.words import CJK, count_words
from iawce.extract.content.content import Content

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？｡])[」』”’）]*")
"""End of a sentence: a full stop and a space, or a wide full stop."""
_WORD = re.compile(rf"(?:[{CJK}]|[^\W_{CJK}]+)[\W_]*|[\W_]+")
WHOLE = ("table", "ul", "ol", "menu", "dl")  # Elements that are not cut if they fit


class CutText(NamedTuple):
    """A piece of the content: its text and words, the headings above it, the elements of which it is part."""

    text: str
    words: int
    headings: tuple[str, ...]
    elements: tuple[int, ...]


def cut_text(text: str, most: int, level: int = 0) -> Iterator[str]:
    """Pieces of at most ``most`` words, as long as possible, whose concatenation is the text; in linear time.

    ``level``: 0 to cut it between lines, 1 only between sentences, 2 between words, or characters without spaces.
    """
    if count_words(text) <= most or level == len(_PARTS):
        yield text
        return
    piece, words = "", 0
    for part in _PARTS[level](text):
        count = count_words(part)
        if piece and words + count > most:
            yield piece
            piece, words = "", 0
        if count > most:
            yield from cut_text(part, most, level + 1)
        else:
            piece, words = piece + part, words + count
    if piece:
        yield piece


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


_PARTS: tuple[Callable[[str], Iterable[str]], ...] = (partial(str.splitlines, keepends=True), _sentences, _WORD.findall)


class _Unit(NamedTuple):
    """A part that is cut only if it is too long."""

    text: str  # Its lines
    words: int
    element: int  # Number of its element
    before: str  # The text between it and the previous unit
    level: int = 0  # Of a heading


def cut_content(content: Content, most: int, title: str, room: int) -> Iterator[CutText]:
    """Pieces of at most ``most`` words of the content of a page; a heading is never cut.

    ``title``: of the page, as a heading above all others; ``room``: most characters of the text; the rest is left out.
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
                continue
            before = part.before
            for text in cut_text(part.text, most):
                yield part._replace(text=text, words=count_words(text), before=before)
                before = ""


def _joined(units: Sequence[_Unit]) -> str:
    return units[0].text + "".join(unit.before + unit.text for unit in units[1:])


def _units(content: Content) -> Iterator[list[_Unit]]:
    """The lines of the content; those of a table or a list are one unit."""
    subset, index, is_blank = content.subset, content.subset.index, content.subset.text_layout.is_blank
    containers, headings = _containers(content), index.nearest(index.has_tag(HEADINGS))
    blocks = index.nearest(index.has_tag(BLOCKS | CELLS))
    for number in content.elements:
        units = list[tuple[int, _Unit]]()
        for run in text_runs(subset, number):
            owner = int(index.text_nodes.owners[next(piece for piece in run.text_nodes if not is_blank[piece])])
            key, tag, text = int(containers[owner]), index.tags[headings[owner]], "\n".join(run.lines)
            level, before = int(tag[1]) if tag in HEADINGS else 0, "\n\n" if run.has_gap else "\n"
            unit = _Unit(text, count_words(text), key if key >= 0 else int(blocks[owner]), before, level)
            units.append((key, unit))
        for key, group in groupby(units, key=itemgetter(0)):
            found = [unit for _, unit in group]
            yield from [found] if key >= 0 else ([unit] for unit in found)


def _containers(content: Content) -> Ints:
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
