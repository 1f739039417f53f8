"""The post of a thread with only one: the element with the main content and a time near it.

Records are found by repetition (``record_location.py``), but a single post repeats nothing. It is the innermost element
with nearly all main content, or the nearest around it, that also holds a time expression and a person's name.
"""

import numpy as np

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.field_candidates import CandidateReader

NEARLY = 0.9
"""Least share of the main content in the element."""
FARTHEST = 10
"""Elements around it that are examined."""
MOST_LINKED = 0.5
"""Least share of words in links for which an element around the content is a menu or a list, not a post."""


def find_single_post(reading: PageReading, content: Subset) -> int | None:
    """Number of the element of a thread's only post; None without a time and a name near its content.

    Args:
        reading: of the page.
        content: its main content.
    """
    shown, index, words = reading.shown, reading.index, content.words
    if not words[0]:
        return None
    times = shown.subtree_sums(CandidateReader(reading).written)
    element = int(np.flatnonzero(words >= NEARLY * words[0])[-1])
    for number in [element, *index.ancestors(element)][: FARTHEST + 1]:
        if index.tags[number] in ("body", "html") or shown.link_words[number] > MOST_LINKED * shown.words[number]:
            break
        if times[number] and _names_somebody(reading, number):
            return number
    return None


def _names_somebody(reading: PageReading, number: int) -> bool:
    read, end = CandidateReader(reading), int(reading.index.ends[number])
    names = (read.name(inside) for inside in range(number, end) if reading.shown.kept[inside])
    return any(one is not None and one.hint > 0 for one in names)
