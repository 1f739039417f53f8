"""The posts of a thread as records, found without any label: author, date, text, quote, link, position.

The records are located (``record_location.py``), a first post with a different layout is found (``main_post.py``), and
the fields are found by the values that differ between records (``post_fields.py``). The text of a post is its main
content or, if the caller does not know the main content, everything except other fields.
"""

from collections.abc import Iterator
from dataclasses import replace

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundRecord
from iawce.extract.records.posts.adverts import is_advert
from iawce.extract.records.posts.answers import find_answers
from iawce.extract.records.posts.called_posts import is_called_post
from iawce.extract.records.posts.headed_post import find_headed_post
from iawce.extract.records.posts.like_records import Row, kind_names, nested_records
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.main_post import find_main_post
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.record_location import LocatedRecords, locate_records
from iawce.extract.records.posts.single_post import find_single_post
from iawce.extract.records.posts.unlike_posts import find_unlike_posts
from iawce.extract.records.posts.write_posts import write_posts

LEAST_WORDS = 5
"""Words, outside links, of a record that the markup does not name a post, on average; fewer are links to threads."""


def find_posts(reading: PageReading, content: Subset) -> tuple[FoundRecord, ...]:
    """The posts of a thread in document order; a single one if nothing repeats, none without a time.

    Args:
        reading: of the page.
        content: its main content; other parts are in the text of a post only inside its body.
    """
    rows = locate_posts(reading, content)
    return write_posts(reading, content, FieldFinder(reading, rows)) if rows else ()


def locate_posts(reading: PageReading, content: Subset) -> list[Row]:
    """The elements of each post of a thread, in document order.

    Args:
        reading: of the page.
        content: its main content.

    Raises:
        PageError: the page holds no element.
    """
    settings, shown = LocationSettings.default(), reading.shown
    located = locate_records(reading, settings, content)
    if located is None or not _are_posts(reading, located, content):
        single = find_single_post(reading, content)
        rows = [] if single is None else find_unlike_posts(reading, content, single) or [(single,)]
        return sorted([*rows, *find_answers(reading, rows)])
    rows = [*located.records, *nested_records(shown, located.governing, located.records, by_class=False)]
    rows = sorted({*rows, *find_answers(reading, rows)})
    rows = [row for row in rows if not is_advert(reading, row)] or rows
    main = find_main_post(reading, replace(located, records=tuple(rows)), settings, content)
    if main is None:
        headed = find_headed_post(reading, rows, settings, content)
        return [headed, *rows] if headed else rows
    return sorted([*_alike_before(reading, main), (main,), *rows])


def _alike_before(reading: PageReading, main: int) -> Iterator[Row]:
    """The posts before the first one that was found separately: those with the same names."""
    index, names = reading.index, kind_names(reading.index, main) - {reading.index.tags[main]}
    for child in reading.shown.children(int(index.parents[main])):
        if child < main and kind_names(index, child) & names and is_called_post(index, child):
            yield (child,)


def _are_posts(reading: PageReading, located: LocatedRecords, content: Subset) -> bool:
    """Whether records are posts, not links to threads: the markup says so, or they have enough words."""
    if all(is_called_post(reading.index, record[0]) for record in located.records):
        return True
    elements = [element for record in located.records for element in record]
    words = float((content.words - content.link_words)[elements].sum())
    return words >= LEAST_WORDS * len(located.records)
