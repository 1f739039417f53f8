"""JSON lines: each is an object with the address of a page, its HTML, or both."""

import json
from collections.abc import Iterator
from typing import Any

from iawce.data.html.read import MAX_BODY
from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.page_row import ADDRESS, HTML, bad_row, has_page, page_of_row
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source

SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")
MARK = b"\xef\xbb\xbf"
COUNTED = 64 << 20
"""Most bytes of a file whose lines are counted."""


def read_json_lines(source: Source) -> Iterator[Page]:
    """A page for each line: a live one if there is only an address. A bad line is a page with an error.

    Raises:
        OSError, PageError: the rest of the file cannot be read.
    """
    for number, line in _lines(source):
        yield _page(source, number, line)


def is_json_lines(source: Source) -> bool:
    """Whether a file has this suffix, or its first line is such an object."""
    if source.is_address or source.is_folder:
        return False
    if source.has_suffix(SUFFIXES) and source.kind in ("text", "html", "json"):
        return True
    begin, end, _ = source.head.removeprefix(MARK).lstrip().partition(b"\n")
    if not begin.startswith(b"{"):
        return False
    if not end:  # one line, or a first line longer than the examined bytes
        return any(b'"%s"' % key.encode() in begin for key in (*ADDRESS, *HTML)) and source.kind != "json"
    return has_page(_parsed(begin))


def _count_lines(source: Source) -> int | None:
    """Number of lines; gzipped and large files are not read for it."""
    if source.path is None or source.has_suffix((".gz",)) or source.path.stat().st_size > COUNTED:
        return None
    with source.path.open("rb") as file:
        return sum(bool(line.strip()) for line in file)


def _lines(source: Source) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers; of a line that is too long, only the beginning."""
    with source.unpacked() as file:
        number = 0
        while line := file.readline(MAX_BODY):
            number += 1
            whole = line
            while whole and not whole.endswith(b"\n"):
                whole = file.readline(MAX_BODY)
            if line.strip():
                yield number, line


def _page(source: Source, number: int, line: bytes) -> Page:
    row = _parsed(line.removeprefix(MARK))
    if not has_page(row):
        too_long = len(line) >= MAX_BODY
        return bad_row(source, number, "is too long" if too_long else "is no object with the text url or html")
    return page_of_row(source, number, row)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


READERS.register("JSON lines")(
    Reader(
        "JSON lines with url, html (or content, raw_html) or both in each, and a ref or id; gzipped or not",
        is_json_lines,
        read_json_lines,
        count=_count_lines,
    )
)
