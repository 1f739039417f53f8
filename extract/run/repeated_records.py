"""Records that a page repeats from earlier pages: the first post on every page of a thread, pinned rows."""

import json
from collections.abc import Set
from dataclasses import dataclass, field, replace
from hashlib import sha256

from iawce.data.errors import PageError
from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content, Record
from iawce.extract.content.found_records import FoundRecord
from iawce.extract.run.further_page import without_session

PLACES = frozenset({"position", "depth", "parent", "link", "date_iso"})
"""Fields that may differ when a post is repeated on another page; a relative time depends on the time of fetching."""
NOTHING_NEW = "empty/nothing_new"
END = 60
"""Characters of a text by which it is identified."""


@dataclass(frozen=True, slots=True)
class EarlierPages:
    """Data of the pages before a further one: their page type, and the keys of their records."""

    page_type: str = ""
    records: Set[str] = field(default_factory=frozenset)


def record_key(record: FoundRecord | Record) -> str:
    """A key that is equal for repeated records: of their texts and links, and the anchor of a post.

    Of long texts the end is used, since the text of a post may begin at a different place on each page.
    """
    own = record.fields.get("link")
    anchor = own.link.partition("#")[2] if own else ""
    values = [
        (name, " ".join(value.text.split())[-END:], without_session(value.link))
        for name, value in sorted(record.fields.items())
        if value is not None and name not in PLACES
    ]
    return sha256(json.dumps([anchor, values]).encode()).hexdigest()[:16]


def without_repeats(reading: PageReading, content: Content, known: Set[str]) -> Content:
    """The content without the known records and their elements.

    Raises:
        PageError: ``empty/nothing_new`` if all records are known.
    """
    repeated = [place for place, record in enumerate(content.records) if record_key(record) in known]
    if not repeated:
        return content
    if len(repeated) == len(content.records):
        raise PageError(NOTHING_NEW, "everything on the page was on earlier pages")
    index, gone = reading.index, set(repeated)
    inside = index.inside(element for place in repeated for element in content.records[place].elements)
    return replace(
        content,
        elements=tuple(number for number in content.elements if not inside[number]),
        subset=Subset(index, content.subset.kept & ~inside, content.subset.pieces),
        records=tuple(record for place, record in enumerate(content.records) if place not in gone),
    )
