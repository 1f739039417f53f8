"""Sitemaps and feeds as seeds: how they are recognised, and the addresses that they name."""

import re
import tempfile
from itertools import islice
from pathlib import Path

from iawce.data.errors import PageError
from iawce.data.network.address import join, parse_address
from iawce.data.page import Page
from iawce.data.sources.sitemap import XmlEntry, is_sitemap, sitemap_entries
from iawce.data.sources.source import Source

MAX_ENTRIES = 50_000
"""Most entries of one file, as allowed by sitemaps.org."""
MAX_LEVELS = 5
"""Most levels of sitemaps in sitemaps."""
NAME = re.compile(r"(?:.*\.(?:xml|rss|atom|rdf)(?:\.gz)?|sitemap[^/]*\.(?:gz|txt|json)|feed|rss|atom|feed\.json)", re.I)


def is_sitemap_address(url: str) -> bool:
    """Whether a seed names a sitemap or a feed, by the end of its path."""
    found = parse_address(url)
    return bool(found and NAME.fullmatch(found.pathname.rstrip("/").rpartition("/")[2]))


def entries_of(page: Page) -> list[XmlEntry]:
    """The entries of a sitemap or feed that was downloaded, with absolute addresses.

    Raises PageError: ``input/unreadable``: it is not one, or damaged before the first entry.
    """
    body = page.body
    assert isinstance(body, bytes)  # noqa: S101 - of a page that was downloaded
    base, found = page.final_url or page.url, list[XmlEntry]()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sitemap"
        file.write_bytes(body)
        source = Source(page.url, file)
        try:
            if not is_sitemap(source):
                raise PageError("input/unreadable", f"{page.url} is no sitemap and no feed")
            for entry in islice(sitemap_entries(source), MAX_ENTRIES):
                found.append(XmlEntry(join(base, entry.address), entry.is_sitemap))
        except (OSError, ValueError) as error:
            if not found:
                raise PageError("input/unreadable", str(error)) from error
    return found
