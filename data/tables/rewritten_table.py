"""A table in a file that is written anew when it has grown."""

import zlib
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.data.sinks.output_file import check_file, holds_bytes, replacing
from iawce.data.tables.growing_table import KEY, Cell, ColumnType, GrowingTable

Rows = list[dict[str, Cell]]


class RewrittenTable(GrowingTable):
    """All rows are held in memory; closing writes a new file, which takes the place of the old one once it is whole.

    Args:
        target: a file.
        name: of the table, which a file has not.

    Raises:
        UsageError: it cannot be written, or holds another table.
    """

    def __init__(self, target: str, name: str = "") -> None:  # noqa: ARG002 - as databases have one
        self.path = Path(target)
        self.columns: dict[str, ColumnType] = {}
        self.rows: Rows = []
        try:
            check_file(self.path)
            if holds_bytes(self.path):
                self._read()
        except (OSError, EOFError, ValueError, KeyError, zlib.error) as error:
            raise UsageError(f"{target} cannot be gone on with: {error}") from error
        if (self.rows or self.columns) and KEY not in self.columns:
            raise UsageError(f"{target} has no column {KEY}: it was not made by this command; name another")
        self._keys = {row.get(KEY) for row in self.rows}
        self._has_grown = False

    @abstractmethod
    def _read(self) -> None:
        """Read columns and rows of the file."""

    @abstractmethod
    def _write(self, path: Path) -> None:
        """Write columns and rows into a new file."""

    def _known(self, keys: Iterable[str]) -> set[str]:
        return {key for key in keys if key in self._keys}

    def _columns(self) -> Mapping[str, ColumnType]:
        return self.columns

    def _grow(self, columns: Mapping[str, ColumnType]) -> None:
        self.columns.update(columns)

    def _insert(self, rows: Sequence[Mapping[str, Cell]]) -> None:
        self.rows += [dict(row) for row in rows]
        self._keys.update(row.get(KEY) for row in rows)
        self._has_grown = True

    def close(self) -> None:
        """Write the file, if there are new rows."""
        if self._has_grown:
            with replacing(self.path) as scratch:
                self._write(scratch)
            self._has_grown = False
