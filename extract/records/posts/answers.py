"""Answers inside posts, at any depth: each has its time at the same place as the posts.

For the located posts, the path from the time of writing up to the post is known: its tags, class names and patterns of
ids. If another time is at the end of such a path, the head of the path is a post. No time of writing precedes its own
in it, and later ones are deeper, since they belong to answers; a shorter path is accepted if its head contains most of
the words of a post. If such a post contains located ones, these are answers themselves, and its siblings posts.

An answer may be inside the post that it answers, in an element beside it, or in the same list with more space before
it: a level in a name or attribute, a margin, or the width of an empty picture, which count where they differ.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.arrays import Bools, Ints
from iawce.data.dom.attributes import NamePattern
from iawce.data.dom.element_index import ElementIndex
from iawce.extract.records.posts.post_fields import CITED, FieldFinder
from iawce.extract.records.posts.record_location import kind_names

CALLED = NamePattern(r"(?<![a-z])(?:comment|repl(?:y|ies)|answer|respon[sd])", "comment repl answer respon")
"""Names of answers."""
NEAR = 2  # Steps of a path whose names count; farther out, the wrappers of answers may differ from those of posts
Step = tuple[str, frozenset[str]]  # Tag and names of an element: its class names and the pattern of its id
Ways = dict[tuple[Step, ...], int]
"""The elements from a time of writing up to its post, and the first of them that contains most of the post."""
LEVELS = ("data-depth", "data-level", "data-indent", "aria-level", "depth", "indent")
"""Attributes with the depth of an answer."""
NAMED = re.compile(
    r"(?<!\S)(?:(?:comment|reply|answer|post|thread|message)[_-]?)?(?:depth|level|lvl|indent|nest(?:ed|ing)?)[_-]?(\d{1,2})(?!\S)",
    re.I,
)
"""A class name with the depth, not with the rank of a user."""
INDENTED = re.compile(r"(?:margin|padding)-(?:left|inline-start):\s*(\d+(?:\.\d+)?)(?:px|em|rem|%)", re.I)
"""A style with the depth."""
ANSWERED = re.compile(r"(?:^|[-_])(?:parent|(?:in[-_]?)?reply[-_]?to)(?:[-_]?(?:id|post|comment|message))*\Z", re.I)
"""The name of an attribute with the id of the post that is answered."""
IDENTITY = re.compile(r"id\Z|\Aname\Z", re.I)  # The name of an attribute with the id of a post
NUMBER = re.compile(r"(?<!\d)\d+\Z")
SPACE = re.compile(r"(?:^|/)(?:s|space|spacer|blank|clear|pixel|indent|transparent|trans)\.(?:gif|png)", re.I)
"""The address of an empty picture."""
MAX_ELEMENTS = 12  # Most elements of a post, before its first text, that are examined


def find_answers(finder: FieldFinder) -> list[Unit]:
    """Posts inside the known posts of a finder, and posts around these; nothing is below one without a time."""
    search, rows, index = _Search(finder), finder.records, finder.index
    if not (ways := search.ways()):
        return []
    heads = {search.head(time, ways): time for time in search.stamps.tolist() if time not in search.known}
    found = sorted(head for head, time in heads.items() if head is not None and not search.is_again(head, time))
    around = [head for head in found if any(head < row[0] < int(index.ends[head]) for row in rows)]
    inside = index.inside([int(index.parents[around[0]])] if around else [element for row in rows for element in row])
    return [(head,) for head in found if inside[head] and (head,) not in rows]


class _Search:
    def __init__(self, finder: FieldFinder) -> None:
        self.finder, self.analysis, self.index, self.shown = finder, finder.analysis, finder.index, finder.shown
        self.read, self.quoted, ends = finder.read, finder.quoted, finder.index.ends
        dates = zip(finder.records, finder.dates, strict=True)
        firsts = ((date.element, row[0]) for row, date in dates if date)
        self.known = {time: post for time, post in firsts if post < time < int(ends[post])}

    @cached_property
    def _called(self) -> Bools:
        return self.index.attributes.named(CALLED)

    def step(self, element: int) -> Step:
        """An element as a step of a way; all that are called answers have a name in common."""
        tag = self.index.tags[element]
        called = {"answer"} if self._called[element] else frozenset[str]()
        return tag, kind_names(self.index, element) - {tag} | called

    def ways(self) -> Ways:
        """The ways from the times of the known posts to these."""
        posts = defaultdict[tuple[Step, ...], list[list[int]]](list)
        for time, post in self.known.items():
            steps = [time, *itertools.takewhile(post.__le__, self.index.ancestors(time))]
            posts[tuple(map(self.step, steps))].append(steps)
        return {steps: self._least(numbers) for steps, numbers in posts.items()}

    def _least(self, posts: list[list[int]]) -> int:
        """Length of the shortest path whose head has most words of these posts, or of those without answers, if any."""
        counts = np.searchsorted(self.stamps, self.index.ends[[steps[-1] for steps in posts]])
        counts -= np.searchsorted(self.stamps, [steps[-1] for steps in posts])
        leaves = list(itertools.compress(posts, counts == 1)) or posts
        words = self.shown.words[np.array(leaves)].sum(axis=0)
        return max(1, int(np.argmax(2 * words >= words[-1])))

    @cached_property
    def stamps(self) -> Ints:
        """Times at places like those of the known posts, in document order."""
        ends, found = {self.step(time) for time in self.known}, list[int]()
        timed = self.shown.kept & ~self.quoted & self.shown.holds(self.analysis.times.timed)
        timed &= self.index.has_tag({tag for tag, _ in ends})
        for time in np.flatnonzero(timed).tolist():
            is_alike = any(self._is_step(time, end, is_near=True) for end in ends)
            if time in self.known or (is_alike and self.read.time(time) and not self.read.is_joined(time)):
                found.append(time)
        return np.array(found, np.int64)

    def is_again(self, head: int, time: int) -> bool:
        """Whether an element has the author and the time of the post around it: it is its head, with the time again."""
        number, again = int(self.finder.record_of[head]), self.read.time(time)
        author, date = self.finder.authors[number], self.finder.dates[number]
        is_same = number >= 0 and date is not None and again is not None and date.text == again.text
        return bool(is_same and author and head <= author.element < self.index.ends[head])

    def _is_own(self, element: int, time: int) -> bool:
        """Whether a time is the first in an element, and all others in it are deeper."""
        first, last = np.searchsorted(self.stamps, [element, self.index.ends[element]])
        depths = self.index.depths[self.stamps[first:last]]
        return self.stamps[first] == time and bool((depths[1:] > depths[0]).all())

    def head(self, time: int, ways: Ways) -> int | None:
        """The post of this time; None if its place is not similar to those of posts."""
        around = itertools.islice(self.index.ancestors(time), max(map(len, ways)) - 1)
        steps = [time, *itertools.takewhile(lambda element: self._is_own(element, time), around)]
        heads = (self._climb(steps, *way) for way in ways.items())
        return min((head for head in heads if head is not None), default=None)

    def _climb(self, steps: Sequence[int], way: Sequence[Step], least: int) -> int | None:
        """The last of these steps that may be the head of a post at the end of a way."""
        head = None
        for level, (element, step) in enumerate(zip(steps, way, strict=False)):
            if not self._is_step(element, step, is_near=level < NEAR):
                break
            if level >= least and self._is_step(element, step, is_near=True):
                head = element
        return head

    def _is_step(self, element: int, step: Step, *, is_near: bool) -> bool:
        """Whether an element has the tag of a step and, if it is the time or near it, one of its names, if any."""
        (tag, names), (wanted, others) = self.step(element), step
        return tag == wanted and (not (is_near and names and others) or bool(names & others))


def find_parents(finder: FieldFinder) -> list[int | None]:
    """The number of the post that each post answers; None if it answers the thread.

    A post answers the one that an attribute names, or else the one around it, or beside the element with its answers,
    or, among those, an earlier one that is less indented; if there is none of these in the thread, the one to which a
    link leads.
    """
    index, rows, named = finder.index, finder.records, _named_parents(finder)
    open_posts, found = list[int](), list[int | None]()
    last = dict[int | None, list[tuple[float, int]]]()
    for place, row in enumerate(rows):
        while open_posts and not _is_under(index, row, rows[open_posts[-1]]):
            open_posts.pop()
        outer = open_posts[-1] if open_posts else None
        open_posts.append(place)
        level, earlier = _level(index, row[0]), last.setdefault(outer, [])
        while earlier and earlier[-1][0] >= level:
            earlier.pop()
        found.append(named.get(place, earlier[-1][1] if earlier else outer))
        earlier.append((level, place))
    linked = {} if any(one is not None for one in found) else _linked_parents(finder)
    return [linked.get(place, one) for place, one in enumerate(found)]


def _named_parents(finder: FieldFinder) -> dict[int, int]:
    """The earlier posts whose ids are in attributes of posts: ``data-parent-id``."""
    given, ids, wanted = finder.index.attributes.given, dict[str, int](), dict[int, str]()
    for number, row in enumerate(finder.records):
        for name, value in (pair for element in row for pair in given[element].items()):
            if ANSWERED.search(name):
                wanted[number] = value
            elif IDENTITY.search(name):
                for key in {value, *NUMBER.findall(value)}:
                    ids[key] = number if ids.get(key, number) == number else -1
    found = {number: ids.get(value, -1) for number, value in wanted.items()}
    return {number: post for number, post in found.items() if 0 <= post < number}


def _linked_parents(finder: FieldFinder) -> dict[int, int]:
    """The earlier posts that links cite; or else those to which links at one place lead, not *previous* or *first*."""
    groups, cited = defaultdict[int, dict[int, int]](dict), dict[int, int]()
    for link, post in finder.references.items():
        number = int(finder.record_of[link])
        groups[int(finder.places[link])].setdefault(number, post)
        if post < number and CITED.match(finder.analysis.texts.line(link)):
            cited.setdefault(number, post)
    if cited:
        return cited
    for group in sorted(groups.values(), key=len, reverse=True):
        steps = {number - post for number, post in group.items()}
        if min(steps) > 0 and steps != {1} and len({*group.values()}) > 1:
            return group
    return {}


def _is_under(index: ElementIndex, row: Unit, outer: Unit) -> bool:
    """Whether a post is inside an earlier one or, if it has the same names, inside a later sibling of it."""
    if any(element < row[0] < index.ends[element] for element in outer):
        return True
    parent, depths = int(index.parents[outer[0]]), index.depths
    is_beside = parent < row[0] < index.ends[parent] and depths[row[0]] > depths[outer[0]]
    return is_beside and bool(kind_names(index, row[0]) & kind_names(index, outer[0]))


def _level(index: ElementIndex, first: int) -> float:
    """Indentation of the post that begins with an element, in units of the page; 0 if unknown."""
    before = int(index.first_text_node[first])
    for number in range(first, min(first + MAX_ELEMENTS, int(index.ends[first]))):
        if not index.blank[before : int(index.first_text_node[number])].all():
            break
        given = index.attributes.given[number]
        is_space = index.tags[number] == "img" and SPACE.search(given.get("src", ""))
        written = (
            *(given.get(name, "") for name in LEVELS),
            *NAMED.findall(given.get("class", "")),
            *INDENTED.findall(given.get("style", "")),
            given.get("width", "") if is_space else "",
        )
        levels = (float(text) for text in written if re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,4})?", text))
        if level := next(levels, 0.0):
            return level
    return 0.0
