"""Decides the outcome of each opened address, independently of networks and engines."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document
from iawce.data.errors import PageError, Status
from iawce.data.labels import PageType
from iawce.data.limits import Deadline
from iawce.data.network.address import parse_address
from iawce.data.network.settings import OWN_AGENT
from iawce.data.page import Page
from iawce.data.run_folder.input import Input, InputState, Known, input_id
from iawce.data.sources.sitemap import XmlEntry
from iawce.extract.crawl.crawl_state import SeenPage, text_key
from iawce.extract.crawl.frontier import SAME, SITEMAP, Frontier
from iawce.extract.crawl.page_links import FoundLink, LinkKind, page_links
from iawce.extract.crawl.sitemaps import MAX_LEVELS, entries_of
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address, is_spelling_of
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.failures import failed_row, row_or_failure
from iawce.extract.pipeline.further_page import FIRST_PAGE
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.processes.page_processes import ProcessPool, row_of_reply


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """The row of a page, and its links."""

    row: Extraction
    links: tuple[FoundLink, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkExtractor:
    """Gives the row of a page and its links, which are read from one document. It can be pickled.

    ``obeys``: links that a page asks not to follow are declined. ``robot``: name by which a page means this program.
    """

    extract: DocumentExtractor
    obeys: bool = True
    robot: str = OWN_AGENT

    def __call__(self, item: Item) -> CrawledPage:
        """The row of a page, in every case.

        Raises:
            IawceError: bad usage, or something that is missing on this machine.
        """
        links: list[FoundLink] = []

        def work() -> Extraction:
            deadline, limits = Deadline(self.extract.limits.seconds), self.extract.limits
            document = item if isinstance(item, Document) else open_document(item, limits)
            row = self.extract.read(item, document, FIRST_PAGE, deadline)
            links.extend(page_links(document, row, obeys=self.obeys, robot=self.robot))
            return row

        return CrawledPage(row_or_failure(item, work), tuple(links))


class Stages(Closing):
    """Opens and extracts pages for an event loop; browser and processes start when they are needed.

    ``extractor`` is closed by its creator.
    """

    def __init__(self, extractor: Extractor) -> None:
        self._opener = extractor.opener
        network = extractor.network
        self._links = LinkExtractor(extractor.extract_document, obeys=network.robots, robot=network.robot)
        count, limits = extractor.process_count, extractor.extract_document.limits
        self._pool = ProcessPool(partial(_load, self._links), limits, count) if count else None

    def close(self) -> None:
        """End the processes."""
        if self._pool:
            self._pool.close()

    async def read(self, page: Page) -> CrawledPage:
        """Open and extract a live page; there is a row in every case.

        Raises:
            IawceError: bad usage, or something that is missing on this machine.
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
        """The entries of a sitemap or feed.

        Raises:
            PageError: it cannot be fetched, or is not one.
        """
        opening = await asyncio.to_thread(self._opener.download, page)
        return await asyncio.to_thread(entries_of, await asyncio.wrap_future(opening))

    async def named_sitemaps(self, page: Page) -> list[str]:
        """The sitemaps that the site of a page names.

        Raises: PageError: it cannot be reached.
        """
        return await asyncio.wrap_future(await asyncio.to_thread(self._opener.sitemaps, page))

    async def _in_process(self, pool: ProcessPool, item: Item) -> CrawledPage:
        reply = await asyncio.wrap_future(pool.submit(partial(pool.ask_twice, item)))
        if reply.error:
            return CrawledPage(row_of_reply(item, reply))
        row = row_of_reply(item, replace(reply, value=reply.value["row"]))
        return CrawledPage(row, tuple(FoundLink(url, LinkKind(kind), no) for url, kind, no in reply.value["links"]))


def _load(extract: LinkExtractor) -> Callable[[Item], dict[str, Any]]:
    def answer(item: Item) -> dict[str, Any]:
        found = extract(item)
        links = [(link.url, int(link.kind), link.is_declined) for link in found.links]
        return {"row": found.row.to_dict(), "links": links}

    return answer


FOLLOWED = PageType.LIST
"""The type of pages that are followed; all others are extracted for their content."""
FORBIDDEN = "blocked/robots"
"""Reason of pages forbidden by robots.txt, which have a row only if the user named them."""


class Crawl:
    """One crawl."""

    def __init__(self, frontier: Frontier) -> None:
        self.frontier = frontier

    def take_in(self, input: Input, page: CrawledPage) -> Extraction | None:
        """Store the links of a page; returns its row, or None if it belongs to another address."""
        frontier, row = self.frontier, page.row
        is_lost = row.status == Status.FAILURE
        if input.depth and row.reason == FORBIDDEN:
            self.leave_out(input, FORBIDDEN)
            return None
        if reason := self._twin(input, row) or self._other_row_of(input, row):
            self.leave_out(input, reason)
            return None
        new = frontier.add_links(page.links, input)
        is_taken = not is_lost and row.type != FOLLOWED
        frontier.lessons.keep(input, SeenPage("" if is_lost else text_key(row.text), is_taken, new))
        frontier.close(input, is_opened=True, is_lost=is_lost)
        return row

    def take_in_sitemap(self, input: Input, entries: list[XmlEntry]) -> None:
        """Queue the addresses in a sitemap or feed, which has no row itself."""
        pages = [canonical_address(entry.address) for entry in entries if not entry.is_sitemap]
        further = [canonical_address(entry.address) for entry in entries if entry.is_sitemap]
        self.frontier.add_links([FoundLink(url, LinkKind.RECORD) for url in pages if url], replace(input, depth=0))
        if input.depth < MAX_LEVELS:
            self.frontier.add_sitemaps(filter(None, further), input)
        self.leave_out(input, SITEMAP)

    def leave_out(self, input: Input, reason: str) -> None:
        """Leave out an address, without a row."""
        self.frontier.state.leave_out(input.id, reason)
        self.frontier.close(input, is_opened=False)

    def _twin(self, input: Input, row: Extraction) -> str:
        """The reason why a page needs no row: another spelling of its address gave the same text; else empty."""
        other = self.frontier.lessons.earlier_with(row.text)
        if not other or other == input.url or not is_spelling_of(input.url, other):
            return ""
        ours, theirs = parse_address(input.url), parse_address(other)
        if (ours and ours.search) != (theirs and theirs.search):  # only its extracted content may be the same
            return ""
        self.frontier.lessons.index_files.see(input.url, other)
        return f"{SAME}{input_id(other, other)}"

    def _other_row_of(self, input: Input, row: Extraction) -> str:
        """The reason why an opened page needs no row: it has one, or is outside the crawl; empty if it needs one.

        A redirect, or the address that the page claims, may lead to it; its other addresses then count as opened.
        """
        state, final = self.frontier.state, canonical_address(row.final_url) or input.url
        if input.depth and self.frontier.settings.scope.refusal(final) == "off_site":
            return "off_site"
        claimed = canonical_address(row.metadata.canonical_url)
        targets = {final, claimed} if claimed and is_spelling_of(final, claimed) else {final}
        others = {target: input_id(target, target) for target in sorted(targets - {input.url})}
        for id in others.values():
            if owner := _owner(state.find(id), input):
                return f"{SAME}{owner}"
        for target, id in others.items():
            state.add([Input(id, target, target, input.depth, input.id)])
            state.leave_out(id, f"{SAME}{input.id}")
        return ""


def _owner(known: Known | None, input: Input) -> str:
    """The input with the row of the page at an address, now or later; empty without one."""
    if known is None or known.state == InputState.QUEUED:
        return ""
    if known.state != InputState.LEFT_OUT:
        return known.input.id
    owner = known.reason.removeprefix(SAME) if known.reason.startswith(SAME) else ""
    return "" if owner == input.id else owner
