"""The SQLite file of a run: its tables, and a connection to it."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from iawce.data.closing import Closing

FORMAT = 1
"""Version of the tables; SQLite's ``user_version``."""
MARK = 0x49_41_57_43
"""SQLite's ``application_id`` of these files: ``IAWC``."""
CACHE = 16 << 10
"""KiB of the file that are held in memory."""
BUSY = 60_000
"""Milliseconds to wait for another program that reads the file."""
TABLES = """
CREATE TABLE notes (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE starts (
    number INTEGER PRIMARY KEY, started REAL NOT NULL, ended REAL, process INTEGER NOT NULL, versions TEXT NOT NULL);
CREATE TABLE inputs (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ref TEXT NOT NULL, url TEXT NOT NULL, state TEXT NOT NULL,
    depth INTEGER NOT NULL, parent TEXT NOT NULL, priority REAL NOT NULL, data TEXT NOT NULL,
    status TEXT, reason TEXT, type TEXT, language TEXT, confidence REAL, seconds REAL, timings TEXT, finished REAL,
    shard INTEGER);
CREATE VIEW known AS
    SELECT number, state, status, reason, id, ref, url, depth, parent, priority, data FROM inputs;
CREATE INDEX queue ON inputs (priority DESC, number) WHERE state = 'queued';
CREATE TABLE waiting (place INTEGER PRIMARY KEY, input INTEGER NOT NULL UNIQUE, row BLOB NOT NULL);
CREATE TABLE shards (number INTEGER PRIMARY KEY, name TEXT NOT NULL, rows INTEGER NOT NULL);
"""


class StateFile(Closing):
    """One connection, which all threads of a process use in turn.

    The file is written ahead (WAL): a killed process loses no transaction, and a power failure at most the last ones.

    Args:
        path: of the file, which is made if there is none.
        is_read: whether the file is only read; then it must exist.

    Raises:
        OSError: it cannot be opened, or is not such a file.
    """

    def __init__(self, path: Path, *, is_read: bool = False) -> None:
        self._lock, self._is_read = threading.Lock(), is_read
        with _as_os_error():
            self._connection = _read_only(path) if is_read else _connect(str(path))
        try:
            with _as_os_error():
                if not is_read:
                    self._connection.execute("PRAGMA journal_mode = WAL")
                    self._connection.execute("PRAGMA synchronous = NORMAL")
                self._check()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All changes within are durable when this ends, even if this process is killed; or none of them is.

        Raises:
            OSError: the disk is full, the file cannot be written or is damaged.
        """
        with self._lock, _as_os_error():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """For queries that change nothing and read one consistent state of the file.

        Raises:
            OSError: it cannot be read.
        """
        with self._lock, _as_os_error():
            self._connection.execute("BEGIN")
            try:
                yield self._connection
            finally:
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file, without files beside it unless another program is reading it; may be called twice."""
        with self._lock:
            if not self._is_read:
                with suppress(sqlite3.Error):
                    self._connection.executescript("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE;")
            self._connection.close()

    def _check(self) -> None:
        ask = self._connection.execute
        mark, version = (ask(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if not (mark or version or self._is_read or ask("SELECT * FROM sqlite_master").fetchone()):
            head = f"PRAGMA application_id = {MARK}; PRAGMA user_version = {FORMAT};"
            self._connection.executescript(f"BEGIN IMMEDIATE; {head} {TABLES} COMMIT;")
        elif mark != MARK:
            raise OSError("it is not the state of a run")
        elif version != FORMAT:
            raise OSError(f"it has format {version}; this version of iawce reads {FORMAT}")

    def check_whole(self) -> None:
        """Read all of the file.

        Raises:
            OSError: it is damaged.
        """
        with self._lock, _as_os_error():
            if (said := self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                raise OSError(f"it is damaged: {said}")


def _connect(target: str, *, is_address: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(target, isolation_level=None, check_same_thread=False, uri=is_address)
    connection.execute(f"PRAGMA cache_size = -{CACHE}")
    connection.execute(f"PRAGMA busy_timeout = {BUSY}")
    return connection


def _read_only(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing; a file on a read-only medium is read as it is."""
    is_alone = not (os.access(path.parent, os.W_OK) or path.with_name(f"{path.name}-wal").exists())
    way = "immutable=1" if is_alone else "mode=ro"
    return _connect(f"{path.absolute().as_uri()}?{way}", is_address=True)


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Raise the errors of a full disk or a damaged file as for other files."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(str(error)) from error
