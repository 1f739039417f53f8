"""Decides the outcome of each opened address, independently of networks and engines."""

from dataclasses import replace

from iawce.data.labels import PageType
from iawce.data.network.address import parse_address
from iawce.data.outcomes import Status
from iawce.data.run_folder.input import Input, input_id
from iawce.data.sources.xml_entries import XmlEntry
from iawce.extract.crawl.frontier import SITEMAP, Frontier
from iawce.extract.crawl.lessons import SeenPage, text_key
from iawce.extract.crawl.page_links import FoundLink, LinkKind
from iawce.extract.crawl.same_page import SAME, other_row_of
from iawce.extract.crawl.sitemaps import MOST_LEVELS
from iawce.extract.crawl.stages import CrawledPage
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.canonical import canonical_address, is_spelling_of

FOLLOWED = PageType.LIST
"""The type of pages that are followed; all others are extracted for their content."""
FORBIDDEN = "blocked/robots"
"""Reason of pages forbidden by robots.txt, which have a row only if the user named them."""


class Crawl:
    """One crawl.

    Args:
        frontier: the addresses still to be opened.
    """

    def __init__(self, frontier: Frontier) -> None:
        self.frontier = frontier

    def take_in(self, input: Input, page: CrawledPage) -> Extraction | None:
        """Store the links of a page; returns its row, or None if it belongs to another address."""
        frontier, row = self.frontier, page.row
        is_lost = row.status == Status.FAILURE
        if input.depth and row.reason == FORBIDDEN:
            self.leave_out(input, FORBIDDEN)
            return None
        twin = self._twin(input, row)
        if reason := twin or other_row_of(input, row, frontier.state, frontier.settings.scope):
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
        if input.depth < MOST_LEVELS:
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
        if _query(input.url) != _query(other):  # only its extracted content may be the same
            return ""
        self.frontier.lessons.index_files.see(input.url, other)
        return f"{SAME}{input_id(other, other)}"


def _query(url: str) -> str:
    found = parse_address(url)
    return found.search if found else ""
