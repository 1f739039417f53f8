"""Further pages of a thread, a list or an article: whether an address leads to one, and what it repeats.

``rel=next`` and links that say "next" also lead to the next article of a blog and to the next topic of a board.
"""

import json
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import sha256

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.extract.content.content import Content, FoundRecord, Record

SESSION = re.compile(r"(?<=[?&;])(?:s|sid|phpsessid)=[0-9a-z]{8,}(?:[&;]|\Z)|;jsessionid=[^?]*", re.I)
"""Parameters that identify a session, not a page."""
PAGE_WORDS = re.compile(
    r"(?:index|page|paged|pagenum|pageno|pg|pn|p|start|st|offset|o|from|seite|pagina|strana|part|teil|comment|"
    r"html?|php|aspx?|[\W\d_])*",
    re.I,
)
"""All differences allowed between the addresses of two pages of one thread."""
TOKEN = re.compile(r"[^\W\d_]+|\d+|.", re.S)
PLACES = frozenset({"position", "depth", "parent", "link", "date_iso"})
"""Fields that may differ when a post is repeated on another page; a relative time depends on the time of fetching."""
NOTHING_NEW = "empty/nothing_new"
END = 60  # Characters of a text by which it is identified


class Further(Enum):
    """The evidence from two addresses."""

    NO = "another page"
    LIKELY = "a further page if its title is the same"
    YES = "a further page"


def is_further_page(first: str, other: str) -> Further:
    """Evidence of two addresses on whether ``other`` is a later page of the thread or list that begins at ``first``.

    It is one if it extends the first only by words for pages and numbers (``/t/9`` and ``/t/9/page-2``); it may be one
    if only a number differs (``/t-9-2.html`` after ``/t-9-1.html``, but also ``/t-10.html``). It is none on another
    host, or if it changes from https to http.
    """
    try:
        here, there = WebAddress.parse(first), WebAddress.parse(other)
    except PageError:
        return Further.NO
    if _host(here) != _host(there) or (here.scheme, there.scheme) == ("https", "http"):
        return Further.NO
    less, more = _differences(*(without_session(one.href.removeprefix(one.origin)) for one in (here, there)))
    if not more or not PAGE_WORDS.fullmatch(less) or not PAGE_WORDS.fullmatch(more):
        return Further.NO
    return Further.LIKELY if re.search(r"\d", less) or not re.search(r"\d", more) else Further.YES


def without_session(url: str) -> str:
    """An address without the identifier of a session and without its fragment."""
    return SESSION.sub("", url.partition("#")[0]).rstrip("?&;")


def _host(address: WebAddress) -> tuple[str, int]:
    """The host and port; the default ports of http and https count as one."""
    return address.host, 80 if address.port in (80, 443) else address.port


def _differences(first: str, other: str) -> tuple[str, str]:
    """The parts of two texts between their common beginning and end, whole words and numbers."""
    texts = [TOKEN.findall(text) for text in (first, other)]
    begin = _common(*texts)
    rests = [text[begin:] for text in texts]
    end = _common(*(rest[::-1] for rest in rests))
    less, more = ("".join(rest[: len(rest) - end]) for rest in rests)
    return less, more


def _common(first: Sequence[str], other: Sequence[str]) -> int:
    """Number of tokens in the common beginning of two texts."""
    pairs = enumerate(zip(first, other, strict=False))
    return next((number for number, (one, two) in pairs if one != two), min(len(first), len(other)))


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
