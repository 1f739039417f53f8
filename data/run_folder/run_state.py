"""The state of a run: its inputs, the outcome of each, and the rows that are in no shard yet."""

import gzip
import json
import os
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from iawce.data.closing import Closing
from iawce.data.run_folder.input import Input, InputState, Known
from iawce.data.sinks.schema import json_text, plain_text
from iawce.data.sinks.sink import Row

FORMAT = 1  # Version of the tables; SQLite's ``user_version``
MARK = 0x49_41_57_43  # SQLite's ``application_id`` of these files: ``IAWC``
CACHE = 16 << 10  # KiB of the file that are held in memory
BUSY = 60_000  # Milliseconds to wait for another program that reads the file
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
ADD = (
    "INSERT OR IGNORE INTO inputs (id, ref, url, depth, parent, priority, data, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
FINISH = (
    "UPDATE inputs SET state = 'done', status = ?, reason = ?, type = ?, language = ?, confidence = ?, seconds = ?, "
    "timings = ?, finished = ? WHERE id = ? AND state != 'done' RETURNING number"
)
LEFT_OUT = (
    "SELECT CASE WHEN reason GLOB '?*/' || replace(hex(zeroblob(8)), '0', '[0-9a-f]') "
    "THEN substr(reason, 1, length(reason) - 17) ELSE reason END AS kind, count(*) AS inputs "
    "FROM inputs WHERE state = 'left_out' GROUP BY kind ORDER BY inputs DESC, kind"
)
"""Ids of inputs have 16 hexadecimal digits."""
LEVEL = 6  # Of gzip
AT_ONCE = 1000  # Inputs that are read at a time


def _connect(target: str, *, is_address: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(target, isolation_level=None, check_same_thread=False, uri=is_address)
    connection.execute(f"PRAGMA cache_size = -{CACHE}")
    connection.execute(f"PRAGMA busy_timeout = {BUSY}")
    return connection


@contextmanager
def as_os_error() -> Iterator[None]:
    """Raise the errors of a full disk or a damaged file as for other files."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


def summary_of(row: Row) -> tuple[Any, ...]:
    """Status, reason, type, language, confidence, seconds, timings as JSON, and now: of a row of any command."""
    timings = row.get("timings") or {}
    language = row.get("language") or (row.get("metadata") or {}).get("in_language") or ""
    return (
        row.get("status", ""),
        row.get("reason", ""),
        row.get("type", ""),
        str(language).partition("-")[0].lower(),
        row.get("confidence"),
        sum(timings.values()),
        json.dumps(timings),
        time.time(),
    )


class RunState(Closing):
    """The state of a run in one SQLite file, by one connection, which all threads of a process use in turn.

    The file is written ahead (WAL): a killed process loses no transaction, and a power failure at most the last ones.
    Every method is one transaction: when it returns, its work is durable, even if this process is killed.

    ``path``: of the file, which is made if there is none. ``is_read``: whether the file is only read; then it must
    exist. Raises OSError: here or in any method: it cannot be opened, read or written, or is damaged, or is not such a
    file.
    """

    def __init__(self, path: Path, *, is_read: bool = False) -> None:
        self._lock, self._is_read = threading.Lock(), is_read
        with as_os_error():
            target = str(path)
            if is_read:  # a file on a read-only medium is read as it is
                is_alone = not (os.access(path.parent, os.W_OK) or path.with_name(f"{path.name}-wal").exists())
                target = f"{path.absolute().as_uri()}?{'immutable=1' if is_alone else 'mode=ro'}"
            self._connection = _connect(target, is_address=is_read)
        try:
            with as_os_error():
                if not is_read:
                    self._connection.execute("PRAGMA journal_mode = WAL")
                    self._connection.execute("PRAGMA synchronous = NORMAL")
                self._check()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All changes within are durable when this ends, even if this process is killed; or none of them is."""
        with self._lock, as_os_error(), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """For queries that change nothing and read one consistent state of the file."""
        with self._lock, as_os_error(), self._connection:
            self._connection.execute("BEGIN")
            yield self._connection

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
        """Read all of the file."""
        with self._lock, as_os_error():
            if (said := self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                raise OSError(f"it is damaged: {said}")

    def start(self, versions: Mapping[str, str]) -> None:
        """Begin to work on the run, first or again: inputs in progress of ended processes are queued again."""
        with self.transaction() as run:
            run.execute("UPDATE inputs SET state = 'queued' WHERE state = 'running'")
            started = (time.time(), os.getpid(), json.dumps(dict(versions)))
            run.execute("INSERT INTO starts (started, process, versions) VALUES (?, ?, ?)", started)

    def stop(self) -> None:
        """End the work of this process on the run."""
        self._change("UPDATE starts SET ended = ? WHERE number = (SELECT max(number) FROM starts)", time.time())

    def add(self, inputs: Iterable[Input]) -> int:
        """Queue inputs; known ones are left unchanged. Returns the number of new ones."""
        with self.transaction() as run:
            return max(0, run.executemany(ADD, (_values(each, InputState.QUEUED) for each in inputs)).rowcount)

    def take(self, count: int = 1) -> list[Input]:
        """Take the next inputs and mark them as in progress: highest priority first, then in the order of addition."""
        with self.transaction() as run:
            asked = "SELECT * FROM known WHERE state = 'queued' ORDER BY priority DESC, number LIMIT ?"
            found = run.execute(asked, (count,)).fetchall()
            numbers = [(number,) for number, *_ in found]
            run.executemany("UPDATE inputs SET state = 'running' WHERE number = ?", numbers)
        return [_known(values).input for values in found]

    def begin(self, input: Input) -> bool:
        """Whether an input, which may be new, must still be processed; then it is marked as in progress."""
        known = self._found("SELECT state FROM inputs WHERE id = ?", input.id)
        if known and known[0][0] != InputState.QUEUED:
            return False
        with self.transaction() as run:
            if run.execute(ADD, _values(input, InputState.RUNNING)).rowcount == 1:
                return True
            change = "UPDATE inputs SET state = 'running' WHERE id = ? AND state = 'queued'"
            return run.execute(change, (input.id,)).rowcount == 1

    def put_back(self, ids: Iterable[str]) -> None:
        """Queue inputs in progress again."""
        with self.transaction() as run:
            change = "UPDATE inputs SET state = 'queued' WHERE id = ? AND state = 'running'"
            run.executemany(change, ((id,) for id in ids))

    def update(self, id: str, *, priority: float | None = None, data: Mapping[str, Any] | None = None) -> None:
        """Change the data of an input."""
        change = "UPDATE inputs SET priority = ifnull(?, priority), data = ifnull(?, data) WHERE id = ?"
        self._change(change, priority, None if data is None else json_text(dict(data)), id)

    def finish(self, row: Row, columns: Row | None = None) -> bool:
        """Store the row of an input, or its ``columns``; False if it has one already, which stays."""
        packed = gzip.compress(json_text(row if columns is None else columns).encode() + b"\n", LEVEL, mtime=0)
        with self.transaction() as run:
            entry = Input(row["id"], row.get("ref", ""), row.get("url", ""))
            run.execute(ADD, _values(entry, InputState.RUNNING))
            if number := run.execute(FINISH, (*summary_of(row), entry.id)).fetchone():
                run.execute("INSERT INTO waiting (input, row) VALUES (?, ?)", (number[0], packed))
        return number is not None

    def leave_out(self, id: str, reason: str) -> None:
        """Leave an unfinished input out; it will have no row."""
        self._change("UPDATE inputs SET state = 'left_out', reason = ? WHERE id = ? AND state != 'done'", reason, id)

    def find(self, id: str) -> Known | None:
        """The record of an input, if there is one."""
        found = self._found("SELECT * FROM known WHERE id = ?", id)
        return _known(found[0]) if found else None

    def inputs(self, state: InputState | None = None) -> Iterator[Known]:
        """Inputs in the order of addition, all or those in a state; they are read in batches."""
        last = 0
        asked = "SELECT * FROM known WHERE number > ? AND state = ifnull(?, state) ORDER BY number LIMIT ?"
        while True:
            found = self._found(asked, last, state, AT_ONCE)
            yield from map(_known, found)
            if len(found) < AT_ONCE:
                return
            last = found[-1][0]

    def counts(self) -> Counter[str]:
        """Number of inputs by state."""
        return Counter(dict(self._found("SELECT state, count(*) FROM inputs GROUP BY state")))

    def left_out(self) -> Counter[str]:
        """Number of inputs without a row, by reason; by kind alone if the reason names another input."""
        return Counter(dict(self._found(LEFT_OUT)))

    def types(self) -> Counter[str]:
        """Number of rows by page type; failures count as ``failed``, others without a type as ``untyped``."""
        asked = "SELECT iif(status = 'failure', 'failed', ifnull(nullif(type, ''), 'untyped')), count(*) FROM inputs "
        return Counter(dict(self._found(asked + "WHERE state = 'done' GROUP BY 1")))

    def outcomes(self) -> Counter[tuple[str, str]]:
        """Number of rows by status and reason."""
        found = self._found("SELECT status, reason, count(*) FROM inputs WHERE state = 'done' GROUP BY status, reason")
        return Counter({(status, reason): count for status, reason, count in found})

    def get(self, key: str, default: Any = None) -> Any:
        """A note of the run."""
        found = self._found("SELECT value FROM notes WHERE key = ?", key)
        return json.loads(found[0][0]) if found else default

    def set(self, key: str, value: Any) -> None:
        """Store a note, a JSON value."""
        self._change("INSERT OR REPLACE INTO notes VALUES (?, ?)", key, json_text(value))

    def _change(self, change: str, *values: Any) -> None:
        with self.transaction() as run:
            run.execute(change, values)

    def _found(self, asked: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.reading() as run:
            return run.execute(asked, values).fetchall()


def _values(input: Input, state: InputState) -> tuple[Any, ...]:
    data = json_text(dict(input.data))
    texts = (plain_text(text) for text in (input.id, input.ref, input.url))
    return (*texts, input.depth, input.parent, input.priority, data, state)


def _known(found: tuple[Any, ...]) -> Known:
    """A row of the view ``known``; damaged data are an ``OSError``."""
    _, state, status, reason, id, ref, url, depth, parent, priority, data = found
    try:
        kept = msgspec.json.decode(data, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise OSError(f"it is damaged: the data of input {id}: {error}") from error
    input = Input(id, ref, url, depth, parent, priority, kept)
    return Known(input, InputState(state), status or "", reason or "")
