"""Turns the sources that the user gave into pages.

Nothing raises: a source that cannot be read is a page with an ``error``. Only a missing library of a format is an
exception.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.network.address import without_credentials
from iawce.data.page import Page
from iawce.data.sources.reader import Item, find_reader
from iawce.data.sources.seen_addresses import SeenAddresses
from iawce.data.sources.source import Source, lacks_scheme, with_scheme

log = logging.getLogger(__name__)


def read_sources(sources: Iterable[str], base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of all sources in order; repeated addresses and files are read once.

    Args:
        sources: addresses, paths, or ``-`` for standard input.
        base_url: address that saved HTML had on the web.
        screenshots: whether pictures and corpora of pictures are read, too; the ``ref`` of a corpus page is its id.
    """
    with closing(SeenAddresses()) as seen:
        for source in sources:
            for page in read_source(source, base_url, screenshots=screenshots):
                if not (key := _key_of(page)) or seen.add(key):
                    yield page


def _key_of(page: Item) -> str:
    """What a live page or a file is known by; empty for others, of which several may have the same name."""
    if not isinstance(page, Page) or page.error:
        return ""
    return page.url if page.is_live else f"{page.ref}\0{page.url}" if page.folder else ""


def count_pages(sources: Iterable[str], *, screenshots: bool = False) -> int | None:
    """Approximate number of pages in the sources: repeated addresses count each time. None if unknown."""
    counts = [count_in(Source.parse(source, screenshots=screenshots)) for source in sources]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def count_in(source: Source) -> int | None:
    """The same for one source; an unreadable one is one page, with an error."""
    if source.is_stdin:
        return None
    try:
        reader = find_reader(source)
        return reader.count(source) if reader else 1
    except (OSError, ValueError, PageError):
        return 1


def files_in(source: Source) -> Iterator[Path]:
    """The files of a source that are read; none for standard input, addresses and unreadable sources."""
    if source.path is None:
        return
    with suppress(OSError, ValueError, PageError):
        reader = find_reader(source)
        yield from reader.files(source) if reader else (source.path,)


def read_source(source: str, base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of one source, described as for ``read_sources``."""
    return read_pages(Source.parse(source, base_url, screenshots=screenshots))


def read_pages(source: Source) -> Iterator[Item]:
    """Pages of a source that was given or found in a folder.

    A source of an unknown format is passed on as a page; opening it gives the reason.
    """
    try:
        reader = find_reader(source)
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
