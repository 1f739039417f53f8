"""The times on a page: in its texts, and in the machine-readable attributes of elements.

The texts that may hold a time are found in one pass over the page; only these are read, each at most once and only when
it is needed.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

import numpy as np

from iawce.data.dom.element_index import DomMask
from iawce.data.dom.elements import Bools, Ints
from iawce.data.dom.texts import Texts
from iawce.data.dom.tree import sums_before
from iawce.data.text.times import LONGEST, YEAR, TextTimes, is_short, marked, times_in

ATTRIBUTES = ("datetime", "title")
"""Attributes with times, machine-readable ones first."""
MOST_STAMPS = 50_000
"""Most short texts and attributes of a page that are read."""
_NONE = TextTimes()


class PageTimes:
    """The times of a page. ``shown``: the visible part of the page; ``texts``: of its elements."""

    def __init__(self, shown: DomMask, texts: Texts) -> None:
        self.shown, self.index, self.texts = shown, shown.index, texts
        self._read = dict[tuple[int, int], TextTimes]()

    @cached_property
    def marked(self) -> Bools:
        """Whether each text node may hold a time, bool (text nodes,)."""
        return marked([text.strip()[:LONGEST] for text in self.index.text_nodes.texts])

    @cached_property
    def with_year(self) -> Bools:
        """Whether each text node has a year, bool (text nodes,)."""
        found, texts = self.marked.copy(), self.index.text_nodes.texts
        found[found] = [YEAR.search(texts[text_node]) is not None for text_node in np.flatnonzero(found).tolist()]
        return found

    @cached_property
    def timed(self) -> Bools:
        """Whether each visible element directly contains a time, in a text or an attribute, bool (elements,)."""
        found = np.zeros(len(self.index), bool)
        shown, owners = self.shown.text_nodes, self.index.text_nodes.owners
        found[owners[[text_node for text_node in self._stamps if shown[text_node]]]] = True
        found[list(self._in_attributes)] = True
        return found & self.shown.kept

    @cached_property
    def possible(self) -> Bools:
        """Whether each element may hold a time, in its text or an attribute of its own, bool (elements,)."""
        before, index = self._marked_before, self.index
        found: Bools = np.asarray(before[index.last_text_node] > before[index.first_text_node])
        found[list(self._in_attributes)] = True
        return found

    def in_piece(self, text_node: int) -> TextTimes:
        """The times in a text node."""
        return times_in(self.index.text_nodes.texts[text_node]) if self.marked[text_node] else _NONE

    def in_element(self, number: int) -> TextTimes:
        """The times in the text of an element."""
        text_nodes = int(self.index.first_text_node[number]), int(self.index.last_text_node[number])
        if not self._is_marked(number):
            return _NONE
        if text_nodes not in self._read:
            self._read[text_nodes] = times_in(self.texts.line(number))
        return self._read[text_nodes]

    def in_lines(self, number: int) -> list[TextTimes]:
        """The times in each line and table cell of an element: a number above a month's name is not a day."""
        lines = self.texts.lines(number).replace("\t", "\n") if self._is_marked(number) else ""
        return list(map(times_in, lines.split("\n")))

    def directly_in(self, number: int) -> list[TextTimes]:
        """The text nodes directly in an element that are times."""
        return self._own.get(number, [])

    def in_attributes(self, number: int) -> tuple[TextTimes, ...]:
        """The times in the attributes of an element, machine-readable ones first."""
        return self._in_attributes.get(number, ())

    def _is_marked(self, number: int) -> bool:
        first, last = self.index.first_text_node[number], self.index.last_text_node[number]
        return bool(self._marked_before[last] > self._marked_before[first])

    @cached_property
    def _marked_before(self) -> Ints:
        """Marked text nodes before each one, and their number, int64 (pieces + 1,)."""
        return sums_before(self.marked)

    @cached_property
    def _stamps(self) -> dict[int, TextTimes]:
        """The text nodes that are times."""
        return find_stamps(self.index.text_nodes.texts, np.flatnonzero(self.marked).tolist())

    @cached_property
    def _own(self) -> dict[int, list[TextTimes]]:
        """The text nodes that are times, by their element."""
        found, owners = dict[int, list[TextTimes]](), self.index.text_nodes.owners
        for text_node, times in self._stamps.items():
            found.setdefault(int(owners[text_node]), []).append(times)
        return found

    @cached_property
    def _in_attributes(self) -> dict[int, tuple[TextTimes, ...]]:
        """The attributes that are times, by their element."""
        given, numbers = self.index.attributes.given, self.index.attributes.having(*ATTRIBUTES)
        given_times = [
            (number, given[number][name]) for number in numbers for name in ATTRIBUTES if name in given[number]
        ]
        places = np.flatnonzero(marked([text.strip()[:LONGEST] for _, text in given_times]))[:MOST_STAMPS].tolist()
        found = dict[int, tuple[TextTimes, ...]]()
        for number, text in map(given_times.__getitem__, places):
            if (times := times_in(text)).is_stamp:
                found[number] = (*found.get(number, ()), times)
        return found


def find_stamps(texts: Sequence[str], places: Iterable[int]) -> dict[int, TextTimes]:
    """The texts at these places that are times with few other words."""
    short = islice((place for place in places if is_short(texts[place])), MOST_STAMPS)
    return {place: times for place in short if (times := times_in(texts[place])).is_stamp}
