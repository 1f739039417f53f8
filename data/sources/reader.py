"""Readers of source formats by name, and the pages of the sources that the user gave.

A new format is a module that registers a ``Reader``, and a line in ``READERS``, in the order in which they are tried: a
format that could be taken for another (lines of JSON contain markup) is before that one. Modules are imported when a
source is read. A source that cannot be read is a page with an ``error``; only a missing library is raised.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.network.address import without_credentials
from iawce.data.page import Page
from iawce.data.registry import Registry
from iawce.data.snapshot import Snapshot
from iawce.data.sources.seen_addresses import SeenAddresses
from iawce.data.sources.source import Source, lacks_scheme, with_scheme

log = logging.getLogger(__name__)
Item = Page | Snapshot
Read = Callable[[Source], Iterator[Item]]
_PACKAGE = __name__.rpartition(".")[0]


def _itself(source: Source) -> Iterator[Path]:
    if source.path:
        yield source.path


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one source format; at an ``OSError`` or ``PageError``, the source becomes a page with an error."""

    help: str  # A noun phrase for help texts and ``docs/sources.md``
    accepts: Callable[[Source], bool]  # Whether a source is of the format, by its content, not by its name
    read: Read  # Gives its pages, lazily and in order
    suffixes: tuple[str, ...] = ()  # In lower case, of files that are read in folders
    is_looked_at: bool = False  # Its pages are pictures, so it is tried only if screenshots are read
    count: int | Callable[[Source], int | None] | None = 1  # Of pages; None if it is not known without reading
    files: Callable[[Source], Iterator[Path]] = _itself  # Of a source that it reads


def reader(name: str, help: str, accepts: Callable[[Source], bool], *about: Any, **more: Any) -> Callable[[Read], Read]:
    """Decorator of what reads the pages of a source format; the arguments are those of ``Reader``."""

    def add(read: Read) -> Read:
        READERS.register(name)(Reader(help, accepts, read, *about, **more))
        return read

    return add


READERS: Registry[Reader] = Registry(
    "source format",
    {
        name: f"{_PACKAGE}.{module}"
        for name, module in (
            ("address", "address_list"),
            ("pattern", "folder"),
            ("snapshot", "folder"),
            ("corpus", "folder"),
            ("folder", "folder"),
            ("WARC", "archives"),
            ("ARC", "archives"),
            ("screenshot", "folder"),
            ("web archive", "saved_by_browsers"),
            ("sitemap", "sitemap"),
            ("HAR", "saved_by_browsers"),
            ("Parquet", "tables"),
            ("JSON lines", "tables"),
            ("CSV", "tables"),
            ("address list", "address_list"),
            ("HTML file", "saved_by_browsers"),
            ("HTML on stdin", "saved_by_browsers"),
        )
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


def _find_reader(source: Source) -> Reader | None:
    return next((reader for reader in readers(screenshots=source.screenshots).values() if reader.accepts(source)), None)


def read_sources(sources: Iterable[str], base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of all sources (addresses, paths, ``-``) in order; repeated addresses and files are read once.

    ``base_url`` is the address that saved HTML had on the web. If ``screenshots`` are wanted, pictures and corpora of
    pictures are read, too; the ``ref`` of a corpus page is its id.
    """
    with closing(SeenAddresses()) as seen:
        for source in sources:
            for page in read_source(source, base_url, screenshots=screenshots):
                if not (key := _key_of(page)) or seen.add(key):
                    yield page
                    seen.add(_secret_key(key, page))
                elif seen.add(_secret_key(key, page)):
                    why = "it was given before, with other credentials: each needs a command of its own"
                    yield Page(page.ref, error="input/other_credentials", message=why)


def _key_of(page: Item) -> str:
    """What a live page or a file is known by; empty for others, of which several may have the same name."""
    if not isinstance(page, Page) or page.error:
        return ""
    return page.url if page.is_live else f"{page.ref}\0{page.url}" if page.folder else ""


def _secret_key(key: str, page: Item) -> str:
    """The same with the credentials, of which only a hash is kept."""
    secret = page.credentials if isinstance(page, Page) else None
    return f"{key}\0{secret.user}\0{secret.password}" if secret else f"{key}\0"


def count_pages(sources: Iterable[str], *, screenshots: bool = False) -> int | None:
    """Approximate number of pages in the sources: repeated addresses count each time. None if unknown."""
    return total(count_in(Source.parse(source, screenshots=screenshots)) for source in sources)


def total(counts: Iterable[int | None]) -> int | None:
    """The sum; None if one is unknown."""
    found = list(counts)
    return None if None in found else sum(count or 0 for count in found)


def count_in(source: Source) -> int | None:
    """The same for one source; an unreadable one is one page, with an error."""
    if source.is_stdin:
        return None
    try:
        reader = _find_reader(source)
        count = reader.count if reader else 1
        return count(source) if callable(count) else count
    except (OSError, ValueError, PageError):
        return 1


def files_in(source: Source) -> Iterator[Path]:
    """The files of a source that are read; none for standard input, addresses and unreadable sources."""
    if source.path is None:
        return
    with suppress(OSError, ValueError, PageError):
        reader = _find_reader(source)
        yield from reader.files(source) if reader else (source.path,)


def read_source(source: str, base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of one source, described as for ``read_sources``."""
    return read_pages(Source.parse(source, base_url, screenshots=screenshots))


def read_pages(source: Source) -> Iterator[Item]:
    """Pages of a source that was given or found; one of an unknown format is a page: opening it gives the reason."""
    try:
        reader = _find_reader(source)
        yield from reader.read(source) if reader else (source.page(),)
    except PageError as error:
        yield source.failed(error.reason, error.message)
    except (OSError, ValueError) as error:  # a path with a zero byte is a ValueError
        yield _not_read(source, error)
    except EnvironmentMissing:  # the library of this format is missing; no other source of it could be read
        raise
    except Exception as error:
        log.exception("%s: a defect in a reader", without_credentials(source.ref))
        yield source.failed(f"internal/{type(error).__name__}", str(error))


def _not_read(source: Source, error: Exception) -> Page:
    """A page with the reason why there is none, and a suggestion."""
    if source.ref.lstrip().startswith("<"):
        return source.failed("input/markup", "HTML is no source: write it to a file, or pipe it in and name -")
    if not isinstance(error, FileNotFoundError):
        return source.failed("input/unreadable", getattr(error, "strerror", None) or str(error))
    if lacks_scheme(source.ref):
        return source.failed("input/no_scheme", f"no such file; did you mean {with_scheme(source.ref)} ?")
    return source.failed("input/not_found", "there is no such file or folder")
