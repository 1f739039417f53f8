"""The interface of the readers of source formats, and the formats by name.

A new format is a module beside these that registers a ``Reader``, and one line in ``READERS``. Readers are tried in
this order, then those registered later, and the first that accepts a source reads it; a format whose files could be
confused with another (lines of JSON contain markup) is before that one. Modules are imported when a source is read or
help is printed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iawce.data.page import Page
from iawce.data.registry import Registry
from iawce.data.snapshot import Snapshot
from iawce.data.sources.source import Source

Item = Page | Snapshot


def _itself(source: Source) -> Iterator[Path]:
    if source.path:
        yield source.path


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one source format.

    ``accepts`` decides whether a source is of the format, by its content, not by its name. ``read`` gives its pages,
    lazily and in order. Both may raise ``OSError`` and ``PageError``: the source becomes a page with an error. ``help``
    is a noun phrase for help texts and ``docs/sources.md``. ``suffixes``, in lower case, are those of files that are
    read in folders. ``is_looked_at``: its pages are pictures, so it is tried only if screenshots are read. ``count``
    gives the number of pages of a source if that is faster than reading them, else None. ``files`` are those of a
    source that it reads.
    """

    help: str
    accepts: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Item]]
    suffixes: tuple[str, ...] = ()
    is_looked_at: bool = False
    count: Callable[[Source], int | None] = lambda _: 1
    files: Callable[[Source], Iterator[Path]] = _itself


READERS: Registry[Reader] = Registry(
    "source format",
    {
        "address": "iawce.data.sources.address_list",
        "pattern": "iawce.data.sources.folder",
        "snapshot": "iawce.data.sources.folder",
        "corpus": "iawce.data.sources.corpus",
        "folder": "iawce.data.sources.folder",
        "WARC": "iawce.data.sources.warc",
        "ARC": "iawce.data.sources.arc",
        "screenshot": "iawce.data.sources.corpus",
        "web archive": "iawce.data.sources.mhtml",
        "sitemap": "iawce.data.sources.sitemap",
        "HAR": "iawce.data.sources.har",
        "Parquet": "iawce.data.sources.parquet_table",
        "JSON lines": "iawce.data.sources.tables",
        "CSV": "iawce.data.sources.tables",
        "address list": "iawce.data.sources.address_list",
        "HTML file": "iawce.data.sources.html_file",
        "HTML on stdin": "iawce.data.sources.html_file",
    },
)


def all_files(source: Source) -> Iterator[Path]:
    """Every file of a folder that is read completely."""
    if source.path:
        yield from (path for path in source.path.rglob("*") if path.is_file())


def readers(*, screenshots: bool = False) -> dict[str, Reader]:
    """Readers by name, in the order in which they are tried; those of screenshots only on request."""
    known = {name: READERS[name] for name in READERS}
    return {name: reader for name, reader in known.items() if screenshots or not reader.is_looked_at}


def find_reader(source: Source) -> Reader | None:
    """The first reader that accepts the source.

    Raises:
        OSError, PageError: the source cannot be read.
    """
    return next((reader for reader in readers(screenshots=source.screenshots).values() if reader.accepts(source)), None)
