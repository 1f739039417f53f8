"""The posts of a thread as records, found without any label: author, date, text, quote, link, position.

The records are located (``record_location.py``), a first post with a different layout is found (``single_posts.py``),
and the fields are found by the values that differ between records (``post_fields.py``). The text of a post is its main
content or, if the caller does not know the main content, everything except other fields.

If the block model kept far less of a page than the text of its posts, these are content, too: a page of short posts
among many names and buttons, which look like boilerplate one by one, still repeats a record with a time. If it kept
hardly any of their texts, but others, the posts alone are the content.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.extract.content.content import Content, FoundRecord, keep_text_nodes, words_of_text_nodes
from iawce.extract.records.posts.answers import find_answers
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import post_texts
from iawce.extract.records.posts.record_grouping import Row, is_called_post, kind_names, nested_records
from iawce.extract.records.posts.record_location import LocatedRecords, LocationSettings, locate_records
from iawce.extract.records.posts.single_posts import (
    find_headed_post,
    find_main_post,
    find_single_post,
    find_unlike_posts,
)
from iawce.extract.records.posts.write_posts import write_posts

CALLED = re.compile(
    r"(?<![a-z])(?:ads?|adverts?|advertisements?|advertising|sponsor(?:ed)?|promo(?:ted|tion)?|anzeigen?|werbung|"
    r"publicit[eé]|publicidad|reklama?)(?![a-z])",
    re.I,
)
"""Parts of the class name or the id of an advert."""


def is_advert(analysis: PageAnalysis, row: Row) -> bool:
    """Whether a record is named an advert and has no plausible name of an author."""
    index, read = analysis.index, CandidateReader(analysis)
    called = f"{index.classes[row[0]]} {index.attributes.given[row[0]].get('id', '')}"
    if not CALLED.search(called):
        return False
    inside = (n for element in row for n in range(element, int(index.ends[element])) if analysis.shown.kept[n])
    return not any((one := read.name(n)) is not None and one.hint > 0 for n in inside)


LEAST_WORDS = 5
"""Words, outside links, of a record that the markup does not name a post, on average; fewer are links to threads."""


def find_posts(analysis: PageAnalysis, content: DomMask) -> tuple[FoundRecord, ...]:
    """The posts of a thread in document order; a single one if nothing repeats, none without a time.

    Args:
        analysis: of the page.
        content: its main content; other parts are in the text of a post only inside its body.
    """
    rows = locate_posts(analysis, content)
    return write_posts(analysis, content, FieldFinder(analysis, rows)) if rows else ()


def locate_posts(analysis: PageAnalysis, content: DomMask) -> list[Row]:
    """The elements of each post of a thread, in document order.

    Args:
        analysis: of the page.
        content: its main content.

    Raises:
        PageError: the page holds no element.
    """
    settings, shown = LocationSettings.default(), analysis.shown
    located = locate_records(analysis, settings, content)
    if located is None or not _are_posts(analysis, located, content):
        single = find_single_post(analysis, content)
        rows = [] if single is None else find_unlike_posts(analysis, content, single) or [(single,)]
        return sorted([*rows, *find_answers(analysis, rows)])
    rows = [*located.records, *nested_records(shown, located.governing, located.records, by_class=False)]
    rows = sorted({*rows, *find_answers(analysis, rows)})
    rows = [row for row in rows if not is_advert(analysis, row)] or rows
    main = find_main_post(analysis, replace(located, records=tuple(rows)), settings, content)
    if main is None:
        headed = find_headed_post(analysis, rows, settings, content)
        return [headed, *rows] if headed else rows
    return sorted([*_alike_before(analysis, main), (main,), *rows])


def _alike_before(analysis: PageAnalysis, main: int) -> Iterator[Row]:
    """The posts before the first one that was found separately: those with the same names."""
    index, names = analysis.index, kind_names(analysis.index, main) - {analysis.index.tags[main]}
    for child in analysis.shown.children(int(index.parents[main])):
        if child < main and kind_names(index, child) & names and is_called_post(index, child):
            yield (child,)


def _are_posts(analysis: PageAnalysis, located: LocatedRecords, content: DomMask) -> bool:
    """Whether records are posts, not links to threads: the markup says so, or they have enough words."""
    if all(is_called_post(analysis.index, record[0]) for record in located.records):
        return True
    elements = [element for record in located.records for element in record]
    words = float((content.words - content.link_words)[elements].sum())
    return words >= LEAST_WORDS * len(located.records)


TIMES_LONGER = 3
"""Least factor of length at which posts are added to the content."""
FEWEST = 2
"""Least posts that are added to it."""
MOST_UNSAID = 0.5
"""Share of the posts without a text above which the content is none of these."""


def thread_content(analysis: PageAnalysis, content: Content) -> Content:
    """The content of a thread with its posts as records; with their texts, if the content is much shorter than these.

    Raises:
        PageError: the page holds no element.
    """
    if long := _with_long_posts(analysis, content):
        return long
    posts = with_posts(analysis, content)
    unsaid = sum(not post.texts["text"] for post in posts.records)
    return (_with_unsaid_posts(analysis, content) if unsaid > MOST_UNSAID * len(posts.records) else None) or posts


def _with_long_posts(analysis: PageAnalysis, content: Content) -> Content | None:
    """The content of a thread with its posts and their texts; None if the content is not much shorter than these.

    Raises:
        PageError: the page holds no element.
    """
    shown, words = analysis.shown, words_of_text_nodes(content.subset, content.subset.text_nodes)
    least = TIMES_LONGER * max(1, int(words[list(content.elements)].sum()))
    rows = locate_posts(analysis, shown) if shown.words[0] >= least else []
    said = _said_posts(analysis, rows, least)
    if said is None:
        return None
    elements = analysis.document.topmost([*content.elements, *said.elements])
    taken = content.subset.text_nodes & shown.index.inside(content.elements)[shown.index.text_nodes.owners]
    both = keep_text_nodes(shown, said.subset.text_nodes | taken)
    return replace(content, elements=tuple(elements), subset=both, records=said.records)


def _with_unsaid_posts(analysis: PageAnalysis, content: Content) -> Content | None:
    """The posts and their texts in place of a content that has hardly any of these; None if they have no text."""
    said = _said_posts(analysis, locate_posts(analysis, content.subset), 1)
    return replace(content, elements=said.elements, subset=said.subset, records=said.records) if said else None


def with_posts(analysis: PageAnalysis, content: Content) -> Content:
    """The content of a thread, whatever it is, with its posts as records.

    Raises:
        PageError: the page holds no element.
    """
    return replace(content, records=find_posts(analysis, content.subset))


def _said_posts(analysis: PageAnalysis, rows: list[Row], least: int) -> Content | None:
    """Posts with all of their texts on a page; None if there are too few, or fewer words than ``least``."""
    if len(rows) < FEWEST:
        return None
    shown, finder = analysis.shown, FieldFinder(analysis, rows)
    authors = finder.authors()
    texts = post_texts(shown, finder, [*authors, *finder.times(authors)])
    elements = tuple(element for row in rows for element in row)
    said = keep_text_nodes(shown, texts.text_nodes & shown.index.inside(elements)[shown.index.text_nodes.owners])
    if words_of_text_nodes(said, said.text_nodes)[0] < least:
        return None
    return Content(elements, said, write_posts(analysis, shown, finder))
