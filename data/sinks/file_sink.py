"""Rows in one file. If columns may be added, it is rewritten completely when the sink is closed."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.data.sinks.output_file import check_file, holds_bytes, replacing, sole_writer
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import DAMAGED, KEY, Row, Sink


class FileSink(Sink):
    """A file; if columns may be added, new rows wait in memory, with the keys of existing ones."""

    can_resume = can_widen = True

    def __init__(self, target: str, schema: Schema, table: str = "") -> None:
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
        """Write a new file."""
        with type(self)(str(path), self.schema) as anew:
            for row in rows:
                anew.write(row)

    def _claim(self) -> None:
        check_file(self._path)
        self._held.enter_context(sole_writer(self._path))

    def _holds_rows(self) -> bool:
        return holds_bytes(self._path)

    def _take_columns(self) -> None:
        try:
            super()._take_columns()
            self._there = self.schema
            self._keys = {row[KEY] for row in self.read() if KEY in row}
        except DAMAGED as error:
            raise UsageError(f"{self.target} cannot be resumed: {error}") from error

    @abstractmethod
    def _columns(self) -> Schema:
        """The columns of the file."""
