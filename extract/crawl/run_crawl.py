"""Runs a crawl in a separate thread, and yields its rows."""

import asyncio
import threading
from collections.abc import Iterable, Iterator
from queue import SimpleQueue

from scrapy.crawler import AsyncCrawlerRunner

from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.run_folder.input import Input, input_id
from iawce.data.run_folder.run_state import RunState
from iawce.extract.crawl.crawl import Crawl
from iawce.extract.crawl.frontier import KIND, PAGE, SEED, SITEMAP, Frontier
from iawce.extract.crawl.scope import crawled_site
from iawce.extract.crawl.scrapy_parts import SETTINGS, CrawlSpider
from iawce.extract.crawl.settings import CrawlSettings
from iawce.extract.crawl.sitemaps import is_sitemap_address
from iawce.extract.crawl.stages import Stages
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.canonical import canonical_address
from iawce.extract.run.extractor import Extractor

ADDED = "crawl.sitemaps"
"""Name of the note that the sitemaps of the sites are in the frontier."""


def seed_inputs(urls: Iterable[str]) -> list[Input]:
    """The inputs of addresses that a user names: pages, or sitemaps and feeds, known by their names."""
    found = [canonical_address(url) for url in urls]
    return [_seed(url, SITEMAP if is_sitemap_address(url) else PAGE) for url in dict.fromkeys(found) if url]


class RunningCrawl:
    """A crawl that runs in a separate thread until ``close``.

    Args:
        state: of the run, which holds the addresses.
        extractor: opens and extracts pages.
        settings: of the crawl; the scope has the sites of the seeds.
        seeds: see ``seed_inputs``.
    """

    def __init__(self, state: RunState, extractor: Extractor, settings: CrawlSettings, seeds: Iterable[Input]) -> None:
        politeness, seeds = extractor.network.politeness, list(seeds)
        self.frontier = Frontier(state, settings, politeness, extractor.workers)
        self.frontier.add_seeds(seeds)
        self._settings, self._seeds, self._stages = settings, seeds, Stages(extractor)
        self._done = SimpleQueue[Extraction | Exception | None]()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._work, name="crawl", daemon=True)

    def rows(self) -> Iterator[Extraction]:
        """The row of each page as soon as it is finished and its links are stored.

        Raises:
            IawceError: something is missing on this machine.
            OSError: the state cannot be written.
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
        crawl = Crawl(self.frontier)
        await runner.crawl(CrawlSpider, crawl=crawl, stages=self._stages, emit=self._done.put, fail=self._done.put)

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
            self.frontier.add_sitemaps(filter(None, map(canonical_address, named)), _seed(url, PAGE))
        self.frontier.state.set(ADDED, True)


def _seed(url: str, kind: str) -> Input:
    return Input(input_id(url, url), url, url, priority=SEED, data={KIND: kind})
