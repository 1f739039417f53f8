"""Sitemaps and feeds as seeds: how they are recognised, and the addresses that they name."""

import re
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from iawce.data.dom.read import decode
from iawce.data.errors import PageError
from iawce.data.network.address import is_web, join, parse_address
from iawce.data.page import Page
from iawce.data.sources.sitemap import XmlEntry, is_sitemap, sitemap_entries
from iawce.data.sources.source import Source

MAX_ENTRIES = 50_000
"""Most entries of one file, as allowed by sitemaps.org."""
MAX_TEXT = 50 << 20
"""Most bytes of a sitemap that is a text, likewise."""
MAX_LEVELS = 5
"""Most levels of sitemaps in sitemaps."""
NAME = re.compile(r"(?:.*\.(?:xml|rss|atom|rdf)(?:\.gz)?|sitemap[^/]*\.(?:gz|txt|json)|feed|rss|atom|feed\.json)", re.I)


def is_sitemap_address(url: str) -> bool:
    """Whether a seed names a sitemap or a feed, by the end of its path."""
    found = parse_address(url)
    return bool(found and NAME.fullmatch(found.pathname.rstrip("/").rpartition("/")[2]))


def entries_of(page: Page) -> list[XmlEntry]:
    """Entries with absolute addresses. PageError ``input/unreadable``: it is none, or damaged before the first."""
    body = page.body
    assert isinstance(body, bytes)  # noqa: S101 - of a page that was downloaded
    base, found = page.final_url or page.url, list[XmlEntry]()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sitemap"
        file.write_bytes(body)
        source = Source(page.url, file)
        try:
            entries = sitemap_entries(source) if is_sitemap(source) else _lines(source)
            for entry in islice(entries, MAX_ENTRIES):
                found.append(XmlEntry(join(base, entry.address), entry.is_sitemap))
        except (OSError, ValueError) as error:
            if not found:
                raise PageError("input/unreadable", str(error)) from error
    return found


def _lines(source: Source) -> Iterator[XmlEntry]:
    """The entries of a sitemap that is a text, an address of the web a line."""
    with source.unpacked() as file:
        lines = [line.strip() for line in decode(file.read(MAX_TEXT)).text.splitlines()]
    addresses = [line for line in lines if is_web(line)]
    if not addresses or 2 * len(addresses) < len(list(filter(None, lines))):
        raise PageError("input/unreadable", f"{source.ref} is no sitemap and no feed")
    return map(XmlEntry, addresses)
