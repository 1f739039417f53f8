"""Tables of pages as text: comma, semicolon or tab between the values (CSV, RFC 4180)."""

import csv
import io
from collections.abc import Iterator, Mapping

from iawce.data.errors import PageError
from iawce.data.html.decode import decode
from iawce.data.html.read import MAX_BODY
from iawce.data.page import Page
from iawce.data.quantity import quantity
from iawce.data.sources import READERS
from iawce.data.sources.page_row import ADDRESS, HTML, NAMES, bad_row, has_page, page_of_row
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source, is_address

DELIMITERS = ",;\t"
LONGEST_HEADER = 4000
"""Characters of the header line that are read."""


def read_csv(source: Source) -> Iterator[Page]:
    """A page for each row, lazily: a live one if there is only an address. A bad row is a page with an error.

    Raises:
        OSError, PageError: the rest of the table cannot be read.
    """
    encoding, (names, delimiter) = _encoding(source), _header(source)
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
        except csv.Error as error:
            raise PageError("input/unreadable", f"{source.ref} cannot be read after row {number}: {error}") from error


def is_csv(source: Source) -> bool:
    """Whether the first line is a header with a column of addresses or of HTML.

    A single column is a table if an address follows; ``content`` alone may be a word of a text.
    """
    if source.is_address or source.is_folder or source.kind not in ("text", "html"):
        return False
    names, _ = _header(source)
    if len(names) == 1:
        second = source.head.splitlines()[1:2]
        return names[0] in ADDRESS and bool(second) and is_address(second[0].decode("utf-8", "replace").strip('" '))
    return all(names) and not {*ADDRESS, *HTML[::2]}.isdisjoint(names)


def _page(source: Source, number: int, values: list[str], names: list[str]) -> Page:
    if len(values) != len(names):
        return bad_row(source, number, f"has {quantity(len(values), 'value')} for {quantity(len(names), 'column')}")
    row: Mapping[str, str | None] = {
        name: value or None for name, value in zip(names, values, strict=True) if name in NAMES
    }
    return page_of_row(source, number, row) if has_page(row) else bad_row(source, number, "has neither url nor html")


def _next(rows: "Iterator[list[str]]") -> list[str] | None:
    """The next row; the limit for a value, which applies to the whole process, is restored afterwards."""
    limit = csv.field_size_limit(MAX_BODY)
    try:
        return next(rows, None)
    finally:
        csv.field_size_limit(limit)


def _header(source: Source) -> tuple[list[str], str]:
    """Names of the columns in lower case, and the delimiter."""
    lines = decode(source.head).text[:LONGEST_HEADER].splitlines() or [""]
    line = lines[0].removeprefix("\ufeff")
    delimiter = max(DELIMITERS, key=line.count)
    return [name.strip().lower() for name in next(csv.reader([line], delimiter=delimiter), [])], delimiter


def _encoding(source: Source) -> str:
    begin = source.head
    found = decode(begin[: begin.rfind(b"\n") + 1] or begin)
    return "utf-8-sig" if found.encoding == "utf-8" else found.encoding


READERS.register("CSV")(
    Reader(
        "a table as text (CSV) with columns url, html (or raw_html) or both, and a ref or id; gzipped or not",
        is_csv,
        read_csv,
        count=lambda _: None,
    )
)
