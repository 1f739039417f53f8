"""The interface of a sink: it takes rows one at a time, most can read them back, and to many columns can be added."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from enum import StrEnum
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from iawce.data.closing import Closing
from iawce.data.errors import DAMAGED, UsageError, refused
from iawce.data.network.address import without_credentials
from iawce.data.registry import Registry
from iawce.data.run_folder.input import Input
from iawce.data.sinks.output_file import OutputFile, StandardFile, claim_file, holds_bytes, replacing
from iawce.data.sources.seen_addresses import SeenAddresses

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema


Row = dict[str, Any]
KEY = "row_key"  # The key column, whose values are unique, if columns may be added
STDOUT = "-"
JSON_LINES = ".jsonl"
SQLITE = "sqlite://"
RUN = "/"  # Suffix of the name of a run folder
STATE = "run.sqlite"  # The file that makes a folder a run folder


class Existing(StrEnum):
    """Treatment of rows that are at the target already; ``WIDEN`` continues with them, whatever their columns."""

    REFUSE = "refuse"
    OVERWRITE = "overwrite"
    RESUME = "resume"
    WIDEN = "widen"


class Sink(Closing):
    """An output of rows; the target is created with the first row. Use as a context manager.

    From ``prepare`` to ``close`` no other command writes to the target. A new sink implements ``_open``, ``_put`` and
    ``_end``, and the other methods that its format supports. All methods but ``prepare`` raise OSError if rows cannot
    be written or read; those before stay whole.

    ``target``: a path, or an address with a scheme of this sink. ``schema``: the columns; each row has all of them, and
    they stay in this order. ``table``: name of the table, if the target has several; empty for the default.
    """

    title: ClassVar[str]  # Name of the format
    note: ClassVar[str]  # Form of the columns, for ``docs/rows.md``
    can_resume: ClassVar[bool] = False  # Whether rows can be added to those of an earlier run, which are read for that
    can_widen: ClassVar[bool] = False  # Whether columns can be added, too
    has_tables: ClassVar[bool] = False  # Whether a target has several tables, each with a name
    is_typed: ClassVar[bool] = True  # Whether a column takes values of one type only
    most_columns: int = 10_000

    def __init__(self, target: str, schema: "Schema", table: str = "") -> None:
        self.target, self.schema, self.table = target, schema, table
        self.name = without_credentials(target)
        self.is_resumed = self.is_widening = self._is_open = False
        self._held, self._taken = ExitStack(), 0

    def prepare(self, existing: Existing = Existing.REFUSE) -> Self:
        """Check, before work begins, whether rows can be written, and lock the target; no rows are lost.

        Raises UsageError: it cannot be written, is locked, or has rows to be kept; EnvironmentMissing: a library lacks.
        """
        if existing == Existing.RESUME and (not self.can_resume or self.target == STDOUT):
            raise UsageError(f"--resume cannot continue {self.title}: name a file such as rows.jsonl with -o")
        self.is_widening = existing == Existing.WIDEN
        with ExitStack() as failed:
            failed.push(self._held)
            self._claim()
            if existing != Existing.OVERWRITE and self._holds_rows():
                if existing == Existing.REFUSE:
                    ways = "add --overwrite to replace it, --resume to continue it, or name another output"
                    raise UsageError(f"{self.name} exists: {ways}")
                if self.is_widening:
                    self._take_columns()
                else:
                    self._repair()
                    self._start(append=True)
                self.is_resumed = True
            failed.pop_all()
        return self

    def write(self, row: Row) -> None:
        """Take one row; lone surrogates in its text become question marks."""
        if not self._is_open:
            self._start(append=self.is_widening)
        self._put(row)
        self._taken += 1

    @property
    def written(self) -> int:
        """Number of the rows that are durable at the target."""
        return self._taken

    def side_file(self, name: str) -> Path | None:  # noqa: ARG002 - asked of those that have a place
        """A file beside the rows, created and removed with them; None if there is no place for one."""
        return None

    def leave_out(self, id: str, reason: str) -> None:
        """Record that a finished input has no row; only sinks with a state of inputs do so."""

    def widen(self, columns: "Schema") -> None:
        """Add columns, in which existing rows have None."""
        self.schema = {**self.schema, **columns}

    def holds(self, keys: Collection[str]) -> set[str]:  # noqa: ARG002 - asked of those that can widen
        """Those of these keys whose rows are at the target, if columns may be added to it."""
        return set()

    def flush(self) -> None:
        """Write the buffered rows, all or none, so that another program may read them."""

    def close(self) -> None:
        """Write the buffered rows, close the target and release its lock; may be called twice."""
        with self._held:
            if self._is_open:
                self._is_open = False
                self._end()

    def read(self) -> Iterator[Row]:
        """The rows of the target, as they were written. Raises UsageError: this format cannot be read back."""
        raise UsageError(f"{self.title} cannot be read back into rows")

    def rows_so_far(self) -> Iterator[Row]:
        """The rows of the resumed run; none if there was none."""
        return self.read() if self.is_resumed else iter(())

    def outcomes(self) -> Counter[tuple[str, str]]:
        """How many rows of the resumed run there are, by status and reason; raises ``DAMAGED``: they cannot be read."""
        return self._earlier[0]

    def begin(self, input: Input) -> bool:
        """Whether an input is still to be done: no row of the resumed run has its id. Raises as ``outcomes``."""
        return input.id not in self._earlier[1]

    @cached_property
    def _earlier(self) -> tuple[Counter[tuple[str, str]], SeenAddresses]:
        """Outcomes and ids of the rows of the resumed run; the ids are not kept in memory."""
        outcomes, ids = Counter[tuple[str, str]](), SeenAddresses()
        for row in self.rows_so_far():
            outcomes[row["status"], row["reason"]] += 1
            ids.add(row["id"])
        return outcomes, ids

    def complete(self) -> None:
        """Declare, before ``close``, that all rows were written."""

    def _columns_of(self, row: Row) -> Row:
        """The columns of a row that belong to the schema."""
        return {name: row[name] for name in self.schema}

    def _start(self, *, append: bool) -> None:
        self._open(append=append)
        self._is_open = True

    @abstractmethod
    def _open(self, *, append: bool) -> None:
        """Create the target, or continue with the existing one."""

    @abstractmethod
    def _put(self, row: Row) -> None:
        """Write one row."""

    @abstractmethod
    def _end(self) -> None:
        """Close what ``_open`` opened."""

    def _claim(self) -> None:
        """Enter the lock into ``_held``; raise ``UsageError`` if the target is locked or can never be written."""

    def _holds_rows(self) -> bool:
        """Whether the target has content that new rows would destroy."""
        return False

    def _repair(self) -> None:
        """Drop an incomplete last row of a killed process; raise ``UsageError`` if these are not such rows."""

    def _take_columns(self) -> None:
        """Use the existing columns as the schema. Raises UsageError: the rows there cannot be resumed."""
        there = self._columns()
        if KEY not in there:
            raise UsageError(f"{self.name} has no column {KEY}: it was not made by this command; name another")
        self.schema = there

    def _columns(self) -> "Schema":
        """The existing columns, if columns can be added."""
        return {}


class FileSink(Sink):
    """A file, or standard output. If columns may be added, rows wait in memory; it is rewritten when it is closed."""

    can_resume = can_widen = True
    _file: OutputFile | StandardFile

    def __init__(self, target: str, schema: "Schema", table: str = "") -> None:
        super().__init__(target, schema, table)
        self._path = Path(target)
        self._there: Schema = {}
        self._waiting: list[Row] = []
        self._keys: set[str] = set()

    def write(self, row: Row) -> None:
        """Take one row; if columns may be added, it waits for those of all others."""
        if not self.is_widening:
            super().write(row)
            return
        self._waiting.append(row)
        self._keys.add(row[KEY])

    def holds(self, keys: Collection[str]) -> set[str]:
        """Those of these keys whose rows were in the file or wait."""
        return self._keys.intersection(keys)

    def close(self) -> None:
        """Rewrite the file if rows were waiting; else end it."""
        with self._held:
            if self._waiting:
                rows = chain(self.rows_so_far(), self._waiting)
                with replacing(self._path) as scratch:
                    self._write_file(scratch, ({name: row.get(name) for name in self.schema} for row in rows))
                self._waiting = []
            super().close()

    def rows_so_far(self) -> Iterator[Row]:
        """The existing rows, with their own columns if some may have been added."""
        if self.is_resumed and self.is_widening:
            return type(self)(self.target, self._there).read()
        return super().rows_so_far()

    def _write_file(self, path: Path, rows: Iterable[Row]) -> None:
        with type(self)(str(path), self.schema) as anew:
            for row in rows:
                anew.write(row)

    def _claim(self) -> None:
        if self.target != STDOUT:
            claim_file(self._path, self._held)

    def _holds_rows(self) -> bool:
        return self.target != STDOUT and holds_bytes(self._path)

    def _open(self, *, append: bool) -> None:
        self._file = StandardFile() if self.target == STDOUT else OutputFile(self._path, append=append)

    def _end(self) -> None:
        try:
            self._file.write(self._rest())
        finally:
            self._file.close()

    def _rest(self) -> bytes:
        """What follows the last row."""
        return b""

    def _take_columns(self) -> None:
        with refused(f"{self.target} cannot be resumed", *DAMAGED):
            super()._take_columns()
            self._there = self.schema
            self._keys = {row[KEY] for row in self.read() if KEY in row}


SINKS: Registry[type[Sink]] = Registry(
    "sink",
    {
        JSON_LINES: "iawce.data.sinks.jsonl",
        ".jsonl.gz": "iawce.data.sinks.jsonl",
        ".json": "iawce.data.sinks.jsonl",
        ".parquet": "iawce.data.sinks.parquet",
        ".csv": "iawce.data.sinks.csv",
        ".sqlite": "iawce.data.sinks.database",
        ".db": "iawce.data.sinks.database",
        SQLITE: "iawce.data.sinks.database",
        RUN: "iawce.data.run_folder.run_folder",
    },
)
"""Sinks by suffix, by scheme or by the slash at the end, imported when needed."""
