"""The subjects of posts, which some forums print where others print the author."""

import re

import numpy as np

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.reading.page_reading import PageReading

REPLY = re.compile(r"(?:re|aw|sv|rv|odp|antw)\s?:", re.I)
"""Beginning of the subject of a reply."""
LONGEST_TITLE = 300
"""Characters of ``<title>`` that are compared."""
HEADINGS = frozenset({"h3", "h4", "h5"})


def is_subject(index: ElementIndex, element: int, text: str) -> bool:
    """Whether the text of an element is a subject: that of a reply, or a heading with which ``<title>`` begins."""
    if REPLY.match(text):
        return True
    return index.tags[element] in HEADINGS and f"{_title(index)} ".startswith(f"{text} ")


def with_timed_subject(reading: PageReading) -> Bools:
    """Whether each element has a subject that names a time, as ``<title>`` does, bool (elements,)."""
    index, times = reading.index, reading.times
    found = np.zeros(len(index), bool)
    for piece in np.flatnonzero(times.marked).tolist():
        if is_in_title(index, index.pieces.texts[piece]):
            stamp = times.in_piece(piece)
            found[index.pieces.owners[piece]] |= stamp.is_stamp and stamp.text != stamp.written
    return reading.shown.holds(found)


def is_in_title(index: ElementIndex, text: str) -> bool:
    """Whether a text is a part of ``<title>``."""
    plain = " ".join(text[:LONGEST_TITLE].split())
    return bool(plain) and plain in _title(index)


def _title(index: ElementIndex) -> str:
    return next((" ".join(index.opening_text(number).split())[:LONGEST_TITLE] for number in index.tagged("title")), "")
