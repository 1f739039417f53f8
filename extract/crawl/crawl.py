"""Opens and extracts the pages of a crawl."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import msgspec

from iawce.data.closing import Closing
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.sources.sitemap import XmlEntry
from iawce.extract.crawl.page_links import FoundLink, entries_of, page_links
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.document_extractor import DocumentExtractor, failed_row
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.processes.page_processes import ProcessPool, row_of_reply


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """The row of a page, and its links."""

    row: Extraction
    links: tuple[FoundLink, ...] = ()


def read_crawled(item: Item, extract: DocumentExtractor, *, obeys: bool, robot: str) -> CrawledPage:
    """Row and links of a page from one document, in every case; arguments as of ``page_links``.

    Raises IawceError: bad usage, or something missing on this machine.
    """
    links: list[FoundLink] = []

    def look(document: Document, row: Extraction) -> None:
        links.extend(page_links(document, row, obeys=obeys, robot=robot))

    return CrawledPage(extract(item, look=look), tuple(links))


class Stages(Closing):
    """Opens and extracts for an event loop, starting what is needed; the creator closes ``extractor``."""

    def __init__(self, extractor: Extractor) -> None:
        self._opener = extractor.opener
        network, extract, count = extractor.network, extractor.extract_document, extractor.process_count
        self._links = partial(read_crawled, extract=extract, obeys=network.robots, robot=network.robot)
        self._pool = ProcessPool(partial(_load, self._links), extract.limits, count) if count else None

    def close(self) -> None:
        """End the processes."""
        if self._pool:
            self._pool.close()

    async def read(self, page: Page) -> CrawledPage:
        """Open and extract a live page; there is a row in every case.

        Raises IawceError: bad usage, or something that is missing on this machine.
        """
        opening = await asyncio.to_thread(self._opener.start, page)
        try:
            if opening:
                await asyncio.wrap_future(cast("Future[Any]", opening))
            item, folder = await asyncio.to_thread(self._opener.finish, page, opening)
        except PageError as error:
            return CrawledPage(failed_row(page, error))
        found = await (self._in_process(self._pool, item) if self._pool else asyncio.to_thread(self._links, item))
        return replace(found, row=replace(found.row, snapshot=folder))

    async def sitemap(self, page: Page) -> list[XmlEntry]:
        """The entries of a sitemap or feed. Raises PageError: it cannot be fetched, or is not one."""
        opening = await asyncio.to_thread(lambda: self._opener.renderer().download(page))
        return await asyncio.to_thread(entries_of, await asyncio.wrap_future(opening))

    async def named_sitemaps(self, page: Page) -> list[str]:
        """The sitemaps that the site of a page names. Raises PageError: it cannot be reached."""
        return await asyncio.wrap_future(await asyncio.to_thread(lambda: self._opener.renderer().sitemaps(page)))

    async def _in_process(self, pool: ProcessPool, item: Item) -> CrawledPage:
        reply = await asyncio.wrap_future(pool.submit(partial(pool.ask_twice, item)))
        if reply.error:
            return CrawledPage(row_of_reply(item, reply))
        row = row_of_reply(item, replace(reply, value=reply.value["row"]))
        return CrawledPage(row, msgspec.convert(reply.value["links"], tuple[FoundLink, ...]))


def _load(extract: Callable[[Item], CrawledPage]) -> Callable[[Item], dict[str, Any]]:
    def answer(item: Item) -> dict[str, Any]:
        found = extract(item)
        return {"row": found.row.to_dict(), "links": msgspec.to_builtins(found.links)}

    return answer
