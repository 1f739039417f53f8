"""Answers inside posts, at any depth: each has its time at the same place as the posts.

For the located posts, the path from the time of writing up to the post is known: its tags, class names and patterns of
ids. If another time is at the end of such a path, the head of the path is a post, at any depth, with or without names.
No time of writing precedes its own in it, and later ones are deeper, since they belong to answers; a shorter path is
accepted if its head contains most of the words of a post. If such a post contains located ones, these are answers
themselves, and its siblings are posts, too.
"""

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.like_records import Row, kind_names
from iawce.extract.records.posts.post_fields import FieldFinder

MOST = 0.5
"""Least share of a post's words at the head of a shorter path."""
NEAR = 2
"""Steps of a path whose names count; farther out, the wrappers of answers may differ from those of posts."""
Step = tuple[str, frozenset[str]]
"""Tag and names of an element: its class names and the pattern of its id."""


@dataclass(frozen=True, slots=True)
class Way:
    """The elements from a time of writing up to its post; those from number ``least`` on contain most of the post."""

    steps: tuple[Step, ...]
    least: int


def find_answers(reading: PageReading, rows: Sequence[Row]) -> list[Row]:
    """Posts inside posts, and posts around these; none of them is in ``rows``.

    Args:
        reading: of the page.
        rows: the known posts; nothing is found below posts without a time.
    """
    return _Search(reading, rows).answers() if rows else []


class _Search:
    def __init__(self, reading: PageReading, rows: Sequence[Row]) -> None:
        self.reading, self.index, self.shown, self.rows = reading, reading.index, reading.shown, rows
        self.read = CandidateReader(reading)
        finder = FieldFinder(reading, rows)
        self.quoted = finder.quoted
        dates = zip(rows, finder.times(finder.authors()), strict=True)
        self.known = {date.element: row[0] for row, date in dates if date and self._is_in(date.element, row[0])}
        self._steps = dict[int, Step]()

    def answers(self) -> list[Row]:
        """The posts that are found, in document order."""
        ways = self._ways()
        if not ways:
            return []
        heads = {time: self._head(time, ways) for time in self.stamps.tolist() if time not in self.known}
        found = sorted({head for head in heads.values() if head is not None})
        around = [head for head in found if any(self._is_in(row[0], head) for row in self.rows)]
        within = [int(self.index.parents[around[0]])] if around else [element for row in self.rows for element in row]
        inside = self.index.inside(within)
        return [(head,) for head in found if inside[head] and (head,) not in self.rows]

    def _is_in(self, element: int, outer: int) -> bool:
        return outer < element < int(self.index.ends[outer])

    def step(self, element: int) -> Step:
        """An element as a step of a way."""
        if element not in self._steps:
            tag = self.index.tags[element]
            self._steps[element] = tag, frozenset(kind_names(self.index, element) - {tag})
        return self._steps[element]

    def _ways(self) -> list[Way]:
        """The ways from the times of the known posts to these."""
        posts = defaultdict[tuple[Step, ...], list[list[int]]](list)
        for time, post in self.known.items():
            steps = [time, *itertools.takewhile(post.__le__, self.index.ancestors(time))]
            posts[tuple(map(self.step, steps))].append(steps)
        return [Way(steps, self._least(numbers)) for steps, numbers in posts.items()]

    def _least(self, posts: list[list[int]]) -> int:
        """Length of the shortest path whose head has most words of these posts, or of those without answers, if any."""
        counts = np.searchsorted(self.stamps, self.index.ends[[steps[-1] for steps in posts]])
        counts -= np.searchsorted(self.stamps, [steps[-1] for steps in posts])
        leaves = list(itertools.compress(posts, counts == 1)) or posts
        words = self.shown.words[np.array(leaves)].sum(axis=0)
        return max(1, int(np.argmax(words >= MOST * words[-1])))

    @cached_property
    def stamps(self) -> NDArray[np.int64]:
        """Times at places like those of the known posts, in document order; the first of several in one element."""
        ends, last, found = {self.step(time) for time in self.known}, -1, list[int]()
        tags = {tag for tag, _ in ends}
        timed = (
            self.shown.kept
            & ~self.quoted
            & (self.shown.subtree_sums(self.reading.timed) > 0)
            & self.index.has_tag(tags)
        )
        for time in np.flatnonzero(timed).tolist():
            is_alike = last < self.index.parents[time] and any(self._is_step(time, end, is_near=True) for end in ends)
            if time in self.known or (is_alike and self.read.time(time) and not self.read.is_joined(time)):
                found.append(time)
                last = time
        return np.array(found, np.int64)

    def _is_own(self, element: int, time: int) -> bool:
        """Whether a time is the first in an element, and all others in it are deeper."""
        first, last = np.searchsorted(self.stamps, [element, self.index.ends[element]])
        depths = self.index.depths[self.stamps[first:last]]
        return self.stamps[first] == time and bool((depths[1:] > depths[0]).all())

    def _head(self, time: int, ways: Sequence[Way]) -> int | None:
        """The post of this time; None if its place is not similar to those of posts."""
        around = itertools.islice(self.index.ancestors(time), max(len(way.steps) for way in ways) - 1)
        steps = [time, *itertools.takewhile(lambda element: self._is_own(element, time), around)]
        return min((head for way in ways if (head := self._climb(steps, way)) is not None), default=None)

    def _climb(self, steps: Sequence[int], way: Way) -> int | None:
        """The last of these steps that may be the head of a post at the end of a way."""
        head = None
        for level, (element, step) in enumerate(zip(steps, way.steps, strict=False)):
            if not self._is_step(element, step, is_near=level < NEAR):
                break
            if level >= way.least and self._is_step(element, step, is_near=True):
                head = element
        return head

    def _is_step(self, element: int, step: Step, *, is_near: bool) -> bool:
        """Whether an element has the tag of a step and, if it is the time or near it, one of its names, if any."""
        (tag, names), (wanted, others) = self.step(element), step
        return tag == wanted and (not (is_near and names and others) or bool(names & others))
