"""Where the comments under an article are: records that the page calls comments, one inside of the other or not.

Located as the posts of a thread are (``record_location.py``); that they are comments, and no list of pages, is said by
a class name, an id or microdata of the records or of what stands around them. Answers stand inside of what they answer:
elements called like all records of the list, anywhere below its governing node, are records, too.
"""

import re

from iawce.data.html.element_index import ElementIndex
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.posts.like_records import Row, nested_records
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.record_location import LocatedRecords, locate_all

COMMENT = re.compile(r"(?<![a-z])(?:comment|commentaire|kommentar|comentario|disqus|respon[ds]|discussion|coral)", re.I)
FARTHEST = 4
"""Elements around the records whose names count."""
MOST = 2_000
"""Comments of a page."""


def locate_comments(reading: PageReading) -> list[Row]:
    """The elements of each comment of a page in document order; answers come after what they answer.

    Raises:
        PageError: the page holds no element.
    """
    found = set[Row]()
    for located in locate_all(reading, LocationSettings.default()):
        if _are_comments(reading.index, located):
            nested = nested_records(reading.document.body, located.governing, located.records, by_class=True)
            found |= {*located.records, *nested}
    return sorted(found)[:MOST]


def _are_comments(index: ElementIndex, located: LocatedRecords) -> bool:
    around = [located.records[0][0], located.governing, *index.ancestors(located.governing)][: FARTHEST + 1]
    return any(_is_called_comment(index, number) for number in around)


def _is_called_comment(index: ElementIndex, number: int) -> bool:
    given = index.attributes.given[number]
    names = f"{index.classes[number]} {given.get('id', '')} {given.get('itemtype', '')} {given.get('itemprop', '')}"
    return index.tags[number] not in ("html", "body") and COMMENT.search(names) is not None
