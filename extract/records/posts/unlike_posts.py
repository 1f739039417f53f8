"""Posts of different layout: a question and its only answer.

If a thread has no list of records, a post is an element with a time, an author and other main content: for each time of
writing, the nearest element around it for which this holds. Two times of one post lead to the same element.
"""

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.main_post import own_words

FEWEST = 2
"""Least posts; with one, it is a thread of a single post."""
LEAST_WORDS = 3
"""Least words of main content in a post, without links, headings and lines with a time."""
MOST_TIMES = 200
"""Times that are examined."""
FARTHEST = 6
"""Most levels from a time to its post."""


def find_unlike_posts(reading: PageReading, content: Subset, around: int) -> list[Row]:
    """The posts in an element; none if there are fewer than two.

    Args:
        reading: of the page.
        content: its main content.
        around: the element around them.
    """
    search = _Search(reading, own_words(reading, content), around)
    heads = dict.fromkeys(head for time in search.times() if (head := search.head(time)) is not None)
    return [(head,) for head in sorted(heads)] if len(heads) >= FEWEST else []


class _Search:
    def __init__(self, reading: PageReading, words: NDArray[np.int64], around: int) -> None:
        self.index, self.words, self.around = reading.index, words, around
        self.read, self.kept = CandidateReader(reading), reading.shown.kept

    def times(self) -> Iterator[int]:
        """Elements with a time of writing."""
        inside = self.around + np.flatnonzero(self.read.written[self.around : self.index.ends[self.around]])
        return itertools.islice((number for number in inside.tolist() if self.read.time(number)), MOST_TIMES)

    def head(self, time: int) -> int | None:
        """The post of a time: the nearest element around it with a name and main content; None without one nearby."""
        for element in itertools.islice(self.index.ancestors(time), FARTHEST):
            if element <= self.around:
                return None
            if self.words[element] >= LEAST_WORDS and self._is_named(element):
                return element
        return None

    def _is_named(self, element: int) -> bool:
        inside = (n for n in range(element, int(self.index.ends[element])) if self.kept[n])
        names = (self.read.name(n) or self.read.byline(n) for n in inside)
        return any(one is not None and one.hint > 0 for one in names)
