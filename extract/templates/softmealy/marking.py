"""Finds the tokens of labels, at the same place in every record if possible.

Of the possible places of a label, those are chosen whose kind (the source of the value, the names of its element and of
those around it) occurs in most records; then the innermost element with class names that is not a paragraph.
"""

from collections import Counter
from collections.abc import Sequence

from iawce.data.errors import UsageError
from iawce.extract.templates.softmealy.labels import LabelledRecord
from iawce.extract.templates.softmealy.occurrences import TEXTLESS, Kind, Occurrence, RecordText
from iawce.extract.templates.softmealy.transducer import AttributeSpan
from iawce.extract.templates.softmealy.values import TEXT, check_name

Marked = tuple[dict[str, str], list[tuple[AttributeSpan, ...]]]
"""Source of each field, and the parts of each record in document order."""
_Places = list[list[list[Occurrence]]]


def mark_records(texts: Sequence[RecordText], records: Sequence[LabelledRecord]) -> Marked:
    """Find the tokens of all labels.

    Args:
        texts: of the records, in the same order.
        records: with their labels.

    Raises:
        UsageError: a name is not valid, or a label has no place of the same kind as the others of its field.
    """
    places = {
        field: _places(texts, records, field) for field in dict.fromkeys(name for one in records for name in one.fields)
    }
    sources, parts = dict[str, str](), [list[AttributeSpan]() for _ in records]
    for field in sorted(places, key=lambda name: _length(places[name])):  # links first, then the text around them
        sources[check_name(field)] = _mark_field(field, places[field], parts)
    return sources, [tuple(sorted(found, key=lambda part: part.start)) for found in parts]


def _places(texts: Sequence[RecordText], records: Sequence[LabelledRecord], field: str) -> _Places:
    """For each record and each of its labels, all possible places."""
    return [
        [text.occurrences(label) for label in record.fields.get(field, ()) if not text.is_empty(label)]
        for text, record in zip(texts, records, strict=True)
    ]


def _length(places: _Places) -> int:
    """Largest number of tokens of the shortest places of the labels."""
    return max((min(one.end - one.start for one in label) for record in places for label in record if label), default=0)


def _mark_field(field: str, places: _Places, parts: Sequence[list[AttributeSpan]]) -> str:
    """Choose one place for each label and store it; returns the source of the field."""
    free = [[_free(label, taken) for label in record] for record, taken in zip(places, parts, strict=True)]
    votes = Counter(kind for record in free for kind in {kind for label in record for kind in _kinds(label)})
    ranked = {
        one.kind: (one.kind[1] != TEXTLESS, sum(votes[kind] for kind in _kinds([one])))  # records often have no picture
        for record in free
        for label in record
        for one in label
    }
    source = max(ranked, key=ranked.__getitem__)[0] if ranked else TEXT
    for number, (record, taken) in enumerate(zip(free, parts, strict=True)):
        for label in record:
            agreeing = [one for one in _free(label, taken) if one.kind[0] == source]
            if not agreeing:
                raise UsageError(f"the field {field} of record {number + 1} is not found beside its other fields")
            best = max(agreeing, key=lambda one: ranked[one.kind])
            taken.append(AttributeSpan(field, best.start, best.end))
    return source


def _kinds(occurrences: Sequence[Occurrence]) -> set[Kind]:
    """Their kinds, with all steps and with fewer."""
    return {one.kind[:steps] for one in occurrences for steps in range(3, len(one.kind) + 1)}


def _free(occurrences: Sequence[Occurrence], taken: Sequence[AttributeSpan]) -> list[Occurrence]:
    return [one for one in occurrences if all(one.end <= part.start or part.end <= one.start for part in taken)]
