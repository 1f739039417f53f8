"""The location of the comments under an article: records that are named comments, nested or not.

A class name, an id or microdata of the records or of the elements around them marks them as comments, and not as a list
of pages. They are located there like the posts of a thread (``record_location.py``); a page without such names is not
searched. Answers are inside the comments that they answer: elements with the names that all records of the list have,
anywhere below its governing node, are records, too.
"""

import re

import numpy as np

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.answers import find_answers
from iawce.extract.records.posts.like_records import Row, nested_records
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.record_location import locate_all

COMMENT = re.compile(
    r"(?<![a-z])(?:comment|kommentar|comentario|disqus|respond|responses?(?![a-z])|discussion|coral)", re.I
)
"""Not ``responsive``, which is about width."""
NAMING = ("class", "id", "itemtype", "itemprop")
"""Attributes that name the role of an element."""
FARTHEST = 4
"""Elements around the records whose names count."""
MOST = 2_000
"""Comments of a page."""


def locate_comments(reading: PageReading) -> list[Row]:
    """The elements of each comment of a page in document order; answers come after what they answer.

    Raises:
        PageError: the page holds no element.
    """
    index, found = reading.index, set[Row]()
    called = _called_comment(index)
    around = called.copy()
    for _ in range(FARTHEST - 1):
        around[1:] |= around[index.parents[1:]]
    governing = around.copy()
    governing[index.parents[1:][called[1:]]] = True
    for located in locate_all(reading, LocationSettings.default(), governing) if called.any() else ():
        if around[located.governing] or called[located.records[0][0]]:
            named = nested_records(reading.document.body, located.governing, located.records, by_class=True)
            rows = [*located.records, *named]
            found |= {*rows, *find_answers(reading, rows)}
    return sorted(found)[:MOST]


def _called_comment(index: ElementIndex) -> Bools:
    """Whether each element is named after comments."""
    found, given = np.zeros(len(index), bool), index.attributes.given
    for name in NAMING:
        numbers = index.attributes.having(name)
        said = {value for value in {given[number][name] for number in numbers} if COMMENT.search(value)}
        found[[number for number in numbers if given[number][name] in said]] = True
    return found & ~index.has_tag(("html", "body"))
