"""Proposed labels of a page: its posts, and their fields from its markup or by a guess."""

from collections.abc import Sequence

from iawce.data.errors import UsageError
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.record_location import locate_records
from iawce.extract.templates.labelling.guessed_labels import guess_labels
from iawce.extract.templates.softmealy.labels import ElementLabel, Label, LabelledRecord
from iawce.extract.templates.softmealy.proposed_labels import propose_labels

POST = "post"
"""Name of a click on a whole record instead of a field."""
MOST = 5
"""Most records whose fields are proposed; more would not improve a wrapper."""
MOST_TEXT = 200
"""Characters of a text that are searched."""
MOST_ELEMENTS = 1000
"""Most elements of a post in which it is searched."""
MOST_BESIDE = 40
"""Most other characters in its element: ``posted by mara at``."""
Clicked = tuple[str, int]
"""The name of a field, and its element."""


def proposals(reading: PageReading) -> list[Clicked]:
    """The first posts of a page with their fields, to be checked and corrected; none if nothing is known.

    Raises:
        PageError: the page holds no element.
    """
    located = locate_records(reading, LocationSettings.default())
    rows: Sequence[Row] = located.records if located else ()
    guessed = guess_labels(reading, rows) if rows else []
    records = max(propose_labels(reading, rows), guessed, key=_field_count)
    found: list[Clicked] = []
    for record in records[:MOST]:
        if (post := _post(reading, record)) is not None:
            found += [(POST, post), *_fields(reading, post, record)]
    return found or [(POST, row[0]) for row in rows if len(row) == 1][:MOST]


def _field_count(records: Sequence[LabelledRecord]) -> int:
    return len({name for record in records for name in record.fields})


def _post(reading: PageReading, record: LabelledRecord) -> int | None:
    """The only element of a record with all of its fields; a post may also have a rule or a blank row."""
    ends, fields = reading.index.ends, [one for labels in record.fields.values() for one in labels]
    elements = [one.element for one in fields if isinstance(one, ElementLabel)]
    whole = (post for post in record.scope if all(post <= element < ends[post] for element in elements))
    return next(whole, None) if elements or len(record.scope) == 1 else None


def _fields(reading: PageReading, post: int, record: LabelledRecord) -> list[Clicked]:
    found: list[Clicked] = []
    for name, labels in record.fields.items():
        element = _element(reading, post, labels[0]) if labels else None
        if element is not None and element != post and not _overlaps(reading, element, found):
            found.append((name, element))
    return found


def _overlaps(reading: PageReading, element: int, found: Sequence[Clicked]) -> bool:
    ends = reading.index.ends
    return any(one <= element < ends[one] or element <= one < ends[element] for _, one in found)


def _element(reading: PageReading, post: int, label: Label) -> int | None:
    """The element of a label; for a text, the innermost element with this text and little more."""
    if isinstance(label, ElementLabel):
        return label.element if reading.texts.line(label.element) else None  # an empty element cannot be clicked
    line, text = reading.texts.line, " ".join(label.text.split())
    inside = range(post, min(int(reading.index.ends[post]), post + MOST_ELEMENTS))
    said = [one for one in inside if len(text) <= MOST_TEXT and text in line(one)]
    return said[-1] if said and len(line(said[-1])) <= len(text) + MOST_BESIDE else None


def check_any(clicked: Sequence[Clicked]) -> None:
    """Make sure that something was labelled.

    Raises:
        UsageError: nothing was labelled.
    """
    if not any(name != POST for name, _ in clicked):
        raise UsageError("nothing was labelled: no file is written")
