"""Addresses of pages, of any scheme: an address that the browser may not open becomes a row with the reason."""

from collections.abc import Iterator

from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source


def read_live_page(source: Source) -> Iterator[Page]:
    """One live page."""
    yield Page(source.ref, source.ref)


READERS.register("address")(
    Reader("an address, such as https://example.org/", lambda source: source.is_address, read_live_page)
)
