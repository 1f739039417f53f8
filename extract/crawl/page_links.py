"""The links of a page that a crawl may follow, each with its role on the page."""

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice
from pathlib import Path

from iawce.data.document import Document
from iawce.data.dom.read import decode
from iawce.data.dom.tags import HEADINGS
from iawce.data.errors import PageError
from iawce.data.network.address import is_web, join, parse_address, web_address
from iawce.data.network.robots import robots_requests
from iawce.data.network.settings import OWN_AGENT
from iawce.data.page import Page
from iawce.data.sources.sitemap import XmlEntry, is_sitemap, sitemap_entries
from iawce.data.sources.source import Source
from iawce.extract.metadata.pagination import Further, is_further_page
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address

MAX_COUNT = 5000  # Most links of a page that are examined
MENUS = ("nav", "header", "footer", "aside", "form")  # Elements that mostly contain menus
MAX_ENTRIES = 50_000  # Most entries of one file, as allowed by sitemaps.org
MAX_TEXT = 50 << 20  # Most bytes of a sitemap that is a text, likewise
MAX_LEVELS = 5  # Most levels of sitemaps in sitemaps
NAME = re.compile(r"(?:.*\.(?:xml|rss|atom|rdf)(?:\.gz)?|sitemap[^/]*\.(?:gz|txt|json)|feed|rss|atom|feed\.json)", re.I)


class LinkKind(IntEnum):
    """Role of a link on its page; those with larger values are opened first."""

    MENU = 0
    CONTENT = 1
    RECORD = 2
    NEXT = 3


@dataclass(frozen=True, slots=True)
class FoundLink:
    """An address in canonical form, and the role of its link; ``is_declined``: the page asks not to follow it."""

    url: str
    kind: LinkKind
    is_declined: bool = False


def page_links(document: Document, row: Extraction, *, obeys: bool = True, robot: str = OWN_AGENT) -> list[FoundLink]:
    """All addresses that a page links to, each once, with its most important role; those of next pages first.

    Who ``obeys`` declines those that the page asks not to follow (``rel=nofollow``, ``<meta name=robots
    content=nofollow>``, ``X-Robots-Tag: nofollow`` for the ``robot``), unless another link names them without that.
    """
    texts = (*document.meta_tags.all("robots"), robots_requests(document.robots_tag, robot)) if obeys else ()
    declines_all = any(word.strip() in ("nofollow", "none") for text in texts for word in text.lower().split(","))
    here, found = canonical_address(document.url), dict[str, FoundLink]()
    for url, kind, is_declined in _links(document, row):
        if url and url != here:
            link = FoundLink(url, kind, declines_all or (obeys and is_declined))
            found[url] = max(link, found.get(url, link), key=lambda one: (not one.is_declined, one.kind))
    return sorted(found.values(), key=lambda link: -link.kind)


def _links(document: Document, row: Extraction) -> Iterator[tuple[str, LinkKind, bool]]:
    """Address and role of each link, and whether it is marked as one not to follow."""
    index, base = document.index, document.base_url
    yield canonical_address(row.metadata.next_page), LinkKind.NEXT, False
    records = _of_records(row)
    in_menus, in_headings = index.inside(index.tagged(*MENUS)), index.inside(index.tagged(*HEADINGS))
    for number in index.tagged("a", "area", "frame")[:MAX_COUNT]:
        given = index.attributes.given[number]
        if "download" in given:
            continue
        url = canonical_address(web_address(base, given.get("src" if index.tags[number] == "frame" else "href", "")))
        kind = LinkKind.MENU if in_menus[number] else LinkKind.CONTENT
        if url in records or in_headings[number]:
            kind = LinkKind.RECORD
        elif is_further_page(document.url, url) is Further.YES and row.type == "list":
            kind = LinkKind.NEXT
        yield url, kind, "nofollow" in given.get("rel", "").lower().split()


def _of_records(row: Extraction) -> frozenset[str]:
    """The addresses of the records' own pages: of the titles, or of the first field that has a link."""
    found = set[str]()
    for record in row.records:
        linked = {name: field.link for name, field in record.fields.items() if field is not None and field.link}
        own = next((linked[name] for name in ("title", "link") if name in linked), next(iter(linked.values()), ""))
        found.add(canonical_address(own))
    return frozenset(found - {""})


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
