"""Runs a crawl in a thread, and yields its rows; pauses and robots.txt are ours (``host_scheduler``)."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Any

from scrapy import Request, Spider
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.http import Response

from iawce.data.errors import IawceError, PageError
from iawce.data.page import Page
from iawce.data.run_folder.input import Input
from iawce.data.run_folder.run_state import RunState
from iawce.extract.crawl.crawl import Stages
from iawce.extract.crawl.frontier import KIND, PAGE, SITEMAP, Frontier, new_input
from iawce.extract.crawl.page_links import is_sitemap_address
from iawce.extract.crawl.scope import CrawlSettings, crawled_site
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address
from iawce.extract.pipeline.extractor import Extractor

INPUT, OPENED = "input", "opened"
"""Keys of the input in a request, and of what was read: a ``CrawledPage``, the entries of a sitemap, or its error."""
SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "SCHEDULER": "iawce.extract.crawl.run_crawl.FrontierScheduler",
    "DOWNLOAD_HANDLERS": dict.fromkeys(("data", "file", "ftp", "s3"))
    | dict.fromkeys(("http", "https"), "iawce.extract.crawl.run_crawl.StagesHandler"),
    "DOWNLOADER_MIDDLEWARES_BASE": {"scrapy.downloadermiddlewares.stats.DownloaderStats": 850},
    "SPIDER_MIDDLEWARES_BASE": {},
    "EXTENSIONS_BASE": {"scrapy.extensions.corestats.CoreStats": 0},
    "DOWNLOAD_DELAY": 0,
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
}
ADDED = "crawl.sitemaps"  # Name of the note that the sitemaps of the sites are in the frontier


class CrawlSpider(Spider):
    """Hands each page to the crawl; ``emit`` receives each row, or the error that ends the crawl."""

    name = "iawce"  # without ``start_urls``, as the seeds are in the frontier

    def __init__(
        self, frontier: Frontier, stages: Stages, emit: Callable[[Extraction | Exception], None], **options: Any
    ) -> None:
        super().__init__(**options)
        self.frontier, self.stages, self.emit, self.is_over = frontier, stages, emit, False

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Pass the page to the crawl; an unexpected error ends it."""
        input, opened = response.meta[INPUT], response.meta[OPENED]
        try:
            if isinstance(opened, PageError):
                self.frontier.leave_out(input, f"{SITEMAP}/{opened.reason}")
            elif input.data.get(KIND) == SITEMAP:
                self.frontier.take_in_sitemap(input, opened)
            elif row := self.frontier.take_in(input, opened.row, opened.links):
                self.emit(row)
        except Exception as error:  # noqa: BLE001 - Scrapy would write it into its log and continue
            self.give_up(error)
        return iter(())

    def give_up(self, error: Exception) -> None:
        """End the crawl after an error that is not of a page."""
        self.is_over = True
        self.emit(error)


class FrontierScheduler(BaseScheduler):
    """Scrapy's scheduler, which takes requests from the frontier."""

    def open(self, spider: Spider) -> None:
        """Begin to schedule a crawl."""
        assert isinstance(spider, CrawlSpider)  # noqa: S101 - we start no other
        self._spider = spider

    def has_pending_requests(self) -> bool:
        """Whether anything is still to be opened."""
        return not self._spider.is_over and self._spider.frontier.has_pending

    def enqueue_request(self, request: Request) -> bool:  # noqa: ARG002
        """Ignored: all requests come from the frontier."""
        return False

    def next_request(self) -> Request | None:
        """The next address whose host is available."""
        if self._spider.is_over:
            return None
        try:
            input = self._spider.frontier.next()
        except Exception as error:  # noqa: BLE001 - as in ``parse``
            self._spider.give_up(error)
            return None
        return Request(input.url, meta={INPUT: input}, dont_filter=True) if input else None


class StagesHandler(BaseDownloadHandler):
    """Scrapy's download handler: renders or fetches a page as every command does, and extracts it."""

    async def download_request(self, request: Request) -> Response:
        """An answer whose request carries what was read."""
        spider = self.crawler.spider
        assert isinstance(spider, CrawlSpider)  # noqa: S101 - we start no other
        input: Input = request.meta[INPUT]
        page = Page(input.ref, input.url, is_followed=bool(input.parent))
        opened: Any
        try:
            is_sitemap = input.data.get(KIND) == SITEMAP
            opened = await (spider.stages.sitemap(page) if is_sitemap else spider.stages.read(page))
        except PageError as error:
            opened = error
        except IawceError as error:
            spider.give_up(error)
            raise
        request.meta[OPENED] = opened
        return Response(request.url, request=request)


def seed_inputs(urls: Iterable[str]) -> list[Input]:
    """The inputs of addresses that a user names: pages, or sitemaps and feeds, known by their names."""
    found = [canonical_address(url) for url in urls]
    return [new_input(url, SITEMAP if is_sitemap_address(url) else PAGE) for url in dict.fromkeys(found) if url]


class RunningCrawl:
    """A crawl in a thread until ``close``; the scope of ``settings`` has the sites of the ``seed_inputs``."""

    def __init__(self, state: RunState, extractor: Extractor, settings: CrawlSettings, seeds: Iterable[Input]) -> None:
        self._settings, self._seeds, self._stages = settings, list(seeds), Stages(extractor)
        self.frontier = Frontier(state, settings, extractor.network.politeness, extractor.workers)
        self.frontier.add_seeds(self._seeds)
        self._done = SimpleQueue[Extraction | Exception | None]()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._work, name="crawl", daemon=True)

    def rows(self) -> Iterator[Extraction]:
        """The row of each page as soon as it is finished and its links are stored.

        Raises IawceError: something is missing on this machine; OSError: the state cannot be written.
        """
        self._thread.start()
        try:
            while (found := self._done.get()) is not None:
                if isinstance(found, Exception):
                    raise found
                yield found
        finally:
            self.close()

    def close(self) -> None:
        """End the crawl; pages in progress are left to the next one."""
        if self._loop and self._main and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._main.cancel)
        if self._thread.is_alive():
            self._thread.join()
        self._stages.close()

    def _work(self) -> None:
        try:
            asyncio.run(self._run())
        except asyncio.CancelledError:
            pass
        except Exception as error:  # noqa: BLE001 - raised where rows are asked for
            self._done.put(error)
        self._done.put(None)

    async def _run(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        await self._add_sitemaps()
        runner = AsyncCrawlerRunner(SETTINGS | {"CONCURRENT_REQUESTS": self.frontier.workers})
        await runner.crawl(CrawlSpider, frontier=self.frontier, stages=self._stages, emit=self._done.put)

    async def _add_sitemaps(self) -> None:
        """Request the sitemaps of each site of the seeds, in the first run."""
        if not self._settings.sitemaps or self.frontier.state.get(ADDED):
            return
        first = {crawled_site(seed.url): seed.url for seed in reversed(self._seeds)}
        for url in first.values():
            try:
                named = await self._stages.named_sitemaps(Page(url, url))
            except PageError:  # the row of the page will have this error
                continue
            self.frontier.add_sitemaps(filter(None, map(canonical_address, named)), new_input(url, PAGE))
        self.frontier.state.set(ADDED, True)
