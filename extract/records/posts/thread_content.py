"""The content of a thread with its posts as records.

If the block model kept far less of a page than the text of its posts, these are content, too: a page of short posts
among many names and buttons, which look like boilerplate one by one, still repeats a record with a time.
"""

from dataclasses import replace

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content
from iawce.extract.content.kept_text import keep_pieces, words_of_pieces
from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import post_texts
from iawce.extract.records.posts.posts import find_posts, locate_posts
from iawce.extract.records.posts.write_posts import write_posts

TIMES_LONGER = 3
"""Least factor of length at which posts are added to the content."""
FEWEST = 2
"""Least posts that are added to it."""


def thread_content(reading: PageReading, content: Content) -> Content:
    """The content of a thread with its posts as records; with their texts, if the content is much shorter than these.

    Raises:
        PageError: the page holds no element.
    """
    return with_long_posts(reading, content) or with_posts(reading, content)


def with_long_posts(reading: PageReading, content: Content) -> Content | None:
    """The content of a thread with its posts and their texts; None if the content is not much shorter than these.

    Raises:
        PageError: the page holds no element.
    """
    shown, words = reading.shown, words_of_pieces(content.subset, content.subset.pieces)
    least = TIMES_LONGER * max(1, int(words[list(content.elements)].sum()))
    rows = locate_posts(reading, shown) if shown.words[0] >= least else []
    if len(rows) >= FEWEST:
        finder = FieldFinder(reading, rows)
        said = _said(shown, finder, rows)
        if words_of_pieces(said, said.pieces)[0] >= least:
            elements = reading.document.topmost([*content.elements, *(element for row in rows for element in row)])
            taken = content.subset.pieces & shown.index.inside(content.elements)[shown.index.pieces.owners]
            both = keep_pieces(shown, said.pieces | taken)
            posts = write_posts(reading, shown, finder)
            return replace(content, elements=tuple(elements), subset=both, records=posts)
    return None


def with_posts(reading: PageReading, content: Content) -> Content:
    """The content of a thread, whatever it is, with its posts as records.

    Raises:
        PageError: the page holds no element.
    """
    return replace(content, records=find_posts(reading, content.subset))


def _said(shown: Subset, finder: FieldFinder, rows: list[Row]) -> Subset:
    """The texts of the posts."""
    authors = finder.authors()
    texts = post_texts(shown, finder, [*authors, *finder.times(authors)])
    inside = shown.index.inside(element for row in rows for element in row)
    return keep_pieces(shown, texts.pieces & inside[shown.index.pieces.owners])
