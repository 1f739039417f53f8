"""The question of a thread without answers whose author and time are in the head of the page, above its text."""

from collections.abc import Iterator

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.main_post import own_words
from iawce.extract.records.posts.post_fields import FieldFinder


def find_headed_post(reading: PageReading, rows: list[Row], settings: LocationSettings, content: Subset) -> Row | None:
    """The head with name and time, and the text below it; None if one is missing, or if the first record has the name.

    Args:
        reading: of the page.
        rows: its posts, in document order.
        settings: constants.
        content: its main content.
    """
    read, words, body = CandidateReader(reading), own_words(reading, content), None
    times = reading.shown.subtree_sums(read.written)
    for element in _before(reading.shown, rows[0][0], settings.main_levels):
        if body is None and words[element] >= settings.main_words:
            if times[element]:
                return None
            body = element
        elif body is not None and times[element] and words[element] < settings.main_words:
            names = _names(reading, read, element)
            first = FieldFinder(reading, rows).authors()[0]
            return (element, body) if names and not (first and first.text in names) else None
    return None


def _before(shown: Subset, element: int, levels: int) -> Iterator[int]:
    """The siblings before an element, the nearest first, then those before the elements around it."""
    for _ in range(levels + 1):
        parent = int(shown.index.parents[element])
        if parent < 0:
            return
        yield from (child for child in reversed(shown.children(parent)) if child < element)
        element = parent


def _names(reading: PageReading, read: CandidateReader, element: int) -> set[str]:
    """The names in an element that look like those of authors."""
    inside = (n for n in range(element, int(reading.index.ends[element])) if reading.shown.kept[n])
    return {one.text for n in inside if (one := read.name(n) or read.byline(n)) and one.hint > 0}
