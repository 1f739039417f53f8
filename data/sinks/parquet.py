"""Parquet, by pyarrow."""

import json
from collections.abc import Iterable, Iterator
from glob import escape
from pathlib import Path
from typing import Any

from msgspec.inspect import (
    BoolType,
    CollectionType,
    DataclassType,
    DictType,
    FloatType,
    IntType,
    TupleType,
    Type,
    UnionType,
)

from iawce.data.errors import EnvironmentMissing
from iawce.data.sinks import SINKS
from iawce.data.sinks.file_sink import FileSink
from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.output_file import holds_bytes, replacing
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Schema, fields_of, unless_null
from iawce.data.sinks.sink import Row

GROUP = 1000
"""Most rows of a row group."""
GROUP_CHARACTERS = 16 << 20
"""A row group is also ended when the texts of its rows have this many characters: it is held in memory."""


@SINKS.register(".parquet")
class Parquet(FileSink):
    """A Parquet file with typed, nested columns, written in row groups.

    A Parquet file cannot be read before its end is written, nor be added to. So rows are kept as JSON lines beside it,
    and the file is made of them when the sink is closed; the rows of a process that was killed are lost in no case.
    """

    title = "Parquet"
    note = (
        "nested columns (`list<struct<…>>`, `map<string, double>`), zstd; the values of `scores`, which are of several "
        "types, are JSON texts; needs `pip install 'iawce[parquet]'`"
    )

    def read(self) -> Iterator[Row]:
        """The rows of a file."""
        with _pyarrow().parquet.ParquetFile(self._path) as file:
            for batch in file.iter_batches(batch_size=GROUP, columns=list(self.schema)):
                for row in batch.to_pylist():
                    yield {name: _from_arrow(kind, row[name]) for name, kind in self.schema.items()}

    def rows_so_far(self) -> Iterator[Row]:
        """The rows of the file, then those beside it, if the run is gone on with."""
        return self._all_rows() if self.is_resumed and not self.is_widening else super().rows_so_far()

    def _all_rows(self) -> Iterator[Row]:
        if holds_bytes(self._path):
            yield from self.read()
        if holds_bytes(self._rows_beside()):
            yield from self._unfinished().read()

    def _check(self) -> None:
        _pyarrow()
        super()._check()

    def _columns(self) -> Schema:
        return {column.name: _kind(column) for column in _pyarrow().parquet.read_schema(self._path)}

    def _holds_rows(self) -> bool:
        return super()._holds_rows() or holds_bytes(self._rows_beside())

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
                self._write_file(scratch, self._all_rows())
        kept.unlink()

    def _write_file(self, path: Path, rows: Iterable[Row]) -> None:
        arrow = _pyarrow()
        columns = arrow.schema([_column(name, kind) for name, kind in self.schema.items()])
        with arrow.parquet.ParquetWriter(path, columns, compression="zstd") as writer:
            for group in _groups(rows):
                cells = [{name: _to_arrow(kind, row[name]) for name, kind in self.schema.items()} for row in group]
                writer.write_table(arrow.Table.from_pylist(cells, schema=columns))

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


def _column(name: str, kind: Type) -> Any:
    """A column; what its type does not tell its metadata do."""
    arrow = _pyarrow()
    return arrow.field(name, _arrow_type(kind), metadata={"type": "date"} if kind == DATE else None)


def _kind(column: Any) -> Type:
    """What a column of a growing table holds."""
    if (column.metadata or {}).get(b"type") == b"date":
        return DATE
    return NUMBER if column.type == _pyarrow().float64() else TEXT


def _arrow_type(kind: Type) -> Any:
    arrow = _pyarrow()
    match unless_null(kind)[0]:
        case CollectionType(items):
            return arrow.list_(_arrow_type(items))
        case TupleType(items):
            return arrow.list_(_arrow_type(items[0]))
        case DictType(_, values):
            return arrow.map_(arrow.string(), _arrow_type(values))
        case DataclassType() as fields:
            return arrow.struct([(name, _arrow_type(field)) for name, field in fields_of(fields).items()])
        case IntType():
            return arrow.int64()
        case FloatType():
            return arrow.float64()
        case BoolType():
            return arrow.bool_()
    return arrow.string()


def _to_arrow(kind: Type, value: Any) -> Any:
    """A value as pyarrow takes it: maps as pairs, values of several types as JSON, text that UTF-8 can hold."""
    match unless_null(kind)[0]:
        case _ if value is None:
            return None
        case CollectionType(items):
            return [_to_arrow(items, item) for item in value]
        case DictType(_, values):
            return [(plain_text(name), _to_arrow(values, item)) for name, item in value.items()]
        case DataclassType() as fields:
            return {name: _to_arrow(field, value[name]) for name, field in fields_of(fields).items()}
        case UnionType():
            return json_text(value)
    return plain_text(value) if isinstance(value, str) else value


def _from_arrow(kind: Type, value: Any) -> Any:
    match unless_null(kind)[0]:
        case _ if value is None:
            return None
        case CollectionType(items):
            return [_from_arrow(items, item) for item in value]
        case DictType(_, values):
            return {name: _from_arrow(values, item) for name, item in value}
        case DataclassType() as fields:
            return {name: _from_arrow(field, value[name]) for name, field in fields_of(fields).items()}
        case UnionType():
            return json.loads(value)
    return value
