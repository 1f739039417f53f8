"""Texts of records that may be their time."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Keys, Strictness
from iawce.data.reading.times import TextTimes
from iawce.extract.records.posts.other_times import is_change, is_of_member
from iawce.extract.records.posts.subjects import Subjects

LONGEST_TIME = 12
"""Most words of a time with the text around it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text or link of a record that may be one of its fields.

    ``place`` is the same in all records of a list; ``hint``: its score; ``attribute_times``: the times in its
    attributes, machine-readable ones first.
    """

    element: int
    place: int
    text: str
    link: str = ""
    hint: float = 0.0
    attribute_times: tuple[str, ...] = ()


class TimeReader:
    """Reads elements of a page as times.

    Args:
        reading: of the page.
        places: key of the place of each element, uint64 (elements,); that on the page if left out.
    """

    def __init__(self, reading: PageReading, places: Keys | None = None) -> None:
        self.shown, self.index, self.texts, self.page_times = reading.shown, reading.index, reading.texts, reading.times
        self.blocks, self.subjects = reading.blocks, Subjects(reading)
        self.places = reading.places.keys(Strictness.NAMES) if places is None else places

    def time(self, element: int) -> Candidate | None:
        """The element as a time: its text, or that of a tooltip."""
        is_short = 0 < self.shown.words[element] <= LONGEST_TIME
        has_subject = self.subjects.with_time[element]
        own = [self.page_times.in_element(element)] if is_short and not has_subject else self._own_times(element)
        stamps = [
            one for one in self.page_times.in_attributes(element) if not is_change(one.text[: one.spans[0].start])
        ]
        written = next((one for one in (*own, *stamps[::-1]) if one.is_stamp), None)
        if written is None:
            return None
        hint = self._is_stamp(element, written) - self._is_joined(element, written)
        attribute_times = tuple(one.text for one in stamps)
        return Candidate(
            element, int(self.places[element]), written.written, hint=hint, attribute_times=attribute_times
        )

    def _own_times(self, element: int) -> list[TextTimes]:
        """The times among the text nodes directly in an element, without those of a subject."""
        own = self.page_times.directly_in(element)
        return [one for one in own if not (self.subjects.with_time[element] and self.subjects.is_in_title(one.text))]

    @cached_property
    def written(self) -> Bools:
        """Whether each element is a time of writing, not of joining; bool (elements,)."""
        timed = self.page_times.timed.copy()
        timed[timed] = [not self.is_joined(element) for element in np.flatnonzero(timed).tolist()]
        return timed

    def is_joined(self, element: int) -> bool:
        """Whether an element is the time at which a user joined the forum."""
        is_short = 0 < self.shown.words[element] <= LONGEST_TIME
        own = [self.page_times.in_element(element)] if is_short else self.page_times.directly_in(element)
        return bool(own) and all(self._is_joined(element, one) for one in own)

    def _is_joined(self, element: int, times: TextTimes) -> bool:
        """Whether the words before a time show that it is not that of a post."""
        text = self.texts.line(element) if self.shown.words[element] <= LONGEST_TIME else ""
        first = self.index.first_piece[element]
        pieces = self.index.pieces.texts[max(0, first - 3) : first]
        before = "".join(pieces).strip() + " " + text[: max(0, text.find(times.written))]
        return is_of_member(before)

    def _is_stamp(self, element: int, times: TextTimes) -> float:
        """Score as the time of a post: a time of the day, its own element or link."""
        stamped = self.index.tags[element] in ("time", "abbr") or self.index.linked[element]
        return 0.5 * times.has_clock + 0.5 * stamped
