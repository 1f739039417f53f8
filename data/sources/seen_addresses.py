"""What was read so far, in a temporary file, not in memory."""

import sqlite3
from hashlib import blake2b

_CACHE = 8 << 10  # KiB of a table that are kept in memory


def temporary_table(columns: str) -> sqlite3.Connection:
    """A table, named with its columns; SQLite begins a file for it once it outgrows the cache, and removes it."""
    file = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    file.execute("PRAGMA journal_mode = OFF")
    file.execute(f"PRAGMA cache_size = -{_CACHE}")
    file.execute(f"CREATE TABLE {columns} WITHOUT ROWID")
    file.execute("BEGIN")  # which need not be durable
    return file


class SeenAddresses:
    """A set of addresses that only grows."""

    def __init__(self) -> None:
        self._file = temporary_table("seen (address BLOB PRIMARY KEY)")

    def add(self, address: str) -> bool:
        """Add an address; whether it was new."""
        return self._file.execute("INSERT OR IGNORE INTO seen VALUES (?)", (_digest(address),)).rowcount == 1

    def __contains__(self, address: str) -> bool:
        """Whether an address was added before."""
        asked = "SELECT 1 FROM seen WHERE address = ?"
        return self._file.execute(asked, (_digest(address),)).fetchone() is not None

    def close(self) -> None:
        """Remove the file."""
        self._file.close()


def _digest(address: str) -> bytes:
    return blake2b(address.encode("utf-8", "surrogatepass"), digest_size=16).digest()
