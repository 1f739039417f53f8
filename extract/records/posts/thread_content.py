"""The content of a thread with its posts as records.

If the block model kept far less of a page than the text of its posts, these are content, too: a page of short posts
among many names and buttons, which look like boilerplate one by one, still repeats a record with a time. If it kept
hardly any of their texts, but others, the posts alone are the content.
"""

from dataclasses import replace

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
MOST_UNSAID = 0.5
"""Share of the posts without a text above which the content is none of these."""


def thread_content(reading: PageReading, content: Content) -> Content:
    """The content of a thread with its posts as records; with their texts, if the content is much shorter than these.

    Raises:
        PageError: the page holds no element.
    """
    if long := _with_long_posts(reading, content):
        return long
    posts = with_posts(reading, content)
    unsaid = sum(not post.texts["text"] for post in posts.records)
    return (_with_unsaid_posts(reading, content) if unsaid > MOST_UNSAID * len(posts.records) else None) or posts


def _with_long_posts(reading: PageReading, content: Content) -> Content | None:
    """The content of a thread with its posts and their texts; None if the content is not much shorter than these.

    Raises:
        PageError: the page holds no element.
    """
    shown, words = reading.shown, words_of_pieces(content.subset, content.subset.pieces)
    least = TIMES_LONGER * max(1, int(words[list(content.elements)].sum()))
    rows = locate_posts(reading, shown) if shown.words[0] >= least else []
    said = _said_posts(reading, rows, least)
    if said is None:
        return None
    elements = reading.document.topmost([*content.elements, *said.elements])
    taken = content.subset.pieces & shown.index.inside(content.elements)[shown.index.pieces.owners]
    both = keep_pieces(shown, said.subset.pieces | taken)
    return replace(content, elements=tuple(elements), subset=both, records=said.records)


def _with_unsaid_posts(reading: PageReading, content: Content) -> Content | None:
    """The posts and their texts in place of a content that has hardly any of these; None if they have no text."""
    said = _said_posts(reading, locate_posts(reading, content.subset), 1)
    return replace(content, elements=said.elements, subset=said.subset, records=said.records) if said else None


def with_posts(reading: PageReading, content: Content) -> Content:
    """The content of a thread, whatever it is, with its posts as records.

    Raises:
        PageError: the page holds no element.
    """
    return replace(content, records=find_posts(reading, content.subset))


def _said_posts(reading: PageReading, rows: list[Row], least: int) -> Content | None:
    """Posts with all of their texts on a page; None if there are too few, or fewer words than ``least``."""
    if len(rows) < FEWEST:
        return None
    shown, finder = reading.shown, FieldFinder(reading, rows)
    authors = finder.authors()
    texts = post_texts(shown, finder, [*authors, *finder.times(authors)])
    elements = tuple(element for row in rows for element in row)
    said = keep_pieces(shown, texts.pieces & shown.index.inside(elements)[shown.index.pieces.owners])
    if words_of_pieces(said, said.pieces)[0] < least:
        return None
    return Content(elements, said, write_posts(reading, shown, finder))
