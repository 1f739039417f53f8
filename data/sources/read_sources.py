"""Turns the sources that the user gave into pages.

Nothing raises: a source that cannot be read is a page with an ``error``. But a library of a format may be missing.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.network.address import without_credentials
from iawce.data.page import Page
from iawce.data.sources.missing_scheme import lacks_scheme
from iawce.data.sources.reader import Item, find_reader
from iawce.data.sources.seen_addresses import SeenAddresses
from iawce.data.sources.source import Source

log = logging.getLogger(__name__)


def read_sources(sources: Iterable[str], base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of all sources in order; an address that comes twice is taken once.

    Args:
        sources: addresses, paths, or ``-`` for standard input.
        base_url: address that saved HTML had on the web.
        screenshots: whether pictures and corpora of pictures are wanted too; the ``ref`` of a corpus page is its id.
    """
    with closing(SeenAddresses()) as seen:
        for source in sources:
            for page in read_source(source, base_url, screenshots=screenshots):
                if not _is_address(page) or seen.add(page.url):
                    yield page


def _is_address(page: Item) -> bool:
    return isinstance(page, Page) and page.is_live and not page.error


def count_pages(sources: Iterable[str], *, screenshots: bool = False) -> int | None:
    """About how many pages the sources have: addresses that come twice count twice. None if nobody knows."""
    counts = [count_in(Source.parse(source, screenshots=screenshots)) for source in sources]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def count_in(source: Source) -> int | None:
    """The same for one source; what cannot be read is one page, with an error."""
    if source.is_stdin:
        return None
    try:
        reader = find_reader(source)
        return reader.count(source) if reader else 1
    except (OSError, ValueError, PageError):
        return 1


def files_in(source: Source) -> Iterator[Path]:
    """The files that are read of a source; none of standard input, of an address and of what cannot be read."""
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

    What no reader knows is a page as it is, for whoever opens it to say what it is instead.
    """
    try:
        reader = find_reader(source)
        yield from reader.read(source) if reader else (source.page(),)
    except PageError as error:
        yield source.failed(error.reason, error.message)
    except (OSError, ValueError) as error:  # a path with a zero byte is a ValueError
        yield _not_read(source, error)
    except EnvironmentMissing:  # of a library that reads this format; no other source of it could be read
        raise
    except Exception as error:
        log.exception("%s: a defect in a reader", without_credentials(source.ref))
        yield source.failed(f"internal/{type(error).__name__}", str(error))


def _not_read(source: Source, error: Exception) -> Page:
    """A page that says why there is none, and what the user may have meant."""
    if source.ref.lstrip().startswith("<"):
        return source.failed("input/markup", "HTML is no source: write it to a file, or pipe it in and name -")
    if not isinstance(error, FileNotFoundError):
        return source.failed("input/unreadable", getattr(error, "strerror", None) or str(error))
    if lacks_scheme(source.ref):
        return source.failed("input/no_scheme", f"no such file; did you mean https://{source.ref} ?")
    return source.failed("input/not_found", "there is no such file or folder")
