"""The keys of the rows of a corpus, in a file, so that memory does not grow with their number."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

import numpy as np

from iawce.data.closing import Closing
from iawce.data.errors import UsageError
from iawce.extract.corpus.row_keys import THRESHOLD, RowKeys, jaccard_estimate

CACHE = 64 << 10
"""KiB of the file that are kept in memory."""
MAX_COMPARED = 1000
"""Most rows that share a band with a new one and are compared with it, the earliest ones."""
_TABLES = """
CREATE TABLE IF NOT EXISTS kept (number INTEGER PRIMARY KEY, id TEXT UNIQUE, ref TEXT, text BLOB, signature BLOB);
CREATE INDEX IF NOT EXISTS texts ON kept (text);
CREATE TABLE IF NOT EXISTS addresses (address TEXT, number INTEGER, PRIMARY KEY (address, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bands (hash INTEGER, number INTEGER, PRIMARY KEY (hash, number)) WITHOUT ROWID;
"""


class Duplicate(NamedTuple):
    """The kind of a duplicate, ``address``, ``text`` or ``near``, the row that it repeats, and their Jaccard index."""

    kind: str
    ref: str
    similarity: float = 1.0


class Duplicates(Closing):
    """The rows of a corpus. Added rows are durable, even if the process is killed.

    ``path`` None is a temporary file.

    Raises:
        UsageError: the file is damaged, or is not of this kind.
        OSError: it cannot be written.
    """

    def __init__(self, path: Path | None) -> None:
        try:
            self._file = sqlite3.connect(path or "", isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode = WAL" if path else "PRAGMA journal_mode = OFF")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute(f"PRAGMA cache_size = -{CACHE}")
            if (said := self._file.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(said)
            self._file.executescript(_TABLES)
        except sqlite3.OperationalError as error:
            raise OSError(f"{path}: {error}") from error
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{path} cannot be resumed: {error}; without it, all rows count as new") from error

    def find(self, new: RowKeys) -> Duplicate | None:
        """The first row that has the same address, else the same words, else nearly the same; a row is none of itself.

        Raises:
            OSError: the file cannot be read.
        """
        try:
            marks = ", ".join("?" * len(new.addresses))
            exact = {
                "address": (f"addresses JOIN kept USING (number) WHERE address IN ({marks})", new.addresses),
                "text": ("kept WHERE text = ?", (new.text,)),
            }
            for kind, (rows, values) in exact.items():
                asked = f"SELECT ref FROM {rows} AND id != ? ORDER BY number LIMIT 1"  # noqa: S608
                if found := self._file.execute(asked, (*values, new.id)).fetchone():
                    return Duplicate(kind, *found)
            return self._near(new)
        except sqlite3.Error as error:
            raise OSError(str(error)) from error

    def add(self, new: RowKeys) -> None:
        """Add a row, unless it is there already.

        Raises:
            OSError: the file cannot be written.
        """
        try:
            self._file.execute("BEGIN")
            values = (new.id, new.ref, new.text, new.signature.tobytes())
            added = self._file.execute(
                "INSERT OR IGNORE INTO kept (id, ref, text, signature) VALUES (?, ?, ?, ?)", values
            )
            if added.rowcount == 1:
                number = added.lastrowid
                addresses, bands = ([(key, number) for key in keys] for keys in (new.addresses, new.bands))
                self._file.executemany("INSERT INTO addresses VALUES (?, ?)", addresses)
                self._file.executemany("INSERT OR IGNORE INTO bands VALUES (?, ?)", bands)
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _near(self, new: RowKeys) -> Duplicate | None:
        marks = ", ".join("?" * len(new.bands))
        numbers = f"SELECT DISTINCT number FROM bands WHERE hash IN ({marks}) ORDER BY number LIMIT {MAX_COMPARED}"  # noqa: S608
        asked = f"SELECT ref, signature FROM kept WHERE number IN ({numbers}) AND id != ? ORDER BY number"  # noqa: S608
        for ref, packed in self._file.execute(asked, (*new.bands, new.id)):
            likeness = jaccard_estimate(new.signature, np.frombuffer(packed, np.uint32))
            if likeness >= THRESHOLD:
                return Duplicate("near", ref, round(likeness, 3))
        return None
