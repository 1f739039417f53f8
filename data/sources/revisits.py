"""Records to which revisits refer: their positions in the archive, in a temporary file, not in memory.

Source: ISO 28500 (WARC 1.1), section 6.7: a revisit refers to a record by its id, by the address and date of what was
fetched, or by the digest of the payload.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import replace

from iawce.data.closing import Closing
from iawce.data.sources.archive_record import ArchiveRecord

_CACHE = 8 << 10
"""KiB of the file that are kept in memory."""


class Revisits(Closing):
    """Resolves revisits of one archive by the pages before them.

    Args:
        read_at: gives the record at a position of the archive, None if it cannot be read.
    """

    def __init__(self, read_at: Callable[[int], ArchiveRecord | None]) -> None:
        self._read_at = read_at
        self._file = sqlite3.connect("", isolation_level=None)
        self._file.execute("PRAGMA journal_mode = OFF")
        self._file.execute(f"PRAGMA cache_size = -{_CACHE}")
        self._file.execute("CREATE TABLE places (name TEXT PRIMARY KEY, place INTEGER) WITHOUT ROWID")

    def add(self, record: ArchiveRecord) -> None:
        """Store the position of a record with content; of several with the same digest, the first."""
        known = ((name, record.place) for name in record.names)
        self._file.executemany("INSERT OR IGNORE INTO places VALUES (?, ?)", known)

    def resolve(self, revisit: ArchiveRecord) -> ArchiveRecord:
        """A revisit with the content of the record that it refers to; unchanged if that cannot be read."""
        for name in revisit.names:
            found = self._file.execute("SELECT place FROM places WHERE name = ?", (name,)).fetchone()
            record = self._read_at(found[0]) if found else None
            if record and not record.damage and not record.is_revisit:
                return replace(record, url=revisit.url, date=revisit.date)
        return revisit

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
