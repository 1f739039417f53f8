"""Records of crawlers' archives, and the pages in them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader, WarcReader, ZstdReader

from iawce.data.dom.read import HTML_TYPES, MAX_BODY, sniff
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.network.address import is_web
from iawce.data.network.response import check_response
from iawce.data.page import Page

MAX_HEAD = 1 << 18
"""Bytes of status line and headers."""
MAX_ENCODINGS = 8
"""Most encodings of one header; each is decoded completely."""
_END = re.compile(rb"\r?\n\r?\n")
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)", re.I)
_READERS: dict[str, Callable[[BytesIO], WarcReader]] = {
    "chunked": ChunkedReader,
    "gzip": GzipReader,
    "x-gzip": GzipReader,
    "deflate": lambda body: GzipReader(body, zlib=True),
    "br": BrotliReader,
    "zstd": ZstdReader,
}


def read_response(block: bytes) -> tuple[int, str, bytes]:
    """Status, content type and body of a response.

    The body is decoded, up to one byte more than a page may have. Many archives keep the encoding headers of a body
    that they have decoded; bytes that are not so encoded are the body itself.

    Raises:
        PageError: ``input/bad_record``: this is not a response.
    """
    status, end = _STATUS.match(block), _END.search(block, 0, MAX_HEAD)
    if not status or not end:
        raise PageError("input/bad_record", "the record contains no response of a server")
    headers = _headers(block[: end.start()])
    body = block[end.end() :]
    for name in ("transfer-encoding", "content-encoding"):
        for encoding in reversed(headers.get(name, "").lower().split(",")[-MAX_ENCODINGS:]):
            body = _decoded(body, encoding.strip())
    return int(status[1]), headers.get("content-type", ""), body


def _headers(head: bytes) -> dict[str, str]:
    """Headers by name in lower case; if a name is repeated, the first value."""
    found: dict[str, str] = {}
    for line in head.decode("latin-1").splitlines()[1:]:
        name, _, value = line.partition(":")
        found.setdefault(name.strip().lower(), value.strip())
    return found


def read_all(read: Callable[[int], bytes], count: int) -> bytes:
    """The next bytes of a stream, fewer at its end."""
    block = bytearray()
    while len(block) < count and (part := read(count - len(block))):
        block += part
    return bytes(block)


def _decoded(body: bytes, encoding: str) -> bytes:
    if encoding not in _READERS:
        return body
    read = bytearray()
    try:
        reader = _READERS[encoding](BytesIO(body))
        while len(read) <= MAX_BODY and (part := reader.read(1 << 16)):
            read += part
    except (OSError, ValueError):  # it is cut off, or was never so encoded
        return bytes(read) or body
    return bytes(read)


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
