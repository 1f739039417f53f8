"""Leaves rows out of a corpus: those that fail a filter, and duplicates, by address, by text, and nearly, by MinHash.

The keys of the rows are in a file, so that memory does not grow with their number. Sources: Broder 1997, "On the
resemblance and containment of documents" (shingles, MinHash); shingles of 5 words and a Jaccard index of 0.8 as in Lee
et al. 2022, "Deduplicating Training Data Makes Language Models Better" (section 4.2).
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.closing import Closing
from iawce.data.dom.words import count_words, split_words
from iawce.data.errors import NO_CONTENT, ReasonKind, Status, UsageError, is_left_out, needing, not_known, quantity
from iawce.data.labels import PageType
from iawce.data.limits import Checked, Count, Share
from iawce.data.page import SAVED_ORIGIN
from iawce.data.run_folder.run_state import as_os_error
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address, is_spelling_of
from iawce.models.language import LANGUAGES

Signature = NDArray[np.uint32]
SHINGLE = 5  # Consecutive words that are compared as one
PERMUTATIONS = 256
"""Hashes of a signature; its estimate of the Jaccard index has a standard deviation of at most 0.5 / sqrt of these."""
THRESHOLD = 0.8  # Least Jaccard index of the shingles of two texts that are nearly the same
RECALL_WEIGHT = 0.9
"""Weight of missing similar texts against comparing others, which costs only time; it determines the bands (Rajaraman
and Ullman 2011, section 3.4). Permutations and weight are the best of six pairs (docs/lab/crawling-and-runs.md)."""
CACHE = 64 << 10  # KiB of the file that are kept in memory
MAX_COMPARED = 1000  # Most rows that share a band with a new one and are compared with it, the earliest ones
_TABLES = """
CREATE TABLE IF NOT EXISTS kept (number INTEGER PRIMARY KEY, id TEXT UNIQUE, ref TEXT, text BLOB, signature BLOB);
CREATE INDEX IF NOT EXISTS texts ON kept (text);
CREATE TABLE IF NOT EXISTS addresses (address TEXT, number INTEGER, PRIMARY KEY (address, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bands (hash INTEGER, number INTEGER, PRIMARY KEY (hash, number)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class RowKeys:
    """The keys of a row."""

    id: str
    ref: str
    addresses: tuple[str, ...]  # Of its page, canonical
    text: bytes  # A hash of its words
    signature: Signature  # Of its shingles, uint32 (permutations,)
    bands: tuple[int, ...]  # Hashes of its parts, which near-duplicates share, int64 (bands,)


def row_keys_of(row: Extraction) -> RowKeys:
    """The keys of a row, in linear time. Raises EnvironmentMissing: datasketch is not installed."""
    words = [word.casefold() for word in split_words(row.text)]
    found = _library().MinHash(PERMUTATIONS, seed=1, hashfunc=partial(_hash, size=4), scheme="affine32")
    starts = range(max(1, len(words) - SHINGLE + 1))
    found.update_batch({_encoded(words[start : start + SHINGLE]) for start in starts})
    signature, (bands, rows) = np.asarray(found.hashvalues, np.uint32), bands_and_rows()
    parts = (bytes([band]) + signature[band * rows : (band + 1) * rows].tobytes() for band in range(bands))
    hashes = tuple(_hash(part, 8, signed=True) for part in parts)
    text = blake2b(_encoded(words), digest_size=16).digest()
    return RowKeys(row.id, row.ref, page_addresses(row), text, signature, hashes)


def page_addresses(row: Extraction) -> tuple[str, ...]:
    """The canonical addresses of a row's page: its own, and the one that it claims, if that is the same page."""
    found, claimed = row.final_url or row.url, canonical_address(row.metadata.canonical_url)
    own = "" if found.startswith(SAVED_ORIGIN) else canonical_address(found)
    if own and claimed and is_spelling_of(own, claimed):
        return tuple(dict.fromkeys((own, claimed)))
    return (own,) if own else ()


def jaccard_estimate(one: Signature, other: Signature) -> float:
    """The Jaccard index estimated from two signatures."""
    return float(np.mean(one == other))


def _encoded(words: list[str]) -> bytes:
    return " ".join(words).encode("utf-8", "surrogatepass")


def _hash(part: bytes, size: int, *, signed: bool = False) -> int:
    return int.from_bytes(blake2b(part, digest_size=size).digest(), "little", signed=signed)


@cache
def bands_and_rows() -> tuple[int, int]:
    """Number of bands of a signature, and of hashes in each. Raises EnvironmentMissing: datasketch is not installed."""
    found = _library().MinHashLSH(THRESHOLD, PERMUTATIONS, weights=(1 - RECALL_WEIGHT, RECALL_WEIGHT))
    return found.b, found.r


def _library() -> Any:
    with needing("corpus", "the search for near-duplicates"):
        import datasketch  # noqa: PLC0415 - an extra
    return datasketch


class Duplicate(NamedTuple):
    """The kind of a duplicate, ``address``, ``text`` or ``near``, the row that it repeats, and their Jaccard index."""

    kind: str
    ref: str
    similarity: float = 1.0


class Duplicates(Closing):
    """The rows of a corpus. Added rows are durable, even if the process is killed.

    ``path`` None is a temporary file. Raises UsageError: the file is damaged, or is not of this kind; OSError: it
    cannot be written.
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

    @as_os_error()
    def find(self, new: RowKeys) -> Duplicate | None:
        """The first row that has the same address, else the same words, else nearly the same; a row is none of itself.

        Raises OSError: the file cannot be read.
        """
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

    @as_os_error()
    def add(self, new: RowKeys) -> None:
        """Add a row, unless it is there already. Raises OSError: the file cannot be written."""
        self._file.execute("BEGIN")
        values = (new.id, new.ref, new.text, new.signature.tobytes())
        added = self._file.execute("INSERT OR IGNORE INTO kept (id, ref, text, signature) VALUES (?, ?, ?, ?)", values)
        if added.rowcount == 1:
            number = added.lastrowid
            addresses, bands = ([(key, number) for key in keys] for keys in (new.addresses, new.bands))
            self._file.executemany("INSERT INTO addresses VALUES (?, ?)", addresses)
            self._file.executemany("INSERT OR IGNORE INTO bands VALUES (?, ?)", bands)
        self._file.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _near(self, new: RowKeys) -> Duplicate | None:
        marks = ", ".join("?" * len(new.bands))
        numbers = f"SELECT DISTINCT number FROM bands WHERE hash IN ({marks}) ORDER BY number LIMIT {MAX_COMPARED}"  # noqa: S608
        asked = f"SELECT ref, signature FROM kept WHERE number IN ({numbers}) AND id != ? ORDER BY number"  # noqa: S608
        for ref, packed in self._file.execute(asked, (*new.bands, new.id)):
            if (likeness := jaccard_estimate(new.signature, np.frombuffer(packed, np.uint32))) >= THRESHOLD:
                return Duplicate("near", ref, round(likeness, 3))
        return None


@dataclass(frozen=True, slots=True)
class Filters(Checked):
    """Conditions for a row; empty ones and 0 leave nothing out. UsageError: unknown type, language, or range."""

    types: tuple[str, ...] = ()
    """Leave out pages of other page types, such as `["article", "thread"]`."""
    languages: tuple[str, ...] = ()
    """Leave out pages in other or unknown languages, such as `["en", "de"]`: codes of ISO 639."""
    min_confidence: Share = 0.0
    """Leave out pages whose content was extracted with less confidence, 0 to 1; a row without a confidence stays."""
    min_words: Count = 0
    """Leave out pages whose text has fewer words; each Chinese or Japanese character is one."""

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if unknown := sorted(set(self.types) - set(PageType)):
            raise not_known("no page type is called", unknown[0], PageType)
        if unknown := sorted(set(self.languages) - LANGUAGES):
            raise UsageError(f"{unknown[0]!r} is no known language; known are {', '.join(sorted(LANGUAGES))}")

    def failed_by(self, row: Extraction) -> tuple[str, str]:
        """The name of the first filter that a row fails, and the reason in words; both empty if it passes all."""
        sure = row.scores.get("confidence")
        if self.types and row.type not in self.types:
            return "type", f"its page type is {row.type or 'not known'}"
        if self.languages and row.language not in self.languages:
            return "language", f"its language is {row.language or 'not known'}"
        if isinstance(sure, float) and not sure >= self.min_confidence:
            return "confidence", f"the confidence in its content is {sure}"
        if self.min_words and (words := count_words(row.text)) < self.min_words:
            return "words", f"it has {quantity(words, 'word')}"
        return "", ""


class Cleaner(Closing):
    """A stage after the extraction: returns each row unchanged, or with the status ``skipped`` and a reason.

    ``filters``: conditions for a row. ``deduplicate``: whether duplicates are left out; the first row stays. The order
    of rows matters then. ``base_url``: address shared by several pages, which does not make them duplicates. ``keep``:
    whether omitted rows are written, too.
    """

    def __init__(
        self, filters: Filters = Filters(), deduplicate: bool = False, *, base_url: str = "", keep: bool = False
    ) -> None:
        self._filters, self.deduplicates, self._base_url, self._keep = filters, deduplicate, base_url, keep
        self._duplicates: Duplicates | None = None

    def start(self, state: Path | None = None, rows: Iterable[Extraction] = ()) -> None:
        """Begin, or continue.

        ``state``: file for the keys of rows, from one start to the next; None for a temporary one. ``rows``: earlier
        rows, if the file does not have them. Raises OSError: the file cannot be written; EnvironmentMissing: a library
        is not installed.
        """
        if not self.deduplicates:
            return
        self._duplicates = Duplicates(state)
        for row in rows:
            if row.status not in NO_CONTENT:
                self._duplicates.add(self._keys(row))

    def __call__(self, row: Extraction) -> Extraction:
        """The row, marked if it is left out; rows without content are unchanged."""
        if row.status in NO_CONTENT:
            return row
        name, why = self._filters.failed_by(row)
        if name:
            return skipped(row, f"{ReasonKind.FILTERED}/{name}", why)
        if not self.deduplicates:
            return row
        if not self._duplicates:
            self.start()
        assert self._duplicates  # noqa: S101 - it was started
        new = self._keys(row)
        if found := self._duplicates.find(new):
            like = f" (Jaccard index {found.similarity})" if found.similarity < 1 else ""
            return skipped(row, f"{ReasonKind.DUPLICATE}/{found.kind}", f"it is a duplicate of {found.ref}{like}")
        self._duplicates.add(new)
        return row

    def _keys(self, row: Extraction) -> RowKeys:
        found = row_keys_of(row)
        return replace(found, addresses=()) if self._base_url and row.url == self._base_url else found

    def leaves_out(self, row: Extraction) -> bool:
        """Whether a marked row is not written."""
        return not self._keep and is_left_out(row.reason)

    def close(self) -> None:
        """Close the file of keys."""
        if self._duplicates:
            self._duplicates.close()


def skipped(row: Extraction, reason: str, message: str) -> Extraction:
    """The row with all its content, marked as left out."""
    return replace(row, status=Status.SKIPPED, reason=reason, message=message)
