"""Finds the tokens that labels mean, the same ones in every record as far as can be.

A text may stand in a record more than once, and one that fills an element fills those around it, too. All its places
are candidates. Of each field those are taken whose kind (where the value comes from, the element's name and class
names) occurs in most records; then the innermost element that has class names, but no paragraph: other values may have
two.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from iawce.data.errors import UsageError
from iawce.extract.forum.softmealy.labels import ElementLabel, Label, LabelledRecord
from iawce.extract.forum.softmealy.tokens import Tokens, without_blanks
from iawce.extract.forum.softmealy.transducer import Part
from iawce.extract.forum.softmealy.values import ATTRIBUTES, TEXT, check_name

UNLIKELY = frozenset({"p"})
"""Elements that are not taken for a whole field if the one around them will do."""
STEPS = 4
"""Elements of a place that are compared with those of other records: its own and some around it."""
MOST_PLACES = 500
"""Places of one value that are looked at."""
Marked = tuple[dict[str, str], list[tuple[Part, ...]]]
"""Source of each field, and the parts of each record in document order."""


Kind = tuple[str, ...]
"""Source of a value, whether it fills its element, then tag and class names of the element and of those around it."""


class Candidate(NamedTuple):
    """A place that a label may mean."""

    start: int
    end: int
    kind: Kind


_Places = list[list[list[Candidate]]]


class RecordText:
    """Text of a sequence of tokens without blanks, to look for values in."""

    def __init__(self, tokens: Tokens, start: int, end: int) -> None:
        self.tokens, self.start, self.end = tokens, start, end
        texts = [without_blanks(tokens.text(token)) for token in range(start, end)]
        self.text = "".join(texts)
        self.ends = np.cumsum([len(text) for text in texts], dtype=np.int64)

    def candidates(self, label: Label) -> list[Candidate]:
        """All places that a label may mean, the likeliest first."""
        if isinstance(label, ElementLabel):
            return list(self._of_element(label))
        wanted = without_blanks(label.text)
        if not wanted:
            return []
        return [
            *islice(self._of_text(wanted), MOST_PLACES),
            *islice(self._of_attributes(label.text.strip()), MOST_PLACES),
        ]

    def is_empty(self, label: Label) -> bool:
        """Whether the label means an element that holds nothing: the field is missing."""
        return isinstance(label, ElementLabel) and not self.candidates(label)

    def _of_element(self, label: ElementLabel) -> Iterator[Candidate]:
        if label.element not in self.tokens.tags:
            return
        first, last = self.tokens.tags[label.element]
        if label.attribute:
            yield Candidate(first, first + 1, self._kind(label.attribute, label.element))
        elif len(found := np.flatnonzero(self.tokens.is_text[first:last])):
            yield from self._around(first + int(found[0]), first + int(found[-1]) + 1)

    def _of_text(self, wanted: str) -> Iterator[Candidate]:
        """Places whose first and last characters are those of tokens."""
        at = self.text.find(wanted)
        while at >= 0:
            first, last = np.searchsorted(self.ends, [at, at + len(wanted) - 1], "right").tolist()
            begins = self.ends[first - 1] == at if first else at == 0
            if begins and self.ends[last] == at + len(wanted):
                yield from self._around(self.start + first, self.start + last + 1)
            at = self.text.find(wanted, at + len(wanted))

    def _of_attributes(self, wanted: str) -> Iterator[Candidate]:
        given = self.tokens.document.index.attributes.given
        for token in (np.flatnonzero(self.tokens.is_tag[self.start : self.end]) + self.start).tolist():
            element = int(self.tokens.elements[token])
            for name in ATTRIBUTES:
                if given[element].get(name, "").strip() == wanted and self.tokens.tags[element][0] == token:
                    yield Candidate(token, token + 1, self._kind(name, element))

    def _has_text(self, candidate: Candidate) -> bool:
        first, last = self.tokens.tags[int(self.tokens.elements[candidate.start])]
        return bool(self.tokens.texts_before[last] > self.tokens.texts_before[first])

    def _around(self, start: int, end: int) -> Iterator[Candidate]:
        """A range of text, and the contents of the elements that hold no other text."""
        filled = self._filled(start, end)
        if not filled:
            yield Candidate(start, end, self._kind(TEXT, int(self.tokens.elements[start]), "part of "))
        index = self.tokens.document.index
        filled.sort(key=lambda element: (index.tags[element] in UNLIKELY, not index.classes[element]))
        for element in filled:
            first, last = self.tokens.tags[element]
            yield Candidate(first + 1, last, self._kind(TEXT, element))

    def _filled(self, start: int, end: int) -> list[int]:
        """Elements of the record that hold this text and no other, the innermost first."""
        element, found = int(self.tokens.elements[start]), list[int]()
        counts = self.tokens.texts_before
        while element in self.tokens.tags and self.tokens.tags[element][0] >= self.start:
            first, last = self.tokens.tags[element]
            if counts[last] - counts[first] > counts[end] - counts[start]:
                break
            if last >= end:
                found.append(element)
            element = int(self.tokens.document.index.parents[element])
        return found

    def _kind(self, source: str, element: int, note: str = "") -> Kind:
        """The source, and steps from the element upwards, no further than the record."""
        steps, index = [source, note], self.tokens.document.index
        while len(steps) < 2 + STEPS and element in self.tokens.tags and self.tokens.tags[element][0] >= self.start:
            steps.append(str(self.tokens.symbols[self.tokens.ids[self.tokens.tags[element][0]]]))
            element = int(index.parents[element])
        return tuple(steps)


def mark_records(texts: Sequence[RecordText], records: Sequence[LabelledRecord]) -> Marked:
    """Find the tokens of all labels.

    Args:
        texts: of the records, in the same order.
        records: with their labels.

    Raises:
        UsageError: a name is none, or a label means nothing that the others of its field mean.
    """
    places = {
        field: _places(texts, records, field) for field in dict.fromkeys(name for one in records for name in one.fields)
    }
    sources, parts = dict[str, str](), [list[Part]() for _ in records]
    for field in sorted(places, key=lambda name: _length(places[name])):  # a link before the text that it stands in
        sources[check_name(field)] = _mark_field(field, places[field], parts)
    return sources, [tuple(sorted(found, key=lambda part: part.start)) for found in parts]


def _places(texts: Sequence[RecordText], records: Sequence[LabelledRecord], field: str) -> _Places:
    """For each record and each of its labels, all that it may mean."""
    return [
        [text.candidates(label) for label in record.fields.get(field, ()) if not text.is_empty(label)]
        for text, record in zip(texts, records, strict=True)
    ]


def _length(places: _Places) -> int:
    """Tokens of the shortest place of each label, of the longest of these."""
    return max((min(one.end - one.start for one in label) for record in places for label in record if label), default=0)


def _mark_field(field: str, places: _Places, parts: Sequence[list[Part]]) -> str:
    """Choose one place for each label and note it; returns the source of the field."""
    free = [[_free(label, taken) for label in record] for record, taken in zip(places, parts, strict=True)]
    votes = Counter(kind for record in free for kind in {kind for label in record for kind in _kinds(label)})
    ranked = {
        one.kind: sum(votes[kind] for kind in _kinds([one])) for record in free for label in record for one in label
    }
    source = max(ranked, key=ranked.__getitem__)[0] if ranked else TEXT
    for number, (record, taken) in enumerate(zip(free, parts, strict=True)):
        for label in record:
            agreeing = [one for one in _free(label, taken) if one.kind[0] == source]
            if not agreeing:
                raise UsageError(f"the field {field} of record {number + 1} is not found beside its other fields")
            best = max(agreeing, key=lambda one: ranked[one.kind])
            taken.append(Part(field, best.start, best.end))
    return source


def _kinds(candidates: Sequence[Candidate]) -> set[Kind]:
    """Their kinds with as many steps as there are, and with fewer."""
    return {one.kind[:steps] for one in candidates for steps in range(3, len(one.kind) + 1)}


def _free(candidates: Sequence[Candidate], taken: Sequence[Part]) -> list[Candidate]:
    return [one for one in candidates if all(one.end <= part.start or part.end <= one.start for part in taken)]
