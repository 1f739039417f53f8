"""The post of a thread with only one: the element with the main content and a time near it.

Records are found by repetition (``record_location.py``), but a single post repeats nothing. It is the innermost element
with nearly all main content, or the nearest around it, that also holds a time expression and a person's name. The rules
of the board, which stand above the post, are no content of it.
"""

import re

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.kept_text import words_of_pieces
from iawce.extract.records.posts.field_candidates import CandidateReader

NEARLY = 0.9
"""Least share of the main content in the element."""
FARTHEST = 10
"""Elements around it that are examined."""
RULES = re.compile(r"(?<![^\W_])(?:forum|board)?[-_]?rules(?![^\W_])", re.I)
"""Parts of the class name or the id of the rules of a board."""
MOST_LINKED = 0.5
"""Least share of words in links for which an element around the content is a menu or a list, not a post."""


def find_single_post(reading: PageReading, content: Subset) -> int | None:
    """Number of the element of a thread's only post; None without a time and a name near its content.

    Args:
        reading: of the page.
        content: its main content.
    """
    shown, index, words = reading.shown, reading.index, _words(reading, content)
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


def _words(reading: PageReading, content: Subset) -> NDArray[np.int64]:
    """Words of main content in each element, without those of the rules of the board, int64 (elements,)."""
    index, given = reading.index, reading.index.attributes.given
    named = index.attributes.having("class", "id")
    rules = [n for n in named if RULES.search(f"{index.classes[n]} {given[n].get('id', '')}")]
    words = words_of_pieces(content, content.pieces & ~index.inside(rules)[index.pieces.owners])
    return words if words[0] else content.words


def _names_somebody(reading: PageReading, number: int) -> bool:
    read, end = CandidateReader(reading), int(reading.index.ends[number])
    names = (read.name(inside) for inside in range(number, end) if reading.shown.kept[inside])
    return any(one is not None and one.hint > 0 for one in names)
