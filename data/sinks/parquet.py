"""Parquet, by pyarrow."""

import json
from collections.abc import Iterable, Iterator
from glob import escape
from pathlib import Path
from typing import Any

from iawce.data.errors import EnvironmentMissing
from iawce.data.sinks import SINKS
from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.output_file import check_file, holds_bytes, replacing
from iawce.data.sinks.schema import Choice, ListOf, MapOf, Nullable, Scalar, Schema, Struct, Type
from iawce.data.sinks.sink import Row, Sink

GROUP = 1000
"""Most rows of a row group."""
GROUP_CHARACTERS = 16 << 20
"""A row group is also ended when the texts of its rows have this many characters: it is held in memory."""


@SINKS.register(".parquet")
class Parquet(Sink):
    """A Parquet file with typed, nested columns, written in row groups.

    A Parquet file cannot be read before its end is written, nor be added to. So rows are kept as JSON lines beside it,
    and the file is made of them when the sink is closed; the rows of a process that was killed are lost in no case.
    """

    title = "Parquet"
    note = (
        "nested columns (`list<struct<…>>`, `map<string, double>`), zstd; the values of `scores`, which are of several "
        "types, are JSON texts; needs `pip install 'iawce[parquet]'`"
    )
    can_resume = True

    def __init__(self, target: str, schema: Schema) -> None:
        super().__init__(target, schema)
        self._path = Path(target)

    def read(self) -> Iterator[Row]:
        """The rows of a file."""
        with _pyarrow().parquet.ParquetFile(self._path) as file:
            for batch in file.iter_batches(batch_size=GROUP, columns=list(self.schema.fields)):
                for row in batch.to_pylist():
                    yield _from_arrow(self.schema, row)

    def rows_so_far(self) -> Iterator[Row]:
        """The rows of the file, then those beside it, if the run is gone on with."""
        return self._all_rows() if self.is_resumed else iter(())

    def _all_rows(self) -> Iterator[Row]:
        if holds_bytes(self._path):
            yield from self.read()
        if holds_bytes(self._rows_beside()):
            yield from self._unfinished().read()

    def _check(self) -> None:
        _pyarrow()
        check_file(self._path)

    def _holds_rows(self) -> bool:
        return holds_bytes(self._path) or holds_bytes(self._rows_beside())

    def _repair(self) -> None:
        if holds_bytes(self._rows_beside()):
            self._unfinished()._repair()

    def _open(self, *, append: bool) -> None:
        if not append:
            for old in (self._path, *self._path.parent.glob(f"{escape(self._path.name)}.after-*.jsonl")):
                old.unlink(missing_ok=True)
        self._beside = self._unfinished()
        self._beside._start(append=append)

    def _put(self, row: Row) -> None:
        """Keep one row for the file."""
        self._beside.write(row)

    def _end(self) -> None:
        """Write the file, and only then remove the rows beside it."""
        self._beside.close()
        kept = Path(self._beside.target)
        if holds_bytes(kept):
            with replacing(self._path) as scratch:
                self._write(scratch)
        kept.unlink()

    def _write(self, scratch: Path) -> None:
        arrow = _pyarrow()
        columns = arrow.schema([(name, _arrow_type(kind)) for name, kind in self.schema.fields.items()])
        with arrow.parquet.ParquetWriter(scratch, columns, compression="zstd") as writer:
            for group in _groups(_to_arrow(self.schema, row) for row in self._all_rows()):
                writer.write_table(arrow.Table.from_pylist(group, schema=columns))

    def _unfinished(self) -> JsonLines:
        return JsonLines(str(self._rows_beside()), self.schema)

    def _rows_beside(self) -> Path:
        """The file of JSON lines that follow the rows of the Parquet file.

        The number of these is part of its name: rows that are in the Parquet file already are not taken again, should
        the process have been killed before it could remove them.
        """
        number = _pyarrow().parquet.read_metadata(self._path).num_rows if holds_bytes(self._path) else 0
        return self._path.with_name(f"{self._path.name}.after-{number}.jsonl")


def _groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Row groups of at most ``GROUP`` rows and about ``GROUP_CHARACTERS`` characters."""
    group, characters = list[Row](), 0
    for row in rows:
        group.append(row)
        characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(group) >= GROUP or characters >= GROUP_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise EnvironmentMissing("Parquet needs pyarrow: pip install 'iawce[parquet]'") from error
    return pyarrow


def _arrow_type(kind: Type) -> Any:
    arrow = _pyarrow()
    match kind:
        case Nullable(inner):
            return _arrow_type(inner)
        case ListOf(items):
            return arrow.list_(_arrow_type(items))
        case MapOf(values):
            return arrow.map_(arrow.string(), _arrow_type(values))
        case Struct(fields):
            return arrow.struct([(name, _arrow_type(field)) for name, field in fields.items()])
        case Scalar.INTEGER:
            return arrow.int64()
        case Scalar.NUMBER:
            return arrow.float64()
        case Scalar.BOOLEAN:
            return arrow.bool_()
    return arrow.string()


def _to_arrow(kind: Type, value: Any) -> Any:
    """A value as pyarrow takes it: maps as pairs, values of any type as JSON, text that UTF-8 can hold."""
    match kind:
        case Nullable(inner):
            return None if value is None else _to_arrow(inner, value)
        case ListOf(items):
            return [_to_arrow(items, item) for item in value]
        case MapOf(values):
            return [(plain_text(name), _to_arrow(values, item)) for name, item in value.items()]
        case Struct(fields):
            return {name: _to_arrow(field, value[name]) for name, field in fields.items()}
        case Scalar.ANY:
            return json_text(value)
        case Scalar.STRING | Choice():
            return plain_text(value)
    return value


def _from_arrow(kind: Type, value: Any) -> Any:
    match kind:
        case Nullable(inner):
            return None if value is None else _from_arrow(inner, value)
        case ListOf(items):
            return [_from_arrow(items, item) for item in value]
        case MapOf(values):
            return {name: _from_arrow(values, item) for name, item in value}
        case Struct(fields):
            return {name: _from_arrow(field, value[name]) for name, field in fields.items()}
        case Scalar.ANY:
            return json.loads(value)
    return value
