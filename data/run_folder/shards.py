"""Shards: files of a fixed number of rows, which are complete or absent."""

import gzip
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from iawce.data.errors import quantity
from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.data.sinks.arrow import pyarrow
from iawce.data.sinks.output_file import replacing
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import DAMAGED, SINKS, Row

GZIPPED, PARQUET = ".jsonl.gz", ".parquet"
FOLDER = "rows"
READ = 1 << 20
"""Bytes that are unpacked at once."""


class Shards:
    """Moves rows that wait in the state of a run to files, in the order in which they were finished.

    A shard is written, synchronised to the disk and renamed, and only then are its rows removed from the state. A
    process that is killed on the way has not lost them, and the next one writes the same shard again.

    Args:
        folder: of the run.
        state: of the run.
        schema: the columns of its rows.
        size: rows of a shard; the last one may have fewer.
        suffix: of their files, ``GZIPPED`` or ``PARQUET``.

    Raises:
        OSError: here or in any method: the disk is full, or the state damaged.
    """

    def __init__(self, folder: Path, state: RunState, schema: Schema, size: int, suffix: str) -> None:
        self._folder, self._state, self._schema = folder / FOLDER, state, schema
        self._size, self._suffix = size, suffix
        with state.reading() as run:
            self._waiting: int = run.execute("SELECT count(*) FROM waiting").fetchone()[0]
        self._folder.mkdir(exist_ok=True)
        for left in self._folder.glob(".new.*"):
            left.unlink(missing_ok=True)
        self.write_full()

    def count(self) -> None:
        """Count one more waiting row."""
        self._waiting += 1
        self.write_full()

    def write_full(self) -> None:
        """Write the shards for which there are enough rows."""
        while self._waiting >= self._size:
            self._write()

    def write_rest(self) -> None:
        """Write the last shard."""
        self.write_full()
        if self._waiting:
            self._write()

    def _write(self) -> None:
        with self._state.reading() as run:
            number, last = run.execute(
                "SELECT (SELECT ifnull(max(number) + 1, 0) FROM shards), max(place) "
                "FROM (SELECT place FROM waiting ORDER BY place LIMIT ?)",
                (self._size,),
            ).fetchone()
            path = self._folder / f"{number:05}{self._suffix}"
            packed = (row for (row,) in run.execute("SELECT row FROM waiting WHERE place <= ? ORDER BY place", (last,)))
            self._write_file(path, packed)
        with self._state.transaction() as run:
            moved = "UPDATE inputs SET shard = ? WHERE number IN (SELECT input FROM waiting WHERE place <= ?)"
            run.execute(moved, (number, last))
            rows = run.execute("DELETE FROM waiting WHERE place <= ?", (last,)).rowcount
            run.execute("INSERT INTO shards VALUES (?, ?, ?)", (number, path.name, rows))
        self._waiting -= rows

    def _write_file(self, path: Path, packed: Iterable[bytes]) -> None:
        with replacing(path) as scratch:
            if self._suffix == GZIPPED:
                with scratch.open("wb") as file:
                    file.writelines(packed)
            else:
                with SINKS[self._suffix](str(scratch), self._schema) as sink:
                    for row in map(row_of, packed):
                        sink.write(row)
            _to_disk(scratch)
        _to_disk(path.parent)


def row_of(row: bytes) -> Row:
    """A row in the form of the state: one line of JSON as a gzip member, so that shards are concatenations of these."""
    found: Row = json.loads(gzip.decompress(row))
    return found


def read_shards(folder: Path, state: RunState, schema: Schema) -> Iterator[Row]:
    """All rows of a run: those of its shards, then those that wait for one.

    Raises:
        OSError, UsageError: they cannot be read.
    """
    with state.reading() as run:
        for (name,) in run.execute("SELECT name FROM shards ORDER BY number").fetchall():
            yield from read_rows(folder / FOLDER / name, schema)
        for (row,) in run.execute("SELECT row FROM waiting ORDER BY place"):
            yield row_of(row)


def faults_of_shards(folder: Path, state: RunState) -> Iterator[str]:
    """Shards that have changed since they were written, each with its fault; all are read completely."""
    with state.reading() as run:
        shards = run.execute("SELECT name, rows FROM shards ORDER BY number").fetchall()
    for name, rows in shards:
        try:
            found = _count_rows(folder / FOLDER / name)
        except FileNotFoundError:
            yield f"{name} is missing"
        except DAMAGED as error:
            yield f"{name} is damaged: {error}"
        else:
            if found != rows:
                yield f"{name} is damaged: it holds {found} of {quantity(rows, 'row')}"


def _count_rows(path: Path) -> int:
    if path.suffix == PARQUET:
        with path.open("rb") as opened, pyarrow().parquet.ParquetFile(opened) as file:
            return sum(batch.num_rows for batch in file.iter_batches())
    with gzip.open(path) as lines:
        return sum(part.count(b"\n") for part in iter(lambda: lines.read(READ), b""))


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
