"""Fields of the first records of a page that are found without labels, as first labels for a person to correct."""

from collections.abc import Sequence

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import record_bodies
from iawce.extract.records.posts.time_candidates import Candidate
from iawce.extract.templates.softmealy.labels import ElementLabel, Label, LabelledRecord, TextLabel


def guess_labels(reading: PageReading, rows: Sequence[Row]) -> list[LabelledRecord]:
    """The records with an author, a date and a text, each labelled with its elements or texts.

    Raises:
        PageError: the page holds no element.
    """
    finder = FieldFinder(reading, rows)
    authors = finder.authors()
    dates = finder.times(authors)
    content = extract_segmentation(reading, SegmentationSettings.default()).subset
    bodies = record_bodies(content, finder, [*authors, *dates])
    found = []
    for number, (row, author, date) in enumerate(zip(rows, authors, dates, strict=True)):
        body = bodies.get(number)
        if author and date and body is not None:
            fields = {"author": _label(reading, author), "date": _label(reading, date), "text": ElementLabel(body)}
            found.append(LabelledRecord(row, {name: [one] for name, one in fields.items()}))
    return found


def _label(reading: PageReading, one: Candidate) -> Label:
    """The element of a field, or its text if that is only a part of the text of the element."""
    is_part = one.text in (whole := reading.texts.line(one.element)) and one.text != whole
    return TextLabel(one.text) if is_part else ElementLabel(one.element)
