"""The subjects of posts, which some forums print where others print the author."""

import re

import numpy as np

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.reading.page_reading import PageReading

REPLY = re.compile(r"(?:re|aw|sv|rv|odp|antw)\s?:", re.I)
"""Beginning of the subject of a reply."""
HEADINGS = frozenset({"h3", "h4", "h5"})


def is_subject(index: ElementIndex, element: int, text: str) -> bool:
    """Whether the text of an element is a subject: that of a reply, or a heading with which ``<title>`` begins."""
    if REPLY.match(text):
        return True
    return index.tags[element] in HEADINGS and f"{_title(index)} ".startswith(f"{text} ")


def with_timed_subject(reading: PageReading) -> Bools:
    """Whether each element has a subject that names a time, as ``<title>`` does, bool (elements,)."""
    index, times, title = reading.index, reading.times, _title(reading.index)
    found = np.zeros(len(index), bool)
    for piece in np.flatnonzero(times.marked).tolist() if title else ():
        stamp = times.in_piece(piece)
        if stamp.is_stamp and stamp.text != stamp.written and stamp.text in title:
            found[index.pieces.owners[piece]] = True
    return reading.shown.holds(found)


def _title(index: ElementIndex) -> str:
    return next((" ".join(index.opening_text(number).split()) for number in index.tagged("title")), "")
