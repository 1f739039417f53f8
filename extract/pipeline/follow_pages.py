"""Joins the pages of a thread, a list or an article in parts into one row, by their links to the next page.

A page is opened after the previous one has been read, in the same way and within the same limits, and only if its
address (``is_further_page``) or, in case of doubt, its title shows that it belongs to the first. What it repeats of
them is left out. The last page is one without a next one, without new content, or with an error; no address is opened
twice.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from hashlib import sha256

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageError, PageWarning, Status, WarningKind, status_of
from iawce.data.page import Page
from iawce.extract.content.content import Content, Field, FoundRecord, Record
from iawce.extract.metadata.pagination import Further, is_further_page, without_session
from iawce.extract.output.extraction import Extraction, PagePart
from iawce.extract.records.posts.write_posts import PARENT, POSITION

PAGE_OF_TITLE = re.compile(
    r"(?:(?<!\W)\W+)?\b(?:page|part|seite|teil|página|pagina|partie|strona|sida|стр\w*|страница)\W*\d+(?:\W+\w{1,3}\W+\d+)?\W*"
    r"|(?:(?<!\W)\W+)?第\s*\d+\s*[页頁]\W*",
    re.I,
)
"""Parts of a title that may differ between pages of a thread."""
FAILED = PageWarning(WarningKind.PARTIAL, "next_page")  # Warning that a further page could not be read
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
Read = Callable[[Page, EarlierPages], Extraction]


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


def follow_pages(first: Page, row: Extraction, read: Read, most: int, *, may_move: bool) -> Extraction:
    """The row of a page joined with those of its further pages, at most ``most`` with the first.

    ``first``: a live page, ``row``: its row. ``read``: the row of a further page, in every case. ``may_move``: whether
    pages on the host to which it was redirected are followed, too; false if secrets are sent, which are for the named
    host only.
    """
    starts = (first.url, row.final_url) if may_move else (first.url,)
    rows, seen = [row], {without_session(url) for url in (first.url, row.final_url, row.metadata.canonical_url)}
    known = {record_key(record) for record in row.records}
    while (url := _further(starts, rows[-1], seen)) and len(rows) < most:
        found = read(replace(first, ref=url, url=url, is_followed=True), EarlierPages(row.type, frozenset(known)))
        if found.status != Status.FAILURE and not _belongs(starts, url, found, rows):
            return _join(rows, seen, is_cut=False)
        rows.append(found)
        seen |= {without_session(url), without_session(found.final_url)}
        known |= {record_key(record) for record in found.records}
    return _join(rows, seen, is_cut=bool(url))


def _further(starts: Sequence[str], last: Extraction, seen: Set[str]) -> str:
    """The address of the page after the last one; empty if there is none, or if it is known."""
    url = last.metadata.next_page if last.status != Status.FAILURE else ""
    is_known = without_session(url) in seen
    return url if not is_known and any(is_further_page(start, url) is not Further.NO for start in starts) else ""


def _belongs(starts: Sequence[str], url: str, found: Extraction, rows: Sequence[Extraction]) -> bool:
    """Whether a page belongs to the same thread and has new content."""
    is_sure = any(is_further_page(start, url) is Further.YES for start in starts)
    stays = any(is_further_page(start, found.final_url or url) is not Further.NO for start in starts)
    is_new = all(found.text != row.text for row in rows)
    titles = {" ".join(PAGE_OF_TITLE.sub(" ", one.title).casefold().split()) for one in (found, rows[0])}
    return is_new and stays and (is_sure or len(titles) == 1)


def _join(rows: Sequence[Extraction], seen: Set[str], *, is_cut: bool) -> Extraction:
    """One row for all pages; ``seen``: their addresses; ``is_cut``: there are more pages than allowed."""
    first, read = rows[0], [row for row in rows if row.status != Status.FAILURE]
    if not read:
        return replace(first, pages=_parts(rows))
    warnings = _warnings(rows, is_cut=is_cut)
    then = read[-1].metadata.next_page
    is_over = FAILED not in warnings and without_session(then) in seen  # there is nothing new
    return replace(
        first,
        status=status_of(warnings),
        text="\n\n".join(row.text for row in read),
        language=read[0].language,
        language_confidence=read[0].language_confidence,
        html="\n".join(filter(None, (row.html for row in read))),
        blocks=tuple(block for row in read for block in row.blocks),
        chunks=tuple(chunk for row in read for chunk in row.chunks),
        records=_numbered(row.records for row in read),
        metadata=replace(first.metadata, next_page="" if is_over else then),
        screen_reader_text=tuple(text for row in read for text in row.screen_reader_text),
        warnings=warnings,
        truncated=any(row.truncated for row in read),
        timings={name: round(sum(row.timings.get(name, 0) for row in rows), 4) for name in first.timings},
        pages=_parts(rows),
    )


def _warnings(rows: Sequence[Extraction], *, is_cut: bool) -> tuple[PageWarning, ...]:
    """The warnings of all pages, and one for missing pages."""
    found = [warning for row in rows for warning in row.warnings]
    if any(row.status == Status.FAILURE and row.reason != NOTHING_NEW for row in rows[1:]):
        found.append(FAILED)
    if is_cut:
        found.append(PageWarning(WarningKind.TRUNCATED, f"{len(rows)}_pages"))
    return tuple(dict.fromkeys(found))


def _parts(rows: Sequence[Extraction]) -> tuple[PagePart, ...]:
    return tuple(
        PagePart(row.final_url or row.url, row.status, row.reason, len(row.blocks), len(row.records), row.snapshot)
        for row in rows
    )


def _numbered(pages: Iterable[Sequence[Record]]) -> tuple[Record, ...]:
    """The records of all pages; the positions of posts and of the posts that they answer count from the first page."""
    found = list[Record]()
    for records in pages:
        places = {
            position.text: Field(str(number))
            for number, record in enumerate(records, len(found) + 1)
            if (position := record.fields.get(POSITION))
        }
        for record in records:
            asked = ((name, record.fields.get(name)) for name in (POSITION, PARENT))
            moved = {name: places.get(field.text) for name, field in asked if field}
            found.append(replace(record, fields={**record.fields, **moved}))
    return tuple(found)
