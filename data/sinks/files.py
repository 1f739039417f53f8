"""Where rows go: JSON lines or Parquet, told by the name of the file."""

import json
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TextIO

from iawce.data.errors import EnvironmentMissing, UsageError

Row = dict[str, Any]
PARQUET = ".parquet"
GROUP = 1000
"""Rows written to a Parquet file together."""


class Sink(Protocol):
    """Takes rows that all have the same keys."""

    def write(self, row: Row) -> None: ...  # noqa: D102 - described by the class


def open_sink(path: Path | None) -> "AbstractContextManager[Sink]":
    """A sink for ``path``; standard output if there is none.

    Raises:
        UsageError: the file cannot be written.
        EnvironmentMissing: Parquet is wanted and pyarrow is not installed.
    """
    if path is not None and path.suffix == PARQUET:
        return Parquet(path)
    return JsonLines(path)


def open_text(path: Path) -> TextIO:
    """Open a file for results.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        return path.open("w", encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error}") from error


class JsonLines(AbstractContextManager[Sink]):
    """One line of JSON a row, written at once."""

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO = open_text(path) if path else sys.stdout
        self._is_ours = path is not None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_ours:
            self._file.close()

    def write(self, row: Row) -> None:
        """Write one row."""
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._file.flush()


class Parquet(AbstractContextManager[Sink]):
    """A Parquet file; the types of its columns are those of the first row's values.

    A dictionary becomes a map from names to numbers, a list one of strings.
    """

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow.parquet  # noqa: PLC0415
        except ModuleNotFoundError as error:
            raise EnvironmentMissing("Parquet needs pyarrow: pip install 'iawce[parquet]'") from error
        self._arrow, self._path = pyarrow, path
        self._rows: list[Row] = []
        self._writer: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def write(self, row: Row) -> None:
        """Write one row, some time before the sink is closed."""
        self._rows.append(row)
        if len(self._rows) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return
        schema = self._arrow.schema([(name, self._type(value)) for name, value in self._rows[0].items()])
        rows = [{k: list(v.items()) if isinstance(v, dict) else v for k, v in row.items()} for row in self._rows]
        if self._writer is None:
            try:
                self._writer = self._arrow.parquet.ParquetWriter(self._path, schema, compression="zstd")
            except OSError as error:
                raise UsageError(f"{self._path} cannot be written: {error}") from error
        self._writer.write_table(self._arrow.Table.from_pylist(rows, schema=schema))
        self._rows.clear()

    def _type(self, value: object) -> Any:
        arrow = self._arrow
        if isinstance(value, dict):
            return arrow.map_(arrow.string(), arrow.float64())
        if isinstance(value, list | tuple):
            return arrow.list_(arrow.string())
        by_type = {bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64()}
        return by_type.get(type(value), arrow.string())
