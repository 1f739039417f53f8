"""Tables of pages as Parquet, by pyarrow (an extra)."""

from collections.abc import Iterator
from typing import Any

from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.sinks.arrow import pyarrow
from iawce.data.sources.reader import READERS, Reader
from iawce.data.sources.source import Source
from iawce.data.sources.tables import NAMES, bad_row, has_page, page_of_row

MARK = b"PAR1"
ROWS = 32
"""Rows in memory at a time."""


def read_parquet(source: Source) -> Iterator[Page]:
    """A page for each row, lazily: a live one if there is only an address. A bad row is a page with an error.

    Only the columns that describe a page are read.

    Raises:
        OSError, PageError: ``input/unreadable``, it is damaged, or has no such columns.
        EnvironmentMissing: pyarrow is not installed.
    """
    number, invalid = 0, pyarrow().ArrowException
    try:
        for batch in _batches(source):
            for row in batch.to_pylist():
                number += 1
                named = {name.lower(): value for name, value in row.items()}
                found = has_page(named)
                yield page_of_row(source, number, named) if found else bad_row(source, number, "has no page")
    except (invalid, ValueError, OSError) as error:
        raise PageError("input/unreadable", f"{source.ref} is damaged after row {number}: {error}"[:300]) from error


def _batches(source: Source) -> Iterator[Any]:
    with pyarrow().parquet.ParquetFile(source.path, memory_map=True, pre_buffer=False) as table:
        columns = [name for name in table.schema_arrow.names if name.lower() in NAMES]
        if not columns:
            raise PageError("input/unreadable", f"{source.ref} has no column url, html, content or raw_html")
        yield from table.iter_batches(batch_size=ROWS, columns=columns, use_threads=False)


def count_rows(source: Source) -> int:
    """Number of rows according to the file."""
    try:
        return int(pyarrow().parquet.read_metadata(source.path).num_rows)
    except pyarrow().ArrowException:
        return 1


READERS.register("Parquet")(
    Reader(
        "a table in Parquet with columns url, html (or content, raw_html) or both, and a ref or id",
        lambda source: source.path is not None and not source.is_folder and source.raw_head.startswith(MARK),
        read_parquet,
        count=count_rows,
    )
)
