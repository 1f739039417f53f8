"""Jobs in one SQLite file, where a restart loses no request and no finished row, and who processes their pages."""

import asyncio
import logging
import secrets
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec

from iawce.data.closing import Closing
from iawce.data.errors import IawceError, PageError, UsageError, refused
from iawce.extract.output.extraction import Extraction
from iawce.serve.page_service import PageService, Work
from iawce.serve.request_models import Choices, PageSource
from iawce.serve.settings import ServeSettings

log = logging.getLogger(__name__)
VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, caller TEXT NOT NULL, state TEXT NOT NULL, choices TEXT NOT NULL,
    pages INTEGER NOT NULL, created REAL NOT NULL, ended REAL);
CREATE TABLE IF NOT EXISTS pages (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, number INTEGER NOT NULL, source TEXT,
    place INTEGER, status TEXT, row BLOB, PRIMARY KEY (job, number));
CREATE INDEX IF NOT EXISTS callers ON jobs (caller, created);
CREATE INDEX IF NOT EXISTS undone ON pages (job, number) WHERE row IS NULL;
CREATE INDEX IF NOT EXISTS failed ON pages (job) WHERE status = 'failure';
CREATE UNIQUE INDEX IF NOT EXISTS places ON pages (job, place) WHERE place IS NOT NULL;
"""
PART = 8 << 20  # Bytes of stored rows that are read at a time
CLEANING = 3600.0  # Seconds between two deletions of jobs that ended long ago
PAUSE = 5.0  # Seconds before a file that could not be read or written is tried again


def open_job_file(path: Path, size: int) -> sqlite3.Connection:
    """The file, made for its owner alone if there is none, of at most ``size`` bytes; until it is closed, it is ours.

    ``UsageError`` if it cannot be used, or another process uses it.
    """
    with refused(f"{path} cannot keep jobs", OSError, sqlite3.Error):
        path.touch(mode=0o600)
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    try:
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "foreign_keys = ON", "secure_delete = ON"):
            database.execute(f"PRAGMA {setting}")
        page_size = database.execute("PRAGMA page_size").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {max(1, size // page_size)}")
        found = database.execute("PRAGMA user_version").fetchone()[0]
        if found not in (0, VERSION):
            raise UsageError(f"{path} holds jobs of another version, {found}; this program writes {VERSION}")
        database.executescript(_TABLES)
        database.execute(f"PRAGMA user_version = {VERSION}")
    except (sqlite3.Error, UsageError) as error:
        database.close()
        if isinstance(error, UsageError):
            raise
        why = "is used by another service" if "locked" in str(error) else f"cannot keep jobs: {error}"
        raise UsageError(f"{path} {why}") from error
    return database


class Job(msgspec.Struct, frozen=True):
    """The state of a job; times in seconds since 1970, ``ended`` None while it runs."""

    id: str
    state: Literal["running", "done", "cancelled"]
    pages: int
    done: int
    failed: int
    created: Annotated[float, msgspec.Meta(description="seconds since 1970")]
    ended: float | None


class JobPage(NamedTuple):
    """A page of a job that has no row yet: number of the page in the job, its source and the job's choices as JSON."""

    job: str
    number: int
    source: str
    choices: str


class JobStore(Closing):
    """Jobs of all callers; safe among threads. A caller sees only jobs of the same name.

    It is made as ``open_job_file`` says. Every method raises ``sqlite3.Error`` where the file cannot be read or
    written, as on a full disk.
    """

    def __init__(self, path: Path, size: int = 1 << 40) -> None:
        self._lock = threading.Lock()
        self._database = open_job_file(path, size)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    def add(self, caller: str, choices: str, sources: Sequence[str]) -> Job:
        """A new job, durable when this returns; ``choices`` of all pages and ``sources`` of each are JSON."""
        job = Job(secrets.token_urlsafe(16), "running", len(sources), 0, 0, time.time(), None)
        with self._transaction() as database:
            database.execute(
                "INSERT INTO jobs VALUES (?, ?, 'running', ?, ?, ?, NULL)",
                (job.id, caller, choices, job.pages, job.created),
            )
            database.executemany(
                "INSERT INTO pages VALUES (?, ?, ?, NULL, NULL, NULL)",
                ((job.id, number, source) for number, source in enumerate(sources)),
            )
        return job

    def find(self, caller: str, name: str) -> Job | None:
        """A job of this caller."""
        return next(iter(self._jobs("WHERE caller = ? AND id = ?", (caller, name))), None)

    def of(self, caller: str) -> list[Job]:
        """The last thousand jobs of a caller, the newest first."""
        return self._jobs("WHERE caller = ? ORDER BY created DESC LIMIT 1000", (caller,))

    def waiting(self, caller: str) -> int:
        """Pages of a caller's jobs that are not done."""
        query = (
            "SELECT count(*) FROM jobs JOIN pages ON job = id WHERE caller = ? AND state = 'running' AND row IS NULL"
        )
        with self._lock:
            return int(self._database.execute(query, (caller,)).fetchone()[0])

    def end(self, name: str) -> None:
        """Let no further page of a job begin; delete a job that has ended."""
        with self._transaction() as database:
            database.execute("DELETE FROM jobs WHERE id = ? AND state != 'running'", (name,))
            database.execute("UPDATE jobs SET state = 'cancelled', ended = ? WHERE id = ?", (time.time(), name))
            database.execute("UPDATE pages SET source = NULL WHERE job = ?", (name,))
        self._forget_written()

    def undone(self, count: int, working: frozenset[tuple[str, int]]) -> list[JobPage]:
        """Pages to process next, of all jobs in turn, without those in progress."""
        with self._lock:
            jobs = self._database.execute(
                "SELECT id, choices FROM jobs WHERE state = 'running' ORDER BY created"
            ).fetchall()
            query = "SELECT number, source FROM pages WHERE job = ? AND row IS NULL ORDER BY number LIMIT ?"
            queues = [
                [
                    JobPage(name, number, source, choices)
                    for number, source in self._database.execute(query, (name, count + len(working)))
                    if (name, number) not in working
                ]
                for name, choices in jobs
            ]
        turns = chain.from_iterable(zip_longest(*queues))
        return list(islice(filter(None, turns), count))

    def finish(self, page: JobPage, status: str, row: str) -> None:
        """Store the row of a page, durable when this returns; only the first one counts."""
        with self._transaction() as database:
            database.execute(
                "UPDATE pages SET status = ?, row = ?, source = NULL, place = "
                "(SELECT coalesce(max(place) + 1, 0) FROM pages WHERE job = ?) "
                "WHERE job = ? AND number = ? AND row IS NULL",
                (status, zlib.compress(row.encode("utf-8", "replace"), 1), page.job, page.job, page.number),
            )
            database.execute(
                "UPDATE jobs SET state = 'done', ended = ? WHERE id = ? AND state = 'running' AND NOT EXISTS "
                "(SELECT 1 FROM pages WHERE job = jobs.id AND row IS NULL)",
                (time.time(), page.job),
            )
        if "@" in page.source:  # which may have been a password
            self._forget_written()

    def rows(self, name: str, start: int = 0) -> list[bytes]:
        """Some rows of a job as JSON, in the order in which they were finished, from place ``start``; none: the end."""
        found, size = list[bytes](), 0
        with self._lock:
            kept = self._database.execute(
                "SELECT row FROM pages WHERE job = ? AND place >= ? ORDER BY place", (name, start)
            )
            for (row,) in kept:
                found.append(row)
                size += len(row)
                if size > PART:
                    break
        return [zlib.decompress(row) for row in found]

    def forget(self, before: float) -> None:
        """Delete jobs that ended before this time, in seconds since 1970."""
        with self._transaction() as database:
            database.execute("DELETE FROM jobs WHERE ended < ?", (before,))

    def _jobs(self, where: str, values: Sequence[object]) -> list[Job]:
        query = (
            "SELECT id, state, pages, (SELECT count(*) FROM pages WHERE job = id AND row IS NOT NULL), "
            "(SELECT count(*) FROM pages WHERE job = id AND status = 'failure'), created, ended FROM jobs "
        )
        with self._lock:
            return [Job(*found) for found in self._database.execute(query + where, values)]

    def _forget_written(self) -> None:
        """Empty the log of what was written (WAL), where sources stay that the file does not have any more."""
        with self._lock:
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written, or nothing."""
        with self._lock, self._database:
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database


class JobRunner:
    """Runs until stopped, and leaves unfinished pages to the next.

    ``change``: replaced when a page is done; ``wake``: set where there is a new job, or room for a page.
    """

    def __init__(self, store: JobStore, pages: PageService, settings: ServeSettings) -> None:
        self._store, self._pages, self._settings = store, pages, settings
        self._working: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._cleaned = 0.0
        self.change, self.wake = asyncio.Event(), asyncio.Event()

    def announce(self) -> None:
        """Notify those who wait for ``change``."""
        self.change.set()
        self.change = asyncio.Event()

    async def run(self) -> None:
        """Take page after page; a file that fails for a while only causes a delay."""
        try:
            while True:
                self.wake.clear()
                try:
                    await self._begin_some()
                except sqlite3.Error as error:
                    log.error("the jobs cannot be read: %s", error)  # noqa: TRY400 - no defect
                    await asyncio.sleep(PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.wake.wait(), CLEANING)
        finally:
            for task in self._working.values():
                task.cancel()
            await asyncio.gather(*self._working.values(), return_exceptions=True)

    async def _begin_some(self) -> None:
        if time.monotonic() - self._cleaned > CLEANING:
            self._cleaned = time.monotonic()
            await asyncio.to_thread(self._store.forget, time.time() - self._settings.kept)
        free = self._settings.workers - len(self._working)
        found = await asyncio.to_thread(self._store.undone, free, frozenset(self._working)) if free else []
        for page in found:
            task = self._working[page.job, page.number] = asyncio.create_task(self._do(page))
            task.add_done_callback(partial(self._leave, page))

    def _leave(self, page: JobPage, _: "asyncio.Task[None]") -> None:
        del self._working[page.job, page.number]
        self.wake.set()

    async def _do(self, page: JobPage) -> None:
        row = await self._row(page)
        status, text = str(row.status), row.to_json()
        while True:
            try:
                await asyncio.to_thread(self._store.finish, page, status, text)
                break
            except sqlite3.Error as error:
                log.error("a row cannot be kept: %s", error)  # noqa: TRY400 - no defect
                await asyncio.sleep(PAUSE)
        self.announce()

    async def _row(self, page: JobPage) -> Extraction:
        """The row of a page, whatever happens."""
        given = PageSource.model_validate_json(page.source).page
        choices = Choices.model_validate_json(page.choices)
        try:
            return await self._pages.extract_for_job(Work(given, choices.settings, choices.type))
        except IawceError as error:
            log.error("job %s, page %d: %s", page.job, page.number, error)  # noqa: TRY400 - said in its row
            why = str(error)
        except Exception:
            log.exception("job %s, page %d", page.job, page.number)
            why = "a defect in the service"
        return Extraction.failed(given.ref, PageError("internal/service", why), url=given.url)
