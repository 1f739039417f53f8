"""Processes the pages of all jobs, in turn with the waiting callers."""

import asyncio
import logging
import sqlite3
import time

from iawce.data.errors import IawceError, PageError
from iawce.extract.output.extraction import Extraction
from iawce.serve.job_store import JobPage, JobStore
from iawce.serve.page_service import PageService, Work
from iawce.serve.request_models import Choices, PageSource
from iawce.serve.settings import ServeSettings

log = logging.getLogger(__name__)
CLEANING = 3600.0
"""Seconds between two deletions of jobs that ended long ago."""
PAUSE = 5.0
"""Seconds before a file that could not be read or written is tried again."""


class JobRunner:
    """Runs until it is stopped; unfinished pages are left to the next one with the same store.

    Attributes:
        change: is set, and replaced, when a page is done or the service stops.
    """

    def __init__(self, store: JobStore, pages: PageService, settings: ServeSettings) -> None:
        self._store, self._pages, self._settings = store, pages, settings
        self._working: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._wake = asyncio.Event()
        self._cleaned = 0.0
        self.change = asyncio.Event()

    def wake(self) -> None:
        """Report a new job."""
        self._wake.set()

    def announce(self) -> None:
        """Notify those who wait for ``change``."""
        self.change.set()
        self.change = asyncio.Event()

    async def run(self) -> None:
        """Take page after page; a file that fails for a while only causes a delay."""
        try:
            while True:
                self._wake.clear()
                try:
                    await self._begin_some()
                except sqlite3.Error as error:
                    log.error("the jobs cannot be read: %s", error)  # noqa: TRY400 - no defect
                    await asyncio.sleep(PAUSE)
                await self._wait()
        finally:
            for task in self._working.values():
                task.cancel()
            await asyncio.gather(*self._working.values(), return_exceptions=True)

    async def _wait(self) -> None:
        """Until there is a new job, or a page is done."""
        waking = asyncio.ensure_future(self._wake.wait())
        try:
            await asyncio.wait([*self._working.values(), waking], timeout=CLEANING, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waking.cancel()

    async def _begin_some(self) -> None:
        if time.monotonic() - self._cleaned > CLEANING:
            self._cleaned = time.monotonic()
            await asyncio.to_thread(self._store.forget, time.time() - self._settings.kept)
        free = self._settings.workers - len(self._working)
        found = await asyncio.to_thread(self._store.undone, free, frozenset(self._working)) if free else []
        for page in found:
            key = page.job, page.number
            task = asyncio.create_task(self._do(page))
            self._working[key] = task
            task.add_done_callback(lambda _, key=key: self._working.pop(key))  # type: ignore[misc]

    async def _do(self, page: JobPage) -> None:
        row = await self._row(page)
        text = row.to_json()
        while True:
            try:
                await asyncio.to_thread(self._store.finish, page, str(row.status), text)
            except sqlite3.Error as error:
                log.error("a row cannot be kept: %s", error)  # noqa: TRY400 - no defect
                await asyncio.sleep(PAUSE)
            else:
                self.announce()
                return

    async def _row(self, page: JobPage) -> Extraction:
        """The row of a page, whatever happens."""
        given = PageSource.model_validate_json(page.source).page
        choices = Choices.model_validate_json(page.choices)
        try:
            return await self._pages.extract_for_job(Work(given, choices.settings, choices.type))
        except IawceError as error:
            log.error("job %s, page %d: %s", page.job, page.number, error)  # noqa: TRY400 - said in its row
            return Extraction.failed(given.ref, PageError("internal/service", str(error)), url=given.url)
        except Exception:
            log.exception("job %s, page %d", page.job, page.number)
            return Extraction.failed(given.ref, PageError("internal/service", "a defect in the service"), url=given.url)
