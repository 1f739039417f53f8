"""The SQLite file of jobs: its tables, and who may use it."""

import sqlite3
from pathlib import Path

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
