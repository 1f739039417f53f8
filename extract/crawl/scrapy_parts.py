"""The parts of a crawl that Scrapy runs: the run's frontier as its scheduler, our own stages as its download handler.

Pauses, retries and robots.txt are those of all commands (``data/network/page_turns.py``), below the download handler;
Scrapy's own are disabled, so that there is one set of rules.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.http import Response

from iawce.data.errors import IawceError, PageError
from iawce.data.page import Page
from iawce.data.run_folder.input import Input
from iawce.extract.crawl.crawl import Crawl
from iawce.extract.crawl.frontier import KIND, SITEMAP
from iawce.extract.crawl.stages import Stages
from iawce.extract.output.extraction import Extraction

INPUT = "input"
"""Key of the input in a request."""
SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "SCHEDULER": "iawce.extract.crawl.scrapy_parts.FrontierScheduler",
    "DOWNLOAD_HANDLERS": dict.fromkeys(("data", "file", "ftp", "s3"))
    | dict.fromkeys(("http", "https"), "iawce.extract.crawl.scrapy_parts.StagesHandler"),
    "DOWNLOADER_MIDDLEWARES_BASE": {"scrapy.downloadermiddlewares.stats.DownloaderStats": 850},
    "SPIDER_MIDDLEWARES_BASE": {},
    "EXTENSIONS_BASE": {"scrapy.extensions.corestats.CoreStats": 0},
    "DOWNLOAD_DELAY": 0,
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
}


class OpenedPage(Response):
    """An answer that carries what was read.

    Args:
        request: of the answer.
        opened: for a page a ``CrawledPage``, for a sitemap its entries, or the error.
    """

    def __init__(self, request: Request, opened: Any) -> None:
        super().__init__(request.url, request=request)
        self.input, self.opened = request.meta[INPUT], opened


class CrawlSpider(Spider):
    """Hands each page to the crawl.

    Args:
        crawl: decides its outcome.
        stages: open and extract pages.
        emit: receives each row.
        fail: receives the error that ends the crawl.
    """

    name = "iawce"

    def __init__(
        self,
        crawl: Crawl,
        stages: Stages,
        emit: Callable[[Extraction], None],
        fail: Callable[[Exception], None],
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.crawl, self.stages, self.emit, self.fail = crawl, stages, emit, fail
        self.is_over = False

    async def start(self) -> AsyncIterator[Any]:
        """Seeds are in the frontier already."""
        for nothing in list[Any]():
            yield nothing

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Pass the page to the crawl; an unexpected error ends it."""
        assert isinstance(response, OpenedPage)  # noqa: S101 - our handler gives no other
        input, opened = response.input, response.opened
        try:
            if input.data.get(KIND) == SITEMAP:
                self._take_in_sitemap(input, opened)
            elif row := self.crawl.take_in(input, opened):
                self.emit(row)
        except Exception as error:  # noqa: BLE001 - Scrapy would write it into its log and continue
            self.give_up(error)
        return iter(())

    def give_up(self, error: Exception) -> None:
        """End the crawl after an error that is not of a page."""
        self.is_over = True
        self.fail(error)

    def _take_in_sitemap(self, input: Input, opened: Any) -> None:
        if isinstance(opened, PageError):
            self.crawl.leave_out(input, f"{SITEMAP}/{opened.reason}")
        else:
            self.crawl.take_in_sitemap(input, opened)


class FrontierScheduler(BaseScheduler):
    """Scrapy's scheduler, which takes requests from the frontier.

    Args:
        spider: of the crawl.
    """

    def __init__(self, spider: CrawlSpider) -> None:
        self._spider, self._frontier = spider, spider.crawl.frontier

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """The scheduler of a crawl."""
        assert isinstance(crawler.spider, CrawlSpider)  # noqa: S101 - we start no other
        return cls(crawler.spider)

    def has_pending_requests(self) -> bool:
        """Whether anything is still to be opened."""
        return not self._spider.is_over and self._frontier.has_pending

    def enqueue_request(self, request: Request) -> bool:  # noqa: ARG002
        """Ignored: all requests come from the frontier."""
        return False

    def next_request(self) -> Request | None:
        """The next address whose host is available."""
        if self._spider.is_over:
            return None
        try:
            input = self._frontier.next()
        except Exception as error:  # noqa: BLE001 - as in ``parse``
            self._spider.give_up(error)
            return None
        return Request(input.url, meta={INPUT: input}, dont_filter=True) if input else None


class StagesHandler(BaseDownloadHandler):
    """Scrapy's download handler: renders or fetches a page as every command does, and extracts it."""

    async def download_request(self, request: Request) -> Response:
        """An answer that carries what was read."""
        spider = self.crawler.spider
        assert isinstance(spider, CrawlSpider)  # noqa: S101 - we start no other
        input: Input = request.meta[INPUT]
        page = Page(input.ref, input.url, is_followed=input.depth > 0)
        opened: Any
        try:
            is_sitemap = input.data.get(KIND) == SITEMAP
            opened = await (spider.stages.sitemap(page) if is_sitemap else spider.stages.read(page))
        except PageError as error:
            opened = error
        except IawceError as error:
            spider.give_up(error)
            raise
        return OpenedPage(request, opened)
