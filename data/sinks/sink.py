"""The interface of a sink: it takes rows one at a time, most can read them back, and to many columns can be added."""

import zlib
from abc import abstractmethod
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from iawce.data.closing import Closing
from iawce.data.errors import UsageError
from iawce.data.network.address import without_credentials

if TYPE_CHECKING:  # who asks for help does not wait for msgspec
    from iawce.data.sinks.earlier_rows import Earlier
    from iawce.data.sinks.schema import Schema

Row = dict[str, Any]
KEY = "row_key"
"""The column by which rows are known where columns may be added: no two rows have the same in it."""
DAMAGED = (OSError, EOFError, ValueError, LookupError, TypeError, RecursionError, zlib.error)
"""What reading rows raises that no sink wrote, or that a disk lost."""


class Existing(StrEnum):
    """What becomes of rows that are at the target already; ``WIDEN`` continues with them, whatever their columns."""

    REFUSE = "refuse"
    OVERWRITE = "overwrite"
    RESUME = "resume"
    WIDEN = "widen"


class Sink(Closing):
    """Where rows go; the target comes into being with the first row. Use as a context manager.

    From ``prepare`` to ``close`` no other command writes to the target. A sink of one's own implements ``_open``,
    ``_put`` and ``_end``, and what of the rest its format can do.

    Args:
        target: a path, or an address with a scheme of this sink.
        schema: the columns; each row has all of them, and they stay in this order.
        table: name of the table, in what has several; empty for the usual one.

    Attributes:
        name: of the target in messages, without a password.
        title: name of the format.
        note: how the columns are stored; both are in ``docs/rows.md``.
        can_resume: whether rows can be added to those of an earlier run, which have to be read for that.
        can_widen: whether columns can be added, too.
        has_tables: whether a target holds several tables, each with a name.
        is_typed: whether a column takes values of one type only.
        most_columns: that there may be.
    """

    title: ClassVar[str]
    note: ClassVar[str]
    can_resume: ClassVar[bool] = False
    can_widen: ClassVar[bool] = False
    has_tables: ClassVar[bool] = False
    is_typed: ClassVar[bool] = True
    most_columns: int = 10_000

    def __init__(self, target: str, schema: "Schema", table: str = "") -> None:
        self.target, self.schema, self.table = target, schema, table
        self.name = without_credentials(target)
        self.is_resumed = self.is_widening = self._is_open = False
        self._held, self._taken = ExitStack(), 0

    def prepare(self, existing: Existing = Existing.REFUSE) -> Self:
        """Find out, before work begins, whether rows can be written, and keep others from doing so; nothing is lost.

        Raises:
            UsageError: the target cannot be written, another command writes to it, or it holds rows that are to be kept
                or that cannot be resumed.
            EnvironmentMissing: a library is not installed.
        """
        if existing == Existing.RESUME and not self.can_resume:
            raise UsageError(f"--resume cannot continue {self.title}: name a file such as rows.jsonl with -o")
        self.is_widening = existing == Existing.WIDEN
        with ExitStack() as refused:
            refused.push(self._held)
            self._claim()
            self._look(existing)
            refused.pop_all()
        return self

    def _look(self, existing: Existing) -> None:
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

    def write(self, row: Row) -> None:
        """Take one row; lone surrogates in its text become question marks.

        Raises:
            OSError: it cannot be written; the rows before it are whole.
        """
        if not self._is_open:
            self._start(append=self.is_widening)
        self._put(row)
        self._taken += 1

    @property
    def written(self) -> int:
        """How many of the rows that it took are at the target, whatever becomes of this process."""
        return self._taken

    def side_file(self, name: str) -> Path | None:  # noqa: ARG002 - asked of those that have a place
        """A file beside the rows, which comes and goes with them; None where there is no place for one."""
        return None

    def leave_out(self, id: str, reason: str) -> None:
        """An input that is done has no row; only what knows more of inputs than rows keeps that.

        Raises:
            OSError: it cannot be kept.
        """

    def widen(self, columns: "Schema") -> None:
        """Add columns, in which the rows that are there have None.

        Raises:
            OSError: they cannot be added.
        """
        self.schema = {**self.schema, **columns}

    def holds(self, keys: Collection[str]) -> set[str]:  # noqa: ARG002 - asked of those that can widen
        """Those of these keys whose rows are at the target, if columns may be added to it.

        Raises:
            OSError: it cannot be read.
        """
        return set()

    def flush(self) -> None:
        """Write the buffered rows, all or none, where another program may read them already.

        Raises:
            OSError: they cannot be written.
        """

    def close(self) -> None:
        """Write the buffered rows and close the target, for others to write to; may be called twice.

        Raises:
            OSError: they cannot be written.
        """
        with self._held:
            if self._is_open:
                self._is_open = False
                self._end()

    def read(self) -> Iterator[Row]:
        """The rows of the target, as they were written.

        Raises:
            UsageError: this format cannot be read back.
        """
        raise UsageError(f"{self.title} cannot be read back into rows")

    def rows_so_far(self) -> Iterator[Row]:
        """The rows of the run that is resumed; none if there was none."""
        return self.read() if self.is_resumed else iter(())

    def earlier(self) -> "Earlier":
        """What is done already, of the run that is resumed.

        Raises:
            OSError, ValueError: its rows are damaged.
        """
        from iawce.data.sinks.earlier_rows import EarlierRows  # noqa: PLC0415 - it imports this module

        return EarlierRows(self.rows_so_far())

    def complete(self) -> None:
        """Say, before ``close``, that all rows were written.

        Raises:
            OSError: what belongs at the end cannot be written.
        """

    def _columns_of(self, row: Row) -> Row:
        """What of a row belongs to the schema."""
        return {name: row[name] for name in self.schema}

    def _start(self, *, append: bool) -> None:
        self._open(append=append)
        self._is_open = True

    @abstractmethod
    def _open(self, *, append: bool) -> None:
        """Make the target anew, or continue with what is there."""

    @abstractmethod
    def _put(self, row: Row) -> None:
        """Write one row."""

    @abstractmethod
    def _end(self) -> None:
        """Close what ``_open`` opened."""

    def _claim(self) -> None:
        """Let ``_held`` keep others away; raise ``UsageError`` if one is there or nothing can ever be written."""

    def _holds_rows(self) -> bool:
        """Whether there is something that rows written anew would destroy."""
        return False

    def _repair(self) -> None:
        """Drop a torn last row, which a killed process left; raise ``UsageError`` if these are no such rows."""

    def _take_columns(self) -> None:
        """Take the columns that are there for the schema.

        Raises:
            UsageError: the rows there cannot be resumed.
        """
        there = self._columns()
        if KEY not in there:
            raise UsageError(f"{self.name} has no column {KEY}: it was not made by this command; name another")
        self.schema = there

    def _columns(self) -> "Schema":
        """The columns that are there, if any can be added."""
        return {}
