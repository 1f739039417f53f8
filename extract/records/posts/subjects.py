"""The subjects of posts, which some forums print where others print the author."""

import re
from functools import cached_property

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.data.reading.page_reading import PageReading

REPLY = re.compile(r"(?:re|aw|sv|rv|odp|antw)\s?:", re.I)
"""Beginning of the subject of a reply."""
LONGEST_TITLE = 300
"""Characters of ``<title>`` that are compared."""
HEADINGS = frozenset({"h3", "h4", "h5"})


class Subjects:
    """The subjects of a page, by its ``<title>``.

    Args:
        reading: of the page.
    """

    def __init__(self, reading: PageReading) -> None:
        self._reading, self._index = reading, reading.index

    @cached_property
    def _title(self) -> str:
        given = (self._index.opening_text(number) for number in self._index.tagged("title"))
        return next((" ".join(text[:LONGEST_TITLE].split()) for text in given), "")

    def is_subject(self, element: int, text: str) -> bool:
        """Whether the text of an element is a subject: that of a reply, or a heading with which ``<title>`` begins."""
        if REPLY.match(text):
            return True
        return self._index.tags[element] in HEADINGS and f"{self._title} ".startswith(f"{text} ")

    def is_in_title(self, text: str) -> bool:
        """Whether a text is a part of ``<title>``."""
        plain = " ".join(text[:LONGEST_TITLE].split())
        return bool(plain) and plain in self._title

    @cached_property
    def with_time(self) -> Bools:
        """Whether each element has a subject that names a time, as ``<title>`` does, bool (elements,)."""
        index, times = self._index, self._reading.times
        found = np.zeros(len(index), bool)
        for piece in np.flatnonzero(times.marked).tolist():
            if self.is_in_title(index.pieces.texts[piece]):
                stamp = times.in_piece(piece)
                found[index.pieces.owners[piece]] |= stamp.is_stamp and stamp.text != stamp.written
        return self._reading.shown.holds(found)
