"""Records of crawlers' archives, and the pages in them."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from iawce.data.errors import PageError
from iawce.data.html.read import MAX_BODY
from iawce.data.html.sniff import HTML_TYPES, sniff
from iawce.data.network.address import is_web
from iawce.data.network.response import check_response
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.page import Page
from iawce.data.sources.archived_response import read_response

MAX_BLOCK = MAX_BODY + (1 << 20)
"""Bytes of a record that are kept; a longer one is not a page."""
_UNSURE = frozenset({"", "text/plain", "text/xml", "application/xml", "application/octet-stream", "unknown", "no-type"})
"""Declared content types of records that may be pages nevertheless."""


@dataclass(frozen=True, slots=True)
class ArchiveRecord:
    """A record: the content fetched from an address.

    ``block`` is the server's answer if ``is_http``, else the content alone, of ``content_type``. ``date`` is in ISO
    8601 or 14 digits. ``cut``: why the crawler stored only a part of it. ``damage``: why the record cannot be read.
    ``is_revisit``: the content had not changed and is stored in another record. ``names``: the names by which a revisit
    refers to the record, or, for a revisit, those of the record to which it refers, the most reliable first. ``place``:
    its position in the archive.
    """

    url: str = ""
    date: str = ""
    block: bytes = b""
    is_http: bool = True
    content_type: str = ""
    cut: str = ""
    damage: str = ""
    is_revisit: bool = False
    names: tuple[str, ...] = ()
    place: int = 0


def archived_page(record: ArchiveRecord, ref: str) -> Page | None:
    """The page in a record, or a page with the reason why it cannot be read.

    None for redirects, for addresses that are not of the web, and for other declared types, such as pictures.
    """
    if record.damage:
        return Page(ref, error="input/bad_record", message=record.damage)
    if not is_web(record.url):
        return None
    if record.is_revisit:
        why = "the page had not changed: its content is in a record that is not in this archive"
        return Page(ref, record.url, error="input/revisit", message=why)
    if len(record.block) > MAX_BLOCK:
        return Page(ref, record.url, error="too_large/body", message=f"it has more than the {MAX_BODY} bytes allowed")
    try:
        return _page(record, ref)
    except PageError as error:
        return Page(ref, record.url, error=error.reason, message=error.message, status=error.http_status)


def _page(record: ArchiveRecord, ref: str) -> Page | None:
    status, content_type, body = 0, record.content_type, record.block
    if record.is_http:
        status, content_type, body = read_response(record.block)
        if 300 <= status < 400 and status != 304:
            return None
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in HTML_TYPES and not (kind in _UNSURE and sniff(body) in ("html", "empty")):
        return None
    if status:
        check_response(status, {})
    return Page(
        ref,
        record.url,
        body,
        content_type=content_type,
        status=status,
        warnings=(PageWarning(WarningKind.PARTIAL, "truncated_record"),) if record.cut else (),
        fetched=iso_date(record.date),
        is_archived=True,
    )


def iso_date(date: str) -> str:
    """A date of an archive in ISO 8601; empty if it is not a date."""
    try:
        if re.fullmatch(r"\d{14}", date, re.ASCII):
            return datetime.strptime(date, "%Y%m%d%H%M%S").replace(tzinfo=UTC).isoformat()
        return datetime.fromisoformat(date).isoformat()
    except ValueError:
        return ""
