"""What a further page of a thread, a list or an article repeats."""

import json
from collections.abc import Set
from dataclasses import dataclass, field, replace
from hashlib import sha256

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageError
from iawce.extract.content.content import Content, FoundRecord, Record
from iawce.extract.metadata.pagination import without_session

PLACES = frozenset({"position", "depth", "parent", "link", "date_iso"})
"""Fields that may differ when a post is repeated on another page; a relative time depends on the time of fetching."""
NOTHING_NEW = "empty/nothing_new"
END = 60  # Characters of a text by which it is identified


@dataclass(frozen=True, slots=True)
class EarlierPages:
    """Data of the pages before a further one: their page type, and the keys of their records."""

    page_type: str = ""
    records: Set[str] = field(default_factory=frozenset)


FIRST_PAGE = EarlierPages()  # For a page that no other one comes before


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


def without_repeats(analysis: PageAnalysis, content: Content, known: Set[str]) -> Content:
    """The content without known records and their elements. PageError: ``empty/nothing_new`` if all are known."""
    repeated = [place for place, record in enumerate(content.records) if record_key(record) in known]
    if not repeated:
        return content
    if len(repeated) == len(content.records):
        raise PageError(NOTHING_NEW, "everything on the page was on earlier pages")
    index, gone = analysis.index, set(repeated)
    inside = index.inside(element for place in repeated for element in content.records[place].elements)
    return replace(
        content,
        elements=tuple(number for number in content.elements if not inside[number]),
        subset=DomMask(index, content.subset.kept & ~inside, content.subset.text_nodes),
        records=tuple(record for place, record in enumerate(content.records) if place not in gone),
    )
