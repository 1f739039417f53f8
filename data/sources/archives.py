"""Archives of crawlers: WARC (ISO 28500, by FastWARC) and ARC (versions 1 and 2), plain or compressed.

Source: ISO 28500 (WARC 1.1), section 6.7: a revisit refers to a record by its id, by the address and date of what was
fetched, or by the digest of the payload.
"""

import logging
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from io import BytesIO
from sqlite3 import Connection
from typing import IO

from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader, WarcReader, ZstdReader
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from iawce.data.dom.read import GZIP, HTML_TYPES, MAX_BODY, sniff
from iawce.data.errors import PageError, PageWarning, WarningKind, quantity
from iawce.data.network.address import is_web
from iawce.data.network.response import check_response
from iawce.data.page import Page
from iawce.data.sources.seen_addresses import temporary_table
from iawce.data.sources.source import Source, iso_date, reader

log = logging.getLogger(__name__)
MAX_HEAD = 1 << 18  # Bytes of status line and headers
MAX_ENCODINGS = 8  # Most encodings of one header; each is decoded completely
MAX_BLOCK = MAX_BODY + (1 << 20)  # Bytes of a record that are kept; a longer one is not a page
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
_UNSURE = frozenset({"", "text/plain", "text/xml", "application/xml", "application/octet-stream", "unknown", "no-type"})
"""Declared content types of records that may be pages nevertheless."""
WARC_SUFFIXES = (".warc", ".warc.gz", ".warc.zst")
WARC_MARK = b"WARC/"
ZSTD = b"\x28\xb5\x2f\xfd"
ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"
PACKED = (GZIP, ZSTD, ZSTD_DICTIONARY)
READ = 1 << 20  # Bytes that are searched for the next record at a time
PROBED = 1 << 12  # Bytes that show whether a record begins there
_BEGIN = re.compile(rb"\x1f\x8b\x08|\x28\xb5\x2f\xfd|(?<=\n)WARC/[01]\.\d+\r?\n")
_SWALLOWED = re.compile(rb"\r?\n\r?\nWARC/[01]\.\d+\r?\nWARC-", re.I)
_KINDS = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.revisit
ARC_SUFFIXES = (".arc", ".arc.gz")
ARC_MARK = b"filedesc://"
MAX_LINE = 1 << 16
_HEADER = re.compile(rb"([a-z][a-z0-9+.-]*:\S+) \S+ (\d{14}) (\S+)(?: .*)? (\d{1,15})\r?\n", re.I)


@dataclass(frozen=True, slots=True)
class ArchiveRecord:
    """A record: the content fetched from an address."""

    url: str = ""
    date: str = ""  # ISO 8601 or 14 digits
    block: bytes = b""  # The answer if ``is_http``, else the content, of ``content_type``
    is_http: bool = True
    content_type: str = ""
    cut: str = ""  # Why it is incomplete
    damage: str = ""  # Why it cannot be read
    is_revisit: bool = False  # It had not changed, and is in another record
    names: tuple[str, ...] = ()  # By which a revisit refers to it, or itself refers to one, the most reliable first
    place: int = 0  # In the archive


def archived_page(record: ArchiveRecord, ref: str) -> Page | None:
    """The page in a record, or a page with the reason why it cannot be read.

    None for redirects, for addresses that are not of the web, and for other declared types, such as pictures.
    """
    if record.damage:
        return Page(ref, error="input/bad_record", message=record.damage)
    if not is_web(record.url):
        return None
    if record.is_revisit:
        why = "it had not changed, and no record before it has its content, or one that lies in a pipe or a gzip of all"
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


def read_response(block: bytes) -> tuple[int, str, bytes]:
    """Status, content type and body of a response.

    The body is decoded, up to one byte more than a page may have. Many archives keep the encoding headers of a body
    that they have decoded; bytes that are not so encoded are the body itself. Raises PageError: ``input/bad_record``:
    this is not a response.
    """
    status, end = _STATUS.match(block), _END.search(block, 0, MAX_HEAD)
    if not status or not end:
        raise PageError("input/bad_record", "the record contains no response of a server")
    headers: dict[str, str] = {}
    for line in block[: end.start()].decode("latin-1").splitlines()[1:]:
        name, _, value = line.partition(":")
        headers.setdefault(name.strip().lower(), value.strip())
    body = block[end.end() :]
    for name in ("transfer-encoding", "content-encoding"):
        for encoding in reversed(headers.get(name, "").lower().split(",")[-MAX_ENCODINGS:]):
            body = _decoded(body, encoding.strip())
    return int(status[1]), headers.get("content-type", ""), body


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


def _resolved(source: Source, revisit: ArchiveRecord, places: Connection, has_lone_feeds: bool) -> ArchiveRecord:
    """A revisit with the content of the record that it refers to; unchanged if that cannot be read."""
    for name in revisit.names:
        found = places.execute("SELECT place FROM places WHERE name = ?", (name,)).fetchone()
        record = _read_at(source, has_lone_feeds, found[0]) if found else None
        if record and not record.damage and not record.is_revisit:
            return replace(record, url=revisit.url, date=revisit.date)
    return revisit


def is_warc(source: Source) -> bool:
    """Whether this begins with such a record, or is compressed with such a name."""
    if not source.has_bytes:
        return False
    is_named = source.raw_head.startswith(PACKED) and source.has_suffix(WARC_SUFFIXES)
    return is_named or _is_record(source.raw_head[:PROBED])


def _records(file: IO[bytes], *, has_lone_feeds: bool) -> Iterator[ArchiveRecord | None]:
    """All records, None for those of a kind without pages; after a damaged one, the next that can be found."""
    start: int | None = 0
    is_known = False
    while start is not None:
        has_read = False
        try:
            for record in ArchiveIterator(file, parse_http=False, quirks_mode=has_lone_feeds):
                start, is_known, has_read = record.stream_pos, False, True
                found = _warc_record(record) if record.record_type & _KINDS else None
                yield found
                if found and found.damage:
                    break
            else:
                return
        except (OSError, EOFError, ValueError) as error:
            if has_read or not is_known:
                yield ArchiveRecord(damage=f"damaged behind byte {start}: {error}")
            is_known = has_read  # the damaged part may be found again as the next record
        start = _next_record(file, start + 1) if file.seekable() else None


def _warc_record(record: WarcRecord) -> ArchiveRecord:
    header, kind = record.headers.get, record.record_type
    length = header("Content-Length") or ""
    if not re.fullmatch(r"\d{1,18}", length, re.ASCII):
        return ArchiveRecord(damage="a record without a length")
    wanted = min(int(length), MAX_BLOCK + 1)
    block = bytearray()
    while len(block) < wanted and (part := record.reader.read(wanted - len(block))):
        block += part
    if len(block) < wanted or _SWALLOWED.search(block):
        return ArchiveRecord(damage=f"a record that is not of its {length} bytes, from byte {record.stream_pos} on")
    return ArchiveRecord(
        (header("WARC-Target-URI") or "").strip("<> "),
        header("WARC-Date") or "",
        bytes(block),
        is_http=record.is_http,
        content_type=header("Content-Type") or "",
        cut=header("WARC-Truncated") or "",
        is_revisit=bool(kind & WarcRecordType.revisit),
        names=_names(record),
        place=record.stream_pos,
    )


def _read_at(source: Source, has_lone_feeds: bool, place: int) -> ArchiveRecord | None:
    """The record at a position of a file; None for a pipe, and if none can be read there."""
    if source.path is None:
        return None
    with suppress(OSError, EOFError, ValueError), source.open() as file:
        file.seek(place)
        for record in ArchiveIterator(file, parse_http=False, quirks_mode=has_lone_feeds):
            return _warc_record(record)
    return None


def _names(record: WarcRecord) -> tuple[str, ...]:
    """The names by which revisits refer to a record; for a revisit, those of the record to which it refers."""
    header, before = record.headers.get, "WARC-Refers-To" if record.record_type & WarcRecordType.revisit else ""
    id = header(before or "WARC-Record-ID")
    url, date = (header(f"{before}-{name}" if before else f"WARC-{name}") for name in ("Target-URI", "Date"))
    return tuple(filter(None, (id, url and date and f"{url.strip('<> ')} {date}", header("WARC-Payload-Digest"))))


def _next_record(file: IO[bytes], after: int) -> int | None:
    """Position of the next record, at or after a position; None without one."""
    file.seek(0)
    is_packed = file.read(len(ZSTD)).startswith(PACKED)
    position = file.seek(max(after - 1, 0))  # a plain record begins a line
    while len(part := file.read(READ)) > 1:
        for begin in _BEGIN.finditer(part):
            place = position + begin.start()
            if begin.group().startswith(PACKED) == is_packed and place >= after:
                file.seek(place)
                if _is_record(file.read(PROBED)):
                    return file.seek(place)
        position = file.seek(position + max(len(part) - len(ZSTD) * 4, 1))
        if len(part) < READ:
            return None
    return None


def _has_lone_feeds(source: Source) -> bool:
    """Whether all lines end in line feeds alone, against the standard."""
    with suppress(PageError):  # its first record is damaged
        return source.head.startswith(WARC_MARK) and not source.head.partition(b"\n")[0].endswith(b"\r")
    return False


def _is_record(begin: bytes) -> bool:
    """Whether a record begins with these bytes; compressed ones may be incomplete."""
    with suppress(OSError, ValueError, zlib.error):
        if begin.startswith(GZIP):
            begin = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(begin, len(WARC_MARK))
        elif begin.startswith(PACKED):
            begin = ZstdReader(BytesIO(begin)).read(len(WARC_MARK))
    return begin.startswith(WARC_MARK)


@reader("WARC", "an archive of a crawler (WARC), gzipped, by Zstandard or plain", is_warc, WARC_SUFFIXES, count=None)
def read_warc(source: Source) -> Iterator[Page]:
    """A page for each record with one, read one record at a time; for damaged records, a page with the reason.

    A revisit is resolved by the records before it. Other records (requests, pictures, redirects ...) are skipped, and
    counted in the log.
    """
    others, has_lone_feeds = 0, _has_lone_feeds(source)
    with source.open() as file, closing(temporary_table("places (name TEXT PRIMARY KEY, place INTEGER)")) as places:
        for number, found in enumerate(_records(file, has_lone_feeds=has_lone_feeds), 1):
            record = _resolved(source, found, places, has_lone_feeds) if found and found.is_revisit else found
            page = archived_page(record, f"{source.ref}:{number}") if record else None
            others += page is None
            if page and record:
                if not (page.error or record is not found):  # of several records with the same digest, the first counts
                    known = ((name, record.place) for name in record.names)
                    places.executemany("INSERT OR IGNORE INTO places VALUES (?, ?)", known)
                yield page
    if others:
        log.info("%s: %s skipped, which hold no page: requests, pictures ...", source.ref, quantity(others, "record"))


def _arc_records(file: IO[bytes]) -> Iterator[ArchiveRecord]:
    """All records; consecutive lines that begin no record give one damaged record."""
    is_lost = False
    while line := file.readline(MAX_LINE):
        if header := _HEADER.fullmatch(line):
            is_lost = False
            yield _arc_record(file, *header.groups())
        elif line.strip() and not is_lost:
            is_lost = True
            yield ArchiveRecord(damage="lines that begin no record")


def _arc_record(file: IO[bytes], url: bytes, date: bytes, kind: bytes, length: bytes) -> ArchiveRecord:
    left = int(length)
    block = file.read(min(left, MAX_BLOCK + 1))
    left -= len(block)
    while left and (part := file.read(min(left, MAX_LINE))):
        left -= len(part)
    if left:
        return ArchiveRecord(damage=f"a record that is not of its {int(length)} bytes")
    is_http, content_type = block[:5].upper() == b"HTTP/", kind.decode("latin-1")
    return ArchiveRecord(url.decode("utf-8", "replace"), date.decode(), block, is_http, content_type)


@reader(
    "ARC",
    "an archive of an older crawler (ARC), gzipped or plain",
    lambda source: source.has_bytes and source.head.startswith(ARC_MARK),
    ARC_SUFFIXES,
    count=None,
)
def read_arc(source: Source) -> Iterator[Page]:
    """A page for each record that contains one, lazily; for damaged records, a page with the reason."""
    with source.unpacked() as file:
        for number, record in enumerate(_arc_records(file), 1):
            if page := archived_page(record, f"{source.ref}:{number}"):
                yield page
