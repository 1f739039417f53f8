"""Sequences of tokens with labelled tuples, the training data.

Of the possible places of a label, those are chosen whose kind (the source of the value, the names of its element and of
those around it) occurs in most records; then the innermost element with class names that is not a paragraph.

A text may occur several times, and a text that is a whole element may also be the whole text of outer elements.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, get_args

import numpy as np

from iawce.data.arrays import Bools
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.tokens import Scope, Tokens, without_blanks
from iawce.extract.papers.softmealy.transducer import AttributeSpan, Extent, end_of

TEXT = "text"  # The source of a field that is the text of its tokens; other sources are names of attributes
ATTRIBUTES = ("href", "src", "datetime", "title", "content", "alt", "id", "name")
"""Attributes with values, in the order in which labels are searched in them."""
_NAME = re.compile(r"[A-Za-z_][\w.-]{0,63}", re.ASCII)
UNLIKELY = frozenset({"p"})
"""Elements that are not used as a whole field if an outer one can be, since other values may have two of them."""
STEPS = 4  # Number of elements of a place that are compared with those of other records: its own and some around it
MAX_PLACES = 500  # Most places of one value that are examined
PARTLY, TEXTLESS = "part of", "without text"
Kind = tuple[str, ...]
"""Source of a value; ``PARTLY`` if it is a part of its element, ``TEXTLESS`` if its element is a picture with an
attribute; then tag and class names of the element and of those around it."""
Marked = tuple[dict[str, str], list[tuple[AttributeSpan, ...]]]
"""Source of each field, and the parts of each record in document order."""


def check_name(name: str) -> str:
    """The name of a field or of an attribute.

    Raises UsageError: it is not a letter followed by up to 63 letters, digits, ``_``, ``-`` or ``.``.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name[:70]!r} is no name of a field or attribute: letters, digits, _, - and . only")
    return name


class LabelledSpan(NamedTuple):
    """A sequence of tokens with its tuples in order; it may be known only up to its last tuple."""

    start: int
    end: int
    tuples: tuple[tuple[AttributeSpan, ...], ...]

    @property
    def parts(self) -> list[AttributeSpan]:
        """The parts of all tuples."""
        return [part for parts in self.tuples for part in parts]

    def check(self) -> None:
        """Check that parts do not overlap. Raises UsageError: they overlap, are empty or are outside the sequence."""
        done = self.start
        for part in self.parts:
            if not done <= part.start < part.end <= self.end:
                raise UsageError(f"the field {part.attribute} holds nothing, overlaps another or is not in its record")
            done = part.end


def varying_words(tokens: Tokens, labelled: Sequence[LabelledSpan]) -> Bools:
    """Whether each token is a word of a field, or of an element whose attribute is a field, such as a link."""
    found = np.zeros(len(tokens), bool)
    for part in (part for span in labelled for part in span.parts):
        is_attribute = part.end == part.start + 1 and tokens.is_tag[part.start]
        found[part.start : tokens.tags[int(tokens.elements[part.start])][1] if is_attribute else part.end] = True
    return found & ~tokens.is_tag


def common_extents(tokens: Tokens, labelled: Sequence[LabelledSpan]) -> dict[str, Extent]:
    """The extent of each attribute whose parts all have the same one."""
    found: dict[str, set[Extent | None]] = {}
    for part in (part for span in labelled for part in span.parts):
        fitting = (extent for extent in get_args(Extent) if end_of(tokens, extent, part.start) == part.end)
        found.setdefault(part.attribute, set()).add(next(fitting, None))
    return {name: extent for name, extents in found.items() if len(extents) == 1 for extent in extents if extent}


@dataclass(frozen=True, slots=True)
class TextLabel:
    """A field given by its value: a text of the record, ignoring spaces, or an attribute of one of its tags."""

    text: str


@dataclass(frozen=True, slots=True)
class ElementLabel:
    """A field given by the number of its element, whose text it is, or by an attribute of it."""

    element: int
    attribute: str = ""


Label = TextLabel | ElementLabel


@dataclass(frozen=True, slots=True)
class LabelledRecord:
    """A record, its adjacent elements, and its fields: a repeated one has several labels, a missing one none."""

    scope: Scope
    fields: Mapping[str, Sequence[Label]]


class Occurrence(NamedTuple):
    """Possible tokens of a label: from border ``start`` to border ``end``."""

    start: int
    end: int
    kind: Kind


class RecordText:
    """Text of a sequence of tokens without spaces, in which values are searched."""

    def __init__(self, tokens: Tokens, start: int, end: int) -> None:
        self.tokens, self.start, self.end = tokens, start, end
        texts = [without_blanks(tokens.text(token)) for token in range(start, end)]
        self.text = "".join(texts)
        self.ends = np.cumsum([len(text) for text in texts], dtype=np.int64)

    def occurrences(self, label: Label) -> list[Occurrence]:
        """All possible places of a label, the most probable first."""
        if isinstance(label, ElementLabel):
            return list(self._of_element(label))
        if not (wanted := without_blanks(label.text)):
            return []
        ways = (self._of_text(wanted), self._of_attributes(label.text.strip()))
        return [one for way in ways for one in islice(way, MAX_PLACES)]

    def _of_element(self, label: ElementLabel) -> Iterator[Occurrence]:
        if label.element not in self.tokens.tags:
            return
        first, last = self.tokens.tags[label.element]
        if label.attribute:
            yield Occurrence(first, first + 1, self._kind(label.attribute, label.element))
        elif len(found := np.flatnonzero(self.tokens.is_text[first:last])):
            yield from self._around(first + int(found[0]), first + int(found[-1]) + 1)

    def _of_text(self, wanted: str) -> Iterator[Occurrence]:
        """Places whose first and last characters are those of tokens."""
        at = self.text.find(wanted)
        while at >= 0:
            first, last = np.searchsorted(self.ends, [at, at + len(wanted) - 1], "right").tolist()
            begins = self.ends[first - 1] == at if first else at == 0
            if begins and self.ends[last] == at + len(wanted):
                yield from self._around(self.start + first, self.start + last + 1)
            at = self.text.find(wanted, at + len(wanted))

    def _of_attributes(self, wanted: str) -> Iterator[Occurrence]:
        given = self.tokens.analysis.index.attributes.given
        for token in (np.flatnonzero(self.tokens.is_tag[self.start : self.end]) + self.start).tolist():
            element = int(self.tokens.elements[token])
            for name in ATTRIBUTES:
                if given[element].get(name, "").strip() == wanted and self.tokens.tags[element][0] == token:
                    first, last = self.tokens.texts_before[list(self.tokens.tags[element])].tolist()
                    yield Occurrence(token, token + 1, self._kind(name, element, "" if first < last else TEXTLESS))

    def _around(self, start: int, end: int) -> Iterator[Occurrence]:
        """A range of text, and the contents of the elements with no other text."""
        index, counts, filled = self.tokens.analysis.index, self.tokens.texts_before, list[int]()
        for element in self._outwards(int(self.tokens.elements[start])):
            first, last = self.tokens.tags[element]
            if counts[last] - counts[first] > counts[end] - counts[start]:
                break
            if last >= end:
                filled.append(element)
        if not filled:
            yield Occurrence(start, end, self._kind(TEXT, int(self.tokens.elements[start]), PARTLY))
        filled.sort(key=lambda element: (index.tags[element] in UNLIKELY, not index.classes[element]))
        for element in filled:
            first, last = self.tokens.tags[element]
            yield Occurrence(first + 1, last, self._kind(TEXT, element))

    def _outwards(self, element: int) -> Iterator[int]:
        """An element and those around it, up to the record."""
        while element in self.tokens.tags and self.tokens.tags[element][0] >= self.start:
            yield element
            element = int(self.tokens.analysis.index.parents[element])

    def _kind(self, source: str, element: int, note: str = "") -> Kind:
        """The source, and the steps from the element upwards, up to the record."""
        tags, symbols, ids = self.tokens.tags, self.tokens.symbols, self.tokens.ids
        return (source, note, *(str(symbols[ids[tags[one][0]]]) for one in islice(self._outwards(element), STEPS)))


_Places = list[list[list[Occurrence]]]


def mark_records(texts: Sequence[RecordText], records: Sequence[LabelledRecord]) -> Marked:
    """Find the tokens of all labels.

    Raises UsageError: a name is not valid, or a label has no place of the same kind as the others of its field.
    """
    names = dict.fromkeys(name for record in records for name in record.fields)
    places = {name: _places(texts, records, name) for name in names}
    sources, parts = dict[str, str](), [list[AttributeSpan]() for _ in records]
    for field in sorted(places, key=lambda name: _length(places[name])):  # links first, then the text around them
        sources[check_name(field)] = _mark_field(field, places[field], parts)
    return sources, [tuple(sorted(found, key=lambda part: part.start)) for found in parts]


def _places(texts: Sequence[RecordText], records: Sequence[LabelledRecord], field: str) -> _Places:
    """For each record and each of its labels, all possible places; an empty element is a missing field."""
    found = [
        [(label, text.occurrences(label)) for label in record.fields.get(field, ())]
        for text, record in zip(texts, records, strict=True)
    ]
    return [[places for label, places in one if places or isinstance(label, TextLabel)] for one in found]


def _length(places: _Places) -> int:
    """Largest number of tokens of the shortest places of the labels."""
    return max((min(one.end - one.start for one in label) for record in places for label in record if label), default=0)


def _mark_field(field: str, places: _Places, parts: Sequence[list[AttributeSpan]]) -> str:
    """Choose one place for each label and store it; returns the source of the field."""
    free = [[_free(label, taken) for label in record] for record, taken in zip(places, parts, strict=True)]
    votes = Counter(kind for record in free for kind in {kind for label in record for kind in _kinds(label)})
    found = [one for record in free for label in record for one in label]  # records often have no picture
    ranked = {one.kind: (one.kind[1] != TEXTLESS, sum(votes[kind] for kind in _kinds([one]))) for one in found}
    source = max(ranked, key=ranked.__getitem__)[0] if ranked else TEXT
    for number, (record, taken) in enumerate(zip(places, parts, strict=True)):
        for label in record:
            agreeing = [one for one in _free(label, taken) if one.kind[0] == source]
            if not agreeing:
                others = dict.fromkeys(part.attribute for part in taken if label and not _free(label, [part]))
                beside = f"overlaps {', '.join(others)}" if others else "is not found beside its other fields"
                raise UsageError(f"the field {field} of record {number + 1} {beside}")
            best = max(agreeing, key=lambda one: ranked[one.kind])
            taken.append(AttributeSpan(field, best.start, best.end))
    return source


def _kinds(occurrences: Sequence[Occurrence]) -> set[Kind]:
    """Their kinds, with all steps and with fewer."""
    return {one.kind[:steps] for one in occurrences for steps in range(3, len(one.kind) + 1)}


def _free(occurrences: Sequence[Occurrence], taken: Sequence[AttributeSpan]) -> list[Occurrence]:
    return [one for one in occurrences if all(one.end <= part.start or part.end <= one.start for part in taken)]
