"""Jobs in one SQLite file: the request, and each row as soon as it is finished. A restart loses none."""

import json
import secrets
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from iawce.data.closing import Closing
from iawce.data.errors import UsageError, cause_of

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


def open_job_file(path: Path, size: int) -> sqlite3.Connection:
    """The file, which is made if there is none; nobody else can open it until it is closed.

    Args:
        path: of the file; a new one can be read by its owner only.
        size: its maximum in bytes.

    Raises:
        UsageError: it cannot be used, or another process uses it.
    """
    try:
        path.touch(mode=0o600)
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"{path} cannot keep jobs: {cause_of(error)}") from error
    try:
        _prepare(database, path, size)
    except sqlite3.Error as error:
        database.close()
        is_used = "locked" in str(error)
        raise UsageError(
            f"{path} is used by another service" if is_used else f"{path} cannot keep jobs: {error}"
        ) from error
    except UsageError:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection, path: Path, size: int) -> None:
    for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "foreign_keys = ON", "secure_delete = ON"):
        database.execute(f"PRAGMA {setting}")
    page_size = database.execute("PRAGMA page_size").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {max(1, size // page_size)}")
    found = database.execute("PRAGMA user_version").fetchone()[0]
    if found not in (0, VERSION):
        raise UsageError(f"{path} holds jobs of another version, {found}; this program writes {VERSION}")
    database.executescript(_TABLES)
    database.execute(f"PRAGMA user_version = {VERSION}")


JobState = Literal["running", "done", "cancelled"]
PART = 8 << 20
"""Bytes of stored rows that are read at a time."""


class Job(NamedTuple):
    """The state of a job; times in seconds since 1970, ``ended`` None while it runs."""

    id: str
    state: JobState
    pages: int
    done: int
    failed: int
    created: float
    ended: float | None


class JobPage(NamedTuple):
    """A page of a job that has no row yet: number of the page in the job, its source and the job's choices as JSON."""

    job: str
    number: int
    source: str
    choices: str


class JobStore(Closing):
    """Jobs of all callers; safe among threads. A caller sees only jobs of the same name.

    Every method raises ``sqlite3.Error`` where the file cannot be read or written, as on a full disk.

    Args:
        path: of the file, which only its owner can read.
        size: bytes that it may have.

    Raises:
        UsageError: it cannot be used, or another process uses it.
    """

    def __init__(self, path: Path, size: int = 1 << 40) -> None:
        self._lock = threading.Lock()
        self._database = open_job_file(path, size)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    def add(self, caller: str, choices: str, sources: Sequence[str]) -> Job:
        """A new job, durable when this returns.

        Args:
            caller: its owner.
            choices: of all pages, JSON.
            sources: of each page, JSON.
        """
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
        found = self._jobs("WHERE caller = ? AND id = ?", (caller, name))
        return found[0] if found else None

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

    def undone(self, count: int, working: frozenset[tuple[str, int]]) -> list[JobPage]:
        """Pages to process next, of all jobs in turn, without those in progress."""
        with self._lock:
            jobs = self._database.execute(
                "SELECT id, choices FROM jobs WHERE state = 'running' ORDER BY created"
            ).fetchall()
            queues = [
                self._database.execute(
                    "SELECT number, source FROM pages WHERE job = ? AND row IS NULL ORDER BY number LIMIT ?",
                    (name, count + len(working)),
                ).fetchall()
                for name, _ in jobs
            ]
        waiting = [
            [JobPage(name, number, source, choices) for number, source in queue if (name, number) not in working]
            for (name, choices), queue in zip(jobs, queues, strict=True)
        ]
        most = max(map(len, waiting), default=0)
        return [queue[turn] for turn in range(most) for queue in waiting if turn < len(queue)][:count]

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

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written, or nothing."""
        with self._lock, self._database:
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database


def to_json(value: object) -> str:
    """Compact JSON, as the file keeps it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
