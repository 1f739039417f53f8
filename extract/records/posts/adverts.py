"""Advertisements among posts: records with such a name and without an author."""

import re

from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.like_records import Row

CALLED = re.compile(
    r"(?<![a-z])(?:ads?|adverts?|advertisements?|advertising|sponsor(?:ed)?|promo(?:ted|tion)?|anzeigen?|werbung|"
    r"publicit[eé]|publicidad|reklama?)(?![a-z])",
    re.I,
)
"""Parts of the class name or the id of an advert."""


def is_advert(reading: PageReading, row: Row) -> bool:
    """Whether a record is named an advert and has no plausible name of an author."""
    index, read = reading.index, CandidateReader(reading)
    called = f"{index.classes[row[0]]} {index.attributes.given[row[0]].get('id', '')}"
    if not CALLED.search(called):
        return False
    inside = (n for element in row for n in range(element, int(index.ends[element])) if reading.shown.kept[n])
    return not any((one := read.name(n)) is not None and one.hint > 0 for n in inside)
