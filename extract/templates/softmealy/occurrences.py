"""Occurrences of the value of a label in a record.

A text may occur several times, and a text that is a whole element may also be the whole text of outer elements.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from iawce.extract.templates.softmealy.labels import ElementLabel, Label
from iawce.extract.templates.softmealy.tokens import Tokens, without_blanks
from iawce.extract.templates.softmealy.values import ATTRIBUTES, TEXT

UNLIKELY = frozenset({"p"})
"""Elements that are not used as a whole field if an outer one can be, since other values may have two of them."""
STEPS = 4
"""Number of elements of a place that are compared with those of other records: its own and some around it."""
MOST_PLACES = 500
"""Most places of one value that are examined."""
PARTLY, TEXTLESS = "part of", "without text"
Kind = tuple[str, ...]
"""Source of a value; ``PARTLY`` if it is a part of its element, ``TEXTLESS`` if its element is a picture with an
attribute; then tag and class names of the element and of those around it."""


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
        wanted = without_blanks(label.text)
        if not wanted:
            return []
        return [
            *islice(self._of_text(wanted), MOST_PLACES),
            *islice(self._of_attributes(label.text.strip()), MOST_PLACES),
        ]

    def is_empty(self, label: Label) -> bool:
        """Whether the element of a label is empty, so that the field is missing."""
        return isinstance(label, ElementLabel) and not self.occurrences(label)

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
        given = self.tokens.reading.index.attributes.given
        for token in (np.flatnonzero(self.tokens.is_tag[self.start : self.end]) + self.start).tolist():
            element = int(self.tokens.elements[token])
            for name in ATTRIBUTES:
                if given[element].get(name, "").strip() == wanted and self.tokens.tags[element][0] == token:
                    first, last = self.tokens.texts_before[list(self.tokens.tags[element])].tolist()
                    yield Occurrence(token, token + 1, self._kind(name, element, "" if first < last else TEXTLESS))

    def _around(self, start: int, end: int) -> Iterator[Occurrence]:
        """A range of text, and the contents of the elements with no other text."""
        filled = self._filled(start, end)
        if not filled:
            yield Occurrence(start, end, self._kind(TEXT, int(self.tokens.elements[start]), PARTLY))
        index = self.tokens.reading.index
        filled.sort(key=lambda element: (index.tags[element] in UNLIKELY, not index.classes[element]))
        for element in filled:
            first, last = self.tokens.tags[element]
            yield Occurrence(first + 1, last, self._kind(TEXT, element))

    def _filled(self, start: int, end: int) -> list[int]:
        """Elements of the record with this text and no other, the innermost first."""
        element, found = int(self.tokens.elements[start]), list[int]()
        counts = self.tokens.texts_before
        while element in self.tokens.tags and self.tokens.tags[element][0] >= self.start:
            first, last = self.tokens.tags[element]
            if counts[last] - counts[first] > counts[end] - counts[start]:
                break
            if last >= end:
                found.append(element)
            element = int(self.tokens.reading.index.parents[element])
        return found

    def _kind(self, source: str, element: int, note: str = "") -> Kind:
        """The source, and the steps from the element upwards, up to the record."""
        steps, index = [source, note], self.tokens.reading.index
        while len(steps) < 2 + STEPS and element in self.tokens.tags and self.tokens.tags[element][0] >= self.start:
            steps.append(str(self.tokens.symbols[self.tokens.ids[self.tokens.tags[element][0]]]))
            element = int(index.parents[element])
        return tuple(steps)
