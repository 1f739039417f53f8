"""Tables of pages: JSON lines, CSV with comma, semicolon or tab (RFC 4180), and Parquet, by pyarrow (an extra)."""

import csv
import io
import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from typing import Any

from iawce.data.dom.read import MAX_BODY, decode
from iawce.data.errors import PageError, quantity
from iawce.data.network.address import is_web
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.sinks.csv import long_cells
from iawce.data.sinks.parquet import pyarrow
from iawce.data.sources.source import (
    Source,
    begun_lines,
    is_address,
    lacks_scheme,
    lines_with_content,
    reader,
    shortened,
    with_scheme,
)

ADDRESS = ("url",)
HTML = ("html", "content", "raw_html")
REF = ("ref", "id", *ADDRESS)  # Names in the order in which they are looked for
NAMES = frozenset((*ADDRESS, *HTML, *REF))
PAGE = frozenset((*ADDRESS, *HTML[::2]))  # Names that make a text a table
DELIMITERS = ",;\t"
MAX_HEADER = 4000  # Characters of the header line that are read
CSV_SUFFIXES = (".csv", ".csv.gz", ".tsv", ".tsv.gz")
SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")
_ARRAY = re.compile(rb"(?:\xef\xbb\xbf)?\s*+\[\s*+\{")
COUNTED = 64 << 20  # Most bytes of a file whose lines are counted
PARQUET_MARK = b"PAR1"
NO_PAGE = "is no object with the text url or html"
BATCH = 32  # Rows in memory at a time


def has_page(row: Any) -> bool:
    """Whether a row has the address or the content of a page."""
    return isinstance(row, Mapping) and (_value(row, ADDRESS) or _value(row, HTML)) is not None


def page_of_row(source: Source, number: int, row: Any, lack: str) -> Page:
    """The page of a row, from 1: live if there is only its address, an error if that is wrong, or without a page.

    ``lack``: what is said of a row without a page.
    """
    if not has_page(row):
        return bad_row(source, number, lack)
    here = f"{source.ref}:{number}"
    url, html = _value(row, ADDRESS), _value(row, HTML)
    ref = shortened(str(next((row[key] for key in REF if row.get(key) not in (None, "")), here)))
    if isinstance(url, bytes):
        url = url.decode("utf-8", "replace")
    if url and lacks_scheme(url):
        return Page(ref, error="input/no_scheme", message=f"line {number}: did you mean {with_scheme(url)} ?")
    if url and not is_address(url):
        return Page(ref, error="input/bad_line", message=f"line {number} of {source.ref}: its url is no address")
    if html is None:
        return Page(ref, url or "")
    kind = "text/html; charset=utf-8" if isinstance(html, str) else ""
    body = html.encode("utf-8", "replace") if isinstance(html, str) else html
    return Page(ref, url or source.base_url or SAVED_ORIGIN, body, content_type=kind)


def bad_row(source: Source, number: int, why: str) -> Page:
    """A page with the reason why a row has none."""
    return Page(f"{source.ref}:{number}", error="input/bad_line", message=f"line {number} of {source.ref} {why}")


def _value(row: Mapping[str, Any], keys: tuple[str, ...]) -> str | bytes | None:
    """The first text or bytes among the keys; an address that is empty, or ours for none, does not count."""
    none = ("", b"", SAVED_ORIGIN) if keys == ADDRESS else ()
    found = (row.get(key) for key in keys)
    return next((text for text in found if isinstance(text, str | bytes) and text not in none), None)


def is_csv(source: Source) -> bool:
    """Whether the first line is a header with a column of addresses or of HTML, or a file is called a table.

    A single column is a table if an address follows; ``content`` alone may be a word of a text.
    """
    if not source.has_bytes or source.kind not in ("text", "html"):
        return False
    names, _ = _header(source)
    if len(names) == 1:
        second = source.head.splitlines()[1:2]
        return names[0] in ADDRESS and bool(second) and is_address(second[0].decode("utf-8", "replace").strip('" '))
    is_called = source.has_suffix(CSV_SUFFIXES) and source.kind == "text" and not any(map(is_address, names))
    return all(names[1:]) and (is_called or not PAGE.isdisjoint(names))


def _page(source: Source, number: int, values: list[str], names: list[str]) -> Page:
    if len(values) != len(names):
        return bad_row(source, number, f"has {quantity(len(values), 'value')} for {quantity(len(names), 'column')}")
    row = {name: value or None for name, value in zip(names, values, strict=True) if name in NAMES}
    return page_of_row(source, number, row, "has neither url nor html")


def _next(rows: "Iterator[list[str]]") -> list[str] | None:
    with long_cells(MAX_BODY):
        return next(rows, None)


def _header(source: Source) -> tuple[list[str], str]:
    """Names of the columns in lower case, and the delimiter; the only column of addresses is called ``url``."""
    lines = decode(source.head).text[:MAX_HEADER].splitlines() or [""]
    line = lines[0].removeprefix("\ufeff")
    delimiter = max(DELIMITERS, key=line.count)
    names = [name.strip().lower() for name in next(csv.reader([line], delimiter=delimiter), [])]
    if source.kind == "text" and PAGE.isdisjoint(names) and not any(map(is_address, names)):
        rows = [row for row in csv.reader(lines[1:-1] or lines[1:], delimiter=delimiter) if row]
        columns = zip(*rows, strict=True) if {len(row) for row in rows} == {len(names)} - {1} else ()
        are_addresses = [any(texts) and all(map(is_web, filter(None, texts))) for texts in columns]
        if are_addresses.count(True) == 1:
            names[are_addresses.index(True)] = ADDRESS[0]
    return names, delimiter


@reader(
    "CSV",
    "a table as text (CSV) with columns url, html (or raw_html) or both, and a ref or id; gzipped or not",
    is_csv,
    count=None,
)
def read_csv(source: Source) -> Iterator[Page]:
    """A page for each row, lazily: a live one if there is only an address. A bad row is a page with an error."""
    names, delimiter = _header(source)
    if PAGE.isdisjoint(names):
        why = f"has no column url, html or raw_html, nor a single one of addresses: {', '.join(names)}"
        raise PageError("input/unreadable", f"{source.ref} {why}")
    encoding = decode(source.whole_lines).encoding
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    with source.unpacked() as file:
        text = io.TextIOWrapper(file, encoding, "replace", newline="")
        rows = csv.reader(text, delimiter=delimiter)
        number = 1
        try:
            _next(rows)
            while (values := _next(rows)) is not None:
                number += 1
                if values:
                    yield _page(source, number, values, names)
        except ValueError as error:
            raise PageError("input/unreadable", f"{source.ref} cannot be read after row {number}: {error}") from error


def is_json_lines(source: Source) -> bool:
    """Whether a file has this suffix, or its first line is such an object."""
    if not source.has_bytes:
        return False
    if source.has_suffix(SUFFIXES) and source.kind in ("text", "html", "json"):
        return True
    begin, end, _ = source.head.removeprefix(BOM_UTF8).lstrip().partition(b"\n")
    if not begin.startswith(b"{"):
        return False
    if not end:  # one line, or a first line longer than the examined bytes
        return _names_page(begin) and source.kind != "json"
    return has_page(_parsed(begin))


def _names_page(begin: bytes) -> bool:
    return any(b'"%s"' % key.encode() in begin for key in (*ADDRESS, *HTML))


def _count_lines(source: Source) -> int | None:
    """Number of lines; gzipped and large files are not read for it."""
    if source.path is None or source.has_suffix((".gz",)) or source.path.stat().st_size > COUNTED:
        return None
    return lines_with_content(source.path)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


@reader(
    "JSON lines",
    "JSON lines with url, html (or content, raw_html) or both in each, and a ref or id; gzipped or not",
    is_json_lines,
    count=_count_lines,
)
def read_json_lines(source: Source) -> Iterator[Page]:
    """A page for each line: a live one if there is only an address. A bad line is a page with an error."""
    with source.unpacked() as file:
        for number, line in enumerate(begun_lines(file, MAX_BODY), 1):
            if line.strip():
                lack = "is too long" if len(line) >= MAX_BODY else NO_PAGE
                yield page_of_row(source, number, _parsed(line.removeprefix(BOM_UTF8)), lack)


@reader(
    "JSON array",
    "a JSON array of such objects",
    lambda source: source.has_bytes and _ARRAY.match(source.head) is not None and _names_page(source.head),
    count=None,
)
def read_json_array(source: Source) -> Iterator[Page]:
    """A page for each object, as of JSON lines. Raises OSError, PageError: as ``Source.json``."""
    for number, row in enumerate(source.json(), 1):
        yield page_of_row(source, number, row, NO_PAGE)


def _batches(source: Source) -> Iterator[Any]:
    with pyarrow().parquet.ParquetFile(source.path, memory_map=True, pre_buffer=False) as table:
        columns = [name for name in table.schema_arrow.names if name.lower() in NAMES]
        if not columns:
            raise PageError("input/unreadable", f"{source.ref} has no column url, html, content or raw_html")
        yield from table.iter_batches(batch_size=BATCH, columns=columns, use_threads=False)


def _count_rows(source: Source) -> int:
    """Number of rows according to the file."""
    try:
        return int(pyarrow().parquet.read_metadata(source.path).num_rows)
    except pyarrow().ArrowException:
        return 1


@reader(
    "Parquet",
    "a table in Parquet with columns url, html (or content, raw_html) or both, and a ref or id",
    lambda source: source.path is not None and not source.is_folder and source.raw_head.startswith(PARQUET_MARK),
    count=_count_rows,
)
def read_parquet(source: Source) -> Iterator[Page]:
    """A page for each row, lazily: a live one if there is only an address. A bad row is a page with an error.

    Only the columns that describe a page are read. Raises OSError, PageError: ``input/unreadable``, it is damaged, or
    has no such columns; EnvironmentMissing: pyarrow is not installed.
    """
    number, invalid = 0, pyarrow().ArrowException
    try:
        for batch in _batches(source):
            for row in batch.to_pylist():
                number += 1
                named = {name.lower(): value for name, value in row.items()}
                yield page_of_row(source, number, named, "has no page")
    except (invalid, ValueError, OSError) as error:
        raise PageError("input/unreadable", f"{source.ref} is damaged after row {number}: {error}"[:300]) from error
