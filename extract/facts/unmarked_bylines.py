"""Names of authors in unmarked lines: beside the date under the title, or followed by a degree."""

import re
from collections.abc import Iterator

import numpy as np

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.html.words import split_words
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.times import TextTimes
from iawce.extract.facts.author_names import is_organisation, names_in
from iawce.extract.facts.byline_words import CATEGORY_PATH, LONGEST_UNCASED, NAMED_WITH_DEGREE
from iawce.extract.facts.common_words import common_words

BEFORE, BEHIND = 2, 14
"""Lines before and after the title that are examined; a line is a text node that is not blank."""
REACH = 10
"""Text nodes for each of these lines, most of which are blank."""
BESIDE = 3
"""Lines between a name and the date."""
WITH_DEGREE = 5
"""Of these, lines in which a degree marks a name."""
MOST_WORDS, MOST_DATE_WORDS = 25, 8
"""Words of a line with names, and of one with a date."""
_PERSON = re.compile(r"(?:[^\W\d_a-z][\w.'’-]*\s+){1,3}(?!\w{0,2}$)[^\W\d_a-z][^\W\d_][\w.'’-]*")
"""A name of two to four words that begin with capitals; the last is not an initial."""


def unmarked_bylines(reading: PageReading, heading: int, apart: Bools, language: str) -> list[list[str]]:
    """Names in unmarked lines near the title, lines with most names first, then the nearest.

    A name is distinguished from a category by its words, none of which is on the page in lower case.

    Args:
        reading: of the page.
        heading: number of the element that is its title; none is searched if that is 0.
        apart: whether each element is a part of the page about other things, bool (elements,).
        language: of the page; in German every noun has a capital.
    """
    if not heading or language.startswith("de"):
        return []
    index, near = reading.index, _lines_around(reading, heading, apart)
    dated = [place for place, piece in enumerate(near) if _is_date(reading.times.in_piece(piece), reading.word_scale)]
    short = _in_short_lines(reading)
    found = [
        names for place, piece in enumerate(near) if short[piece] and (names := _names(index, piece, place, dated))
    ]
    words = [{word.lower() for name in names for word in split_words(name)} for names in found]
    common = common_words(reading, heading, [name for names in found for name in names])
    own = [names for names, of_names in zip(found, words, strict=True) if common.isdisjoint(of_names)]
    return sorted(own, key=len, reverse=True)


def _lines_around(reading: PageReading, heading: int, apart: Bools) -> list[int]:
    """Visible text nodes directly before and after a heading."""
    index = reading.index
    start, end = int(index.first_piece[heading]), int(index.last_piece[heading])
    shown = reading.document.body.pieces & ~index.blank & ~apart[index.pieces.owners]
    first = max(0, start - REACH * BEFORE)
    lines = (first + np.flatnonzero(shown[first : end + REACH * BEHIND])).tolist()
    return [one for one in lines if one < start][-BEFORE:] + [one for one in lines if one >= end][:BEHIND]


def _in_short_lines(reading: PageReading) -> Bools:
    """Whether the line around each text node is not prose, bool (pieces,)."""
    lines = reading.document.body.breaks
    words = np.bincount(lines, np.where(reading.document.body.pieces, reading.index.piece_words, 0))
    return np.asarray(words[lines] <= MOST_WORDS * reading.word_scale)


def _is_date(times: TextTimes, scale: int) -> bool:
    return bool(times.day()) and len(split_words(times.text)) <= MOST_DATE_WORDS * scale


def _names(index: ElementIndex, piece: int, place: int, dated: list[int]) -> list[str]:
    """Names in a line beside a date, or with degrees."""
    text, owner = index.pieces.texts[piece].strip(), int(index.pieces.owners[piece])
    if any(map(CATEGORY_PATH.search, _addresses(index, owner))):
        return []
    if place < WITH_DEGREE and NAMED_WITH_DEGREE.match(text):
        return names_in([text])
    if not any(abs(place - date) <= BESIDE for date in dated):
        return []
    names = names_in([text])
    is_list = all(_PERSON.fullmatch(name) and not is_organisation(name) for name in names)
    if any(map(LONGEST_UNCASED.search, names)):
        return []
    return names if is_list else []


def _addresses(index: ElementIndex, owner: int) -> Iterator[str]:
    """Addresses of the links around a text."""
    for number in (owner, int(index.parents[owner])):
        if number >= 0 and index.tags[number] == "a":
            yield index.attributes.given[number].get("href", "")
