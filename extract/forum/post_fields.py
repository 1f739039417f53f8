"""Which of the texts and links of located records are the author, the time and the address of a post, without labels.

What stands at the same place of most records is one field (the place is the path with class names from the record's
parent). Author: the short link that differs from record to record; time: the first time expression; address: the link
that is another one in each record and holds a number.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset
from iawce.extract.forum.like_records import Row
from iawce.extract.forum.path_features import PathFeatures
from iawce.extract.forum.time_expressions import TIME, cut_time, holds_time

USER = re.compile(r"user|member|mitglied|membre|profil|/u/|[?&/]u(?:id)?=|people|person", re.I)
"""In the address of who wrote a post."""
CALLED = re.compile(r"author|autor|user-?name|nick|poster|member|(?<![a-z])name", re.I)
"""In the class name, or the property of microdata, of who wrote a post."""
STRESSED = frozenset({"b", "strong", "dt", "h3", "h4", "h5"})
"""Tags of names that are no links."""
POST = re.compile(r"#|post|comment|msg|message|[?&]p(?:id)?=|permalink|beitrag", re.I)
"""In the address of a post."""
ACTION = re.compile(
    r"quote|reply|report|edit|\blike\b|share|intent|log-?in|sign-?(?:up|in)|register|search|javascript:", re.I
)
"""In the address of what can be done with a post."""
SAYS = re.compile(r"\s+(?:says|said|wrote|commented|sagt|schrieb|dice|dijo|dit|a écrit)\s*:?\s*\Z|\s*:\s*\Z", re.I)
"""After the name of who wrote a comment."""
LONGEST_TITLE = 15
"""Words of a post's title."""
LONGEST_NAME, LONGEST_WORDS = 40, 6
"""Characters and words of an author's name."""
LONGEST_TIME = 12
"""Words of a time and what stands around it."""
CLOCK = re.compile(r"\d:\d\d")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text or link of a record that may be one of its fields; ``place`` is the same in all records of a list."""

    element: int
    place: int
    text: str
    link: str = ""
    hint: float = 0.0


Candidates = list[list[Candidate]]
"""Of each record, in document order."""
Group = dict[int, Candidate]
"""What stands at one place, by the number of its record."""


class FieldFinder:
    """Finds the fields of records.

    Args:
        shown: what of the page is seen.
        records: the elements of each.
    """

    def __init__(self, shown: Subset, records: Iterable[Row]) -> None:
        self.shown, self.index = shown, shown.index
        self.records = list(records)
        self.places = PathFeatures(shown).paths
        self.record_of = records_of(self.index, self.records)

    def times(self, authors: Sequence[Candidate | None] = ()) -> list[Candidate | None]:
        """The time of each record: its text, or that of a tooltip.

        When somebody joined is the same in all of his records, when he wrote them is not: ``authors`` help to tell.
        """
        names = [one.text if one else "" for one in authors]

        def differs(group: Group) -> float:
            written = {(one.text, names[number] if names else "") for number, one in group.items()}
            return len({text for text, _ in written}) / len(group) + 2 * len(written) / len(group)

        found = [
            [one for element in self._elements(number) if (one := self._time(element))]
            for number in range(len(self.records))
        ]
        return _choose(found, differs)

    def authors(self) -> list[Candidate | None]:
        """Who wrote each record: a link, or a text in an element that is called so."""
        found = [
            [one for element in self._elements(number) if (one := self._name(element))]
            for number in range(len(self.records))
        ]
        return _choose(found, _is_varied)

    def addresses(self) -> list[Candidate | None]:
        """The link to each record itself."""
        found = [
            [one for element in self._elements(number) if (one := self._address(element))]
            for number in range(len(self.records))
        ]
        return _choose(found, _is_distinct)

    def _candidates(self, read: Callable[[int], Candidate | None]) -> Candidates:
        numbers = range(len(self.records))
        return [[one for element in self._elements(number) if (one := read(element))] for number in numbers]

    def _elements(self, number: int) -> list[int]:
        """The elements of a record that are in no other record within it."""
        inside = [n for element in self.records[number] for n in range(element, int(self.index.ends[element]))]
        return [n for n in inside if self.shown.kept[n] and self.record_of[n] == number]

    def _time(self, element: int) -> Candidate | None:
        given = self.index.attributes.given[element]
        text = self.index.text_of(element) if 0 < self.shown.words[element] <= LONGEST_TIME else ""
        texts = (text, given.get("title", ""), given.get("datetime", ""))
        written = next(filter(holds_time, texts), "")
        if not written:
            return None
        return Candidate(element, int(self.places[element]), cut_time(written), hint=self._is_stamp(element, written))

    def _is_stamp(self, element: int, written: str) -> float:
        """How much speaks for the time of a post: the time of the day, an element or a link of its own."""
        stamped = self.index.tags[element] in ("time", "abbr") or self.index.linked[element]
        return 0.5 * bool(CLOCK.search(written)) + 0.5 * stamped

    def _name(self, element: int) -> Candidate | None:
        if not 0 < self.shown.words[element] <= LONGEST_WORDS:
            return None
        text, given = self.index.text_of(element), self.index.attributes.given[element]
        if len(text) > LONGEST_NAME or TIME.search(text) or not any(map(str.isalpha, text)):
            return None
        text = SAYS.sub("", text)
        link, names = given.get("href", ""), f"{self.index.classes[element]} {given.get('itemprop', '')}"
        is_called, is_user = bool(CALLED.search(names)), bool(USER.search(link))
        if not (link or is_called or self.index.tags[element] in STRESSED) or ACTION.search(link):
            return None
        return Candidate(element, int(self.places[element]), text, link, (is_called + 2 * is_user) / 3)

    def _address(self, element: int) -> Candidate | None:
        link = self.index.attributes.given[element].get("href", "") if self.index.tags[element] == "a" else ""
        if not any(map(str.isdigit, link)) or self.shown.words[element] > LONGEST_TITLE or ACTION.search(link):
            return None
        if not POST.search(link) or USER.search(link):
            return None
        return Candidate(element, int(self.places[element]), self.index.text_of(element), link)


def records_of(index: ElementIndex, records: Sequence[Row]) -> NDArray[np.int64]:
    """Number of the innermost record around each element, int64 (elements,), -1 for none; outer ones come first."""
    found = np.full(len(index), -1)
    for number, row in enumerate(records):
        for element in row:
            found[element : index.ends[element]] = number
    return found


def _choose(found: Candidates, score: Callable[[Group], float]) -> list[Candidate | None]:
    """The candidates at the place that says most, and where a record has none there, its first at the next best."""
    places: dict[int, Group] = defaultdict(dict)
    for number, candidates in enumerate(found):
        for one in candidates:
            places[one.place].setdefault(number, one)
    order = {place: number for number, place in enumerate(dict.fromkeys(one.place for row in found for one in row))}

    def worth(place: int) -> tuple[float, int]:
        group = places[place]
        hints = sum(one.hint for one in group.values()) / len(group)
        return round(len(group) / len(found) + hints + score(group), 1), -order[place]

    rank = {place: number for number, place in enumerate(sorted(places, key=worth, reverse=True))}
    return [min(row, key=lambda one: rank[one.place], default=None) for row in found]


def _is_varied(group: Group) -> float:
    """Whether texts differ, as those of authors do; -1 where all are the same."""
    return 0.0 if len(group) < 3 or len({one.text for one in group.values()}) > 1 else -1.0


def _is_distinct(group: Group) -> float:
    """-1 where two records have the same address."""
    return 0.0 if len({one.link for one in group.values()}) == len(group) else -1.0
