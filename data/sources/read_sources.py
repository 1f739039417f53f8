"""Turns the sources that the user gave into pages.

Nothing raises: a source that cannot be read is a page with an ``error``.
"""

import logging
from collections.abc import Iterable, Iterator

from iawce.data.errors import PageError
from iawce.data.network.address import split_credentials
from iawce.data.page import Page
from iawce.data.sources.reader import Item, find_reader
from iawce.data.sources.source import Source

log = logging.getLogger(__name__)


def read_sources(sources: Iterable[str], base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of all sources in order; an address that comes twice is taken once.

    Args:
        sources: addresses, paths, or ``-`` for standard input.
        base_url: address that saved HTML had on the web.
        screenshots: whether pictures and corpora of pictures are wanted too; the ``ref`` of a corpus page is its id.
    """
    seen: set[str] = set()
    for source in sources:
        for page in read_source(source, base_url, screenshots=screenshots):
            if isinstance(page, Page) and page.is_live and not page.error:
                if page.url in seen:
                    continue
                seen.add(page.url)
            yield page


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
        yield Page(source.ref, error=error.reason)
    except FileNotFoundError:
        yield Page(source.ref, error="input/not_found")
    except (OSError, ValueError):  # a path with a zero byte is a ValueError
        yield Page(source.ref, error="input/unreadable")
    except Exception as error:
        log.exception("%s: a defect in a reader", split_credentials(source.ref)[0])
        yield Page(source.ref, error=f"internal/{type(error).__name__}")
