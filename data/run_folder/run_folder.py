"""A run as a folder: the sink, whose finished rows go to shards, files of a fixed number of rows, whole or absent."""

import gzip
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import file_digest
from pathlib import Path
from typing import Any

from iawce.data.errors import DAMAGED, Status, UsageError, is_left_out, quantity, refused
from iawce.data.run_folder.input import Input
from iawce.data.run_folder.report import write_report
from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.data.sinks.output_file import holds_bytes, make_folder, replacing, sole_writer
from iawce.data.sinks.parquet import pyarrow
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import RUN, SINKS, STATE, Row, Sink
from iawce.data.snapshot import Spool

GZIPPED, PARQUET = ".jsonl.gz", ".parquet"
ROWS, SPOOL = "rows", "spool"
REPORT = "report.html"
SIDE = "run-"  # Prefix of the names of files beside the state
SETTINGS = "settings"
DIGEST = "SHA-256 of "  # Begins the notes of the state about the shards, which have their names
COMPLETE = "complete"


def row_of(row: bytes) -> Row:
    """A row in the form of the state: one line of JSON as a gzip member, so that shards are concatenations of these."""
    found: Row = json.loads(gzip.decompress(row))
    return found


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@SINKS.register(RUN)
class RunFolder(Sink):
    """A folder with one row for each input, whatever is killed; resumed with the same ``settings`` only."""

    title = "run folder"
    note = (
        f"a folder: rows in `{ROWS}/` as gzipped JSON lines or Parquet, the state of each input in `{STATE}`, "
        f"`{REPORT}` at the end; see `runs.md`"
    )
    can_resume = True

    def __init__(
        self,
        target: str,
        schema: Schema,
        *,
        settings: Mapping[str, Any] | None = None,
        versions: Mapping[str, str] | None = None,
        shard_rows: int = 10_000,
        shard_format: str = GZIPPED,
    ) -> None:
        super().__init__(target, schema)
        self.folder = Path(target)
        self.spool, self._rows = Spool(self.folder / SPOOL), self.folder / ROWS
        layout = {"run.shard_rows": shard_rows, "run.shard_format": shard_format.removeprefix(".")}
        self._settings = json.loads(json.dumps({**(settings or {}), **layout}))
        self._versions = versions or {}
        self._size, self._suffix = shard_rows, shard_format

    @property
    def state(self) -> RunState:
        """The state of the inputs; exists from ``prepare`` to ``close``."""
        if not self._is_open:
            self._start(append=False)
        return self._state

    def outcomes(self) -> Counter[tuple[str, str]]:
        """How many pages of a run that is resumed are done, by status and reason, those without a row too."""
        if not self.is_resumed:
            return Counter()
        found = self.state.outcomes()
        for reason, count in self.state.left_out().items():
            if is_left_out(reason):  # pages that a crawl leaves out do not count as done
                found[str(Status.SKIPPED), reason] += count
        return found

    def begin(self, input: Input) -> bool:
        """Whether an input must still be processed; then it is marked as in progress. The first one creates the run."""
        return self.state.begin(input)

    def side_file(self, name: str) -> Path:
        """A file beside the rows, created and removed with them."""
        return self.folder / f"{SIDE}{name}.sqlite"

    def leave_out(self, id: str, reason: str) -> None:
        """An input is done and has no row."""
        self.state.leave_out(id, reason)
        self.spool.drop(id)

    def complete(self) -> None:
        """All inputs are done: write the last shard and the report, and remove data kept in case of a kill."""
        if self._is_open:
            self._write_shards(1)
            self.spool.clear()
            self._state.set(COMPLETE, True)
            write_report(self._state, self.folder / REPORT, self.folder.resolve().name)

    def read(self) -> Iterator[Row]:
        """The rows, in the order in which they were finished; also of a run in progress."""
        if not holds_bytes(self.folder / STATE):
            raise FileNotFoundError(f"there is no run in {self.folder}")
        with RunState(self.folder / STATE, is_read=True) as state, state.reading() as run:
            for (name,) in run.execute("SELECT name FROM shards ORDER BY number").fetchall():
                yield from read_rows(self._rows / name, self.schema)
            for (row,) in run.execute("SELECT row FROM waiting ORDER BY place"):
                yield row_of(row)

    def _claim(self) -> None:
        make_folder(self.folder, self.target, self._held)
        if not holds_bytes(self.folder / STATE) and any(path.name[0] != "." for path in self.folder.iterdir()):
            raise UsageError(f"{self.target} holds other things than a run: name a folder that is new or empty")
        self._held.enter_context(sole_writer(self.folder / STATE))
        if self._suffix == PARQUET:
            pyarrow()

    def _holds_rows(self) -> bool:
        return holds_bytes(self.folder / STATE)

    def _repair(self) -> None:
        """Check whether the run can be resumed; it has no incomplete rows."""
        with refused(f"{self.target} cannot be resumed", OSError, ValueError), RunState(self.folder / STATE) as state:
            state.check_whole()
            settings = state.get(SETTINGS, {})
            fault = next(self._faults(state), "")
        if fault:
            raise UsageError(f"{self.target} cannot be resumed: {ROWS}/{fault}")
        names = sorted({*settings, *self._settings})
        pairs = ((name, settings.get(name), self._settings.get(name)) for name in names)
        if others := [f"{name} was {before!r} and is {now!r}" for name, before, now in pairs if before != now]:
            ways = "continue with its settings, or name another output"
            raise UsageError(f"{self.target} was made with other settings: {'; '.join(others)}; {ways}")

    def _faults(self, state: RunState) -> Iterator[str]:
        """What has changed since the shards were written, in them or in the state; all are read completely."""
        with state.reading() as run:
            shards = run.execute("SELECT name, rows, number FROM shards ORDER BY number").fetchall()
            moved = Counter(dict(run.execute("SELECT ifnull(shard, -1), count(*) FROM inputs GROUP BY 1").fetchall()))
            lost = run.execute(
                "SELECT count(*) FROM waiting WHERE input NOT IN (SELECT number FROM inputs)"
            ).fetchone()[0]
        for name, rows, number in shards:
            try:
                is_same = _digest(self._rows / name) == state.get(DIGEST + name)
            except FileNotFoundError:
                yield f"{name} is missing"
            except DAMAGED as error:
                yield f"{name} is damaged: {error}"
            else:
                if not is_same:
                    yield f"{name} is damaged: it is not the file that was written"
                elif moved.pop(number, 0) != rows:
                    yield f"{name} holds {quantity(rows, 'row')}, but {STATE} knows of another number"
        if lost or set(moved) - {-1}:
            yield f" and {STATE} do not fit: inputs or shards of rows are missing there"
        last = max((number for *_, number in shards), default=-1)
        known = {name for name, *_ in shards} | {self._shard_name(last + 1)}  # which a kill may have left
        if foreign := [path.name for path in self._rows.glob("[!.]*") if path.name not in known]:
            yield f"{min(foreign)} is no file of this run: move it elsewhere"

    def _shard_name(self, number: int) -> str:
        return f"{number:05}{self._suffix}"

    def _open(self, *, append: bool) -> None:
        if not append:  # the state is removed last: a folder without one is not a run
            self.spool.clear()
            (self.folder / REPORT).unlink(missing_ok=True)
            shutil.rmtree(self._rows, ignore_errors=True)
            for path in (*self.folder.glob(f"{SIDE}*.sqlite*"), *self.folder.glob(f"{STATE}*")):
                path.unlink(missing_ok=True)
        self._state = RunState(self.folder / STATE)
        self._state.start(self._versions)
        if not append:
            self._state.set(SETTINGS, self._settings)
        self._state.set(COMPLETE, False)
        with self._state.reading() as run:
            self._waiting: int = run.execute("SELECT count(*) FROM waiting").fetchone()[0]
        self._rows.mkdir(exist_ok=True)
        for left in self._rows.glob(".new.*"):
            left.unlink(missing_ok=True)
        self._write_shards(self._size)

    def _put(self, row: Row) -> None:
        if self._state.finish(row, self._columns_of(row)):
            self._waiting += 1
            self._write_shards(self._size)
        self.spool.drop(row["id"])

    def _write_shards(self, least: int) -> None:
        """Move waiting rows to shards, in the order in which they were finished, while there are so many.

        A shard is written, synchronised to the disk and renamed, and only then are its rows removed from the state. A
        process that is killed on the way has not lost them, and the next one writes the same shard again.
        """
        while self._waiting >= least:
            with self._state.reading() as run:
                number, last = run.execute(
                    "SELECT (SELECT ifnull(max(number) + 1, 0) FROM shards), max(place) "
                    "FROM (SELECT place FROM waiting ORDER BY place LIMIT ?)",
                    (self._size,),
                ).fetchone()
                path, waiting = self._rows / self._shard_name(number), "SELECT row FROM waiting WHERE place <= ?"
                self._write_file(path, (row for (row,) in run.execute(f"{waiting} ORDER BY place", (last,))))
            self._state.set(DIGEST + path.name, _digest(path))
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
                with SINKS[self._suffix](str(scratch), self.schema) as sink:
                    for row in map(row_of, packed):
                        sink.write(row)
            _to_disk(scratch)
        _to_disk(path.parent)

    def _end(self) -> None:
        try:
            self._state.stop()
        finally:
            self._state.close()
