"""Web archives of crawlers (WARC, ISO 28500), by FastWARC: gzipped, by Zstandard, or plain.

Source: ISO 28500 (WARC 1.1), section 6.7: a revisit refers to a record by its id, by the address and date of what was
fetched, or by the digest of the payload.
"""

import io
import logging
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import IO

from fastwarc.stream_io import ZstdReader
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from iawce.data.closing import Closing
from iawce.data.dom.read import GZIP
from iawce.data.errors import PageError, quantity
from iawce.data.page import Page
from iawce.data.sources.archive_record import MAX_BLOCK, ArchiveRecord, archived_page, read_all
from iawce.data.sources.reader import READERS, Reader
from iawce.data.sources.seen_addresses import temporary_table
from iawce.data.sources.source import Source


class Forward:
    """A stream that is read only forward, and has a position.

    Args:
        stream: to be read.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._position = stream, 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        part = self._stream.read(size)
        self._position += len(part)
        return part

    def tell(self) -> int:
        """How many bytes were read."""
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Accept the current position.

        Raises: io.UnsupportedOperation: another position is requested.
        """
        if (offset, whence) not in ((self._position, io.SEEK_SET), (0, io.SEEK_CUR)):
            raise io.UnsupportedOperation("a pipe cannot go back")
        return self._position

    def close(self) -> None:
        """Whoever opened the stream closes it."""


class Revisits(Closing):
    """Resolves revisits of one archive by the pages before them.

    Args:
        read_at: gives the record at a position of the archive, None if it cannot be read.
    """

    def __init__(self, read_at: Callable[[int], ArchiveRecord | None]) -> None:
        self._read_at = read_at
        self._file = temporary_table("places (name TEXT PRIMARY KEY, place INTEGER)")

    def add(self, record: ArchiveRecord) -> None:
        """Store the position of a record with content; of several with the same digest, the first."""
        known = ((name, record.place) for name in record.names)
        self._file.executemany("INSERT OR IGNORE INTO places VALUES (?, ?)", known)

    def resolve(self, revisit: ArchiveRecord) -> ArchiveRecord:
        """A revisit with the content of the record that it refers to; unchanged if that cannot be read."""
        for name in revisit.names:
            found = self._file.execute("SELECT place FROM places WHERE name = ?", (name,)).fetchone()
            record = self._read_at(found[0]) if found else None
            if record and not record.damage and not record.is_revisit:
                return replace(record, url=revisit.url, date=revisit.date)
        return revisit

    def close(self) -> None:
        """Remove the file."""
        self._file.close()


log = logging.getLogger(__name__)

SUFFIXES = (".warc", ".warc.gz", ".warc.zst")
MARK = b"WARC/"
ZSTD = b"\x28\xb5\x2f\xfd"
ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"
PACKED = (GZIP, ZSTD, ZSTD_DICTIONARY)
READ = 1 << 20
"""Bytes that are searched for the next record at a time."""
PROBED = 1 << 12
"""Bytes that show whether a record begins there."""
_BEGIN = re.compile(rb"\x1f\x8b\x08|\x28\xb5\x2f\xfd|(?<=\n)WARC/[01]\.\d+\r?\n")
_SWALLOWED = re.compile(rb"\r?\n\r?\nWARC/[01]\.\d+\r?\nWARC-", re.I)
_KINDS = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.revisit


def read_warc(source: Source) -> Iterator[Page]:
    """A page for each record with one, read one record at a time; for damaged records, a page with the reason.

    Other records (requests, pictures, redirects ...) are skipped, and counted in the log.
    """
    others, has_lone_feeds = 0, _has_lone_feeds(source)
    with source.open() as file, Revisits(partial(_read_at, source, has_lone_feeds)) as revisits:
        for number, found in enumerate(_records(file, has_lone_feeds=has_lone_feeds), 1):
            record = revisits.resolve(found) if found and found.is_revisit else found
            page = archived_page(record, f"{source.ref}:{number}") if record else None
            others += page is None
            if page and record:
                if not (page.error or record is not found):
                    revisits.add(record)
                yield page
    if others:
        log.info("%s: %s skipped, which hold no page: requests, pictures ...", source.ref, quantity(others, "record"))


def is_warc(source: Source) -> bool:
    """Whether this begins with such a record, or is compressed with such a name."""
    if not source.has_bytes:
        return False
    begin = source.raw_head
    if begin.startswith(PACKED) and source.has_suffix(SUFFIXES):
        return True
    return begin.startswith(MARK) or (begin.startswith(PACKED) and _is_record(begin[:PROBED]))


def _records(file: IO[bytes], *, has_lone_feeds: bool) -> Iterator[ArchiveRecord | None]:
    """All records, None for those of a kind without pages; after a damaged one, the next that can be found."""
    stream = file if file.seekable() else Forward(file)
    start: int | None = 0
    is_known = False
    while start is not None:
        has_read = False
        try:
            for record in ArchiveIterator(stream, parse_http=False, quirks_mode=has_lone_feeds):
                start, is_known, has_read = record.stream_pos, False, True
                found = _read(record) if record.record_type & _KINDS else None
                yield found
                if found and found.damage:
                    break
            else:
                return
        except (OSError, EOFError, ValueError) as error:
            if has_read or not is_known:
                yield ArchiveRecord(damage=f"damaged behind byte {start}: {error}")
            is_known = has_read  # the damaged part may be found again as the next record
        start = _next_record(file, start + 1) if stream is file else None


def _read(record: WarcRecord) -> ArchiveRecord:
    header, kind = record.headers.get, record.record_type
    length = header("Content-Length") or ""
    if not re.fullmatch(r"\d{1,18}", length, re.ASCII):
        return ArchiveRecord(damage="a record without a length")
    wanted = min(int(length), MAX_BLOCK + 1)
    block = read_all(record.reader.read, wanted)
    if len(block) < wanted or _SWALLOWED.search(block):
        return ArchiveRecord(damage=f"a record that is not of its {length} bytes, from byte {record.stream_pos} on")
    return ArchiveRecord(
        (header("WARC-Target-URI") or "").strip("<> "),
        header("WARC-Date") or "",
        block,
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
            return _read(record)
    return None


def _names(record: WarcRecord) -> tuple[str, ...]:
    """The names by which revisits refer to a record; for a revisit, those of the record to which it refers."""
    header, before = record.headers.get, "WARC-Refers-To" if record.record_type & WarcRecordType.revisit else ""
    id = header(before or "WARC-Record-ID")
    url, date = (header(f"{before}-{name}" if before else f"WARC-{name}") for name in ("Target-URI", "Date"))
    return tuple(filter(None, (id, url and date and f"{url.strip('<> ')} {date}", header("WARC-Payload-Digest"))))


def _next_record(file: IO[bytes], after: int) -> int | None:
    """Position of the next record, at or after a position; None without one."""
    position = file.seek(max(after - 1, 0))  # a plain record begins a line
    is_packed = _begins_packed(file, position)
    while len(part := file.read(READ)) > 1:
        for begin in _BEGIN.finditer(part):
            place = position + begin.start()
            if begin.group().startswith(PACKED) == is_packed and place >= after and _is_record_at(file, place):
                return file.seek(place)
        position = file.seek(position + max(len(part) - len(ZSTD) * 4, 1))
        if len(part) < READ:
            return None
    return None


def _has_lone_feeds(source: Source) -> bool:
    """Whether all lines end in line feeds alone, against the standard."""
    with suppress(PageError):  # its first record is damaged
        return source.head.startswith(MARK) and not source.head.partition(b"\n")[0].endswith(b"\r")
    return False


def _begins_packed(file: IO[bytes], position: int) -> bool:
    file.seek(0)
    begin = file.read(len(ZSTD))
    file.seek(position)
    return begin.startswith(PACKED)


def _is_record_at(file: IO[bytes], place: int) -> bool:
    position = file.tell()
    file.seek(place)
    begin = file.read(PROBED)
    file.seek(position)
    return _is_record(begin)


def _is_record(begin: bytes) -> bool:
    """Whether a record begins with these bytes; compressed ones may be incomplete."""
    with suppress(OSError, ValueError, zlib.error):
        if begin.startswith(GZIP):
            begin = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(begin, len(MARK))
        elif begin.startswith(PACKED):
            begin = ZstdReader(BytesIO(begin)).read(len(MARK))
    return begin.startswith(MARK)


READERS.register("WARC")(
    Reader(
        "an archive of a crawler (WARC), gzipped, by Zstandard or plain",
        is_warc,
        read_warc,
        SUFFIXES,
        count=lambda _: None,
    )
)
