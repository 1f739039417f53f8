"""Archives of older crawlers (ARC, versions 1 and 2), gzipped or plain."""

import re
from collections.abc import Iterator
from typing import IO

from iawce.data.page import Page
from iawce.data.sources.archive_record import MAX_BLOCK, ArchiveRecord, archived_page, read_all
from iawce.data.sources.reader import READERS, Reader
from iawce.data.sources.source import Source

SUFFIXES = (".arc", ".arc.gz")
MARK = b"filedesc://"
MAX_LINE = 1 << 16
_HEADER = re.compile(rb"([a-z][a-z0-9+.-]*:\S+) \S+ (\d{14}) (\S+)(?: .*)? (\d{1,15})\r?\n", re.I)


def read_arc(source: Source) -> Iterator[Page]:
    """A page for each record that contains one, lazily; for damaged records, a page with the reason."""
    with source.unpacked() as file:
        for number, record in enumerate(_records(file), 1):
            if page := archived_page(record, f"{source.ref}:{number}"):
                yield page


def is_arc(source: Source) -> bool:
    """Whether this begins with the description of such a file."""
    return source.has_bytes and source.head.startswith(MARK)


def _records(file: IO[bytes]) -> Iterator[ArchiveRecord]:
    """All records; consecutive lines that begin no record give one damaged record."""
    is_lost = False
    while line := file.readline(MAX_LINE):
        header = _HEADER.fullmatch(line)
        if header:
            is_lost = False
            yield _read(file, *header.groups())
        elif line.strip() and not is_lost:
            is_lost = True
            yield ArchiveRecord(damage="lines that begin no record")


def _read(file: IO[bytes], url: bytes, date: bytes, kind: bytes, length: bytes) -> ArchiveRecord:
    left = int(length)
    block = read_all(file.read, min(left, MAX_BLOCK + 1))
    left -= len(block)
    while left and (part := file.read(min(left, MAX_LINE))):
        left -= len(part)
    if left:
        return ArchiveRecord(damage=f"a record that is not of its {int(length)} bytes")
    return ArchiveRecord(
        url.decode("utf-8", "replace"),
        date.decode(),
        block,
        is_http=block[:5].upper() == b"HTTP/",
        content_type=kind.decode("latin-1"),
    )


READERS.register("ARC")(
    Reader("an archive of an older crawler (ARC), gzipped or plain", is_arc, read_arc, SUFFIXES, count=lambda _: None)
)
