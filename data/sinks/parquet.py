"""Parquet, by pyarrow."""

import json
from collections.abc import Iterable, Iterator
from glob import escape
from pathlib import Path
from typing import Any

from msgspec import inspect as kinds
from msgspec.inspect import Type

from iawce.data.errors import needing
from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.output_file import holds_bytes, replacing
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Schema, fields_of, json_text, plain_text, unless_null
from iawce.data.sinks.sink import SINKS, FileSink, Row

GROUP = 1000  # Most rows of a row group
GROUP_CHARACTERS = 16 << 20  # Characters of a row group's texts at which it is ended, too, since it is kept in memory


def pyarrow() -> Any:
    """The library, with ``parquet``. Raises EnvironmentMissing: it is not installed."""
    with needing("parquet", "Parquet"):
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    return pyarrow


def column_type(column: Any) -> Type:
    """The type of a column of a growing table."""
    if (column.metadata or {}).get(b"type") == b"date":
        return DATE
    return NUMBER if column.type == pyarrow().float64() else TEXT


def _arrow_type(kind: Type) -> Any:
    arrow = pyarrow()
    match unless_null(kind)[0]:
        case kinds.CollectionType(items):
            return arrow.list_(_arrow_type(items))
        case kinds.TupleType(items):
            return arrow.list_(_arrow_type(items[0]))
        case kinds.DictType(_, values):
            return arrow.map_(arrow.string(), _arrow_type(values))
        case kinds.DataclassType() as fields:
            return arrow.struct([(name, _arrow_type(field)) for name, field in fields_of(fields).items()])
        case kinds.IntType():
            return arrow.int64()
        case kinds.FloatType():
            return arrow.float64()
        case kinds.BoolType():
            return arrow.bool_()
    return arrow.string()


def convert(kind: Type, value: Any, *, back: bool = False) -> Any:
    """A value in the form of pyarrow: maps as pairs, values of several types as JSON, valid UTF-8; or its original."""
    match unless_null(kind)[0]:
        case _ if value is None:
            return None
        case kinds.CollectionType(items):
            return [convert(items, item, back=back) for item in value]
        case kinds.DictType(_, values):
            pairs = value if back else [(plain_text(name), item) for name, item in value.items()]
            found = [(name, convert(values, item, back=back)) for name, item in pairs]
            return dict(found) if back else found
        case kinds.DataclassType() as fields:
            return {name: convert(field, value[name], back=back) for name, field in fields_of(fields).items()}
        case kinds.UnionType():
            return json.loads(value) if back else json_text(value)
    return plain_text(value) if isinstance(value, str) and not back else value


@SINKS.register(".parquet")
class Parquet(FileSink):
    """A Parquet file with typed, nested columns, written in row groups.

    A Parquet file cannot be read before its end is written, nor be extended. So rows are stored as JSON lines beside
    it, and the file is made from them when the sink is closed; the rows of a killed process are never lost.
    """

    title = "Parquet"
    note = (
        "nested columns (`list<struct<…>>`, `map<string, double>`), zstd; the values of `scores`, which are of several "
        "types, are JSON texts; needs `pip install 'iawce[parquet]'`"
    )

    def read(self) -> Iterator[Row]:
        """The rows of a file."""
        with pyarrow().parquet.ParquetFile(self._path) as file:
            for batch in file.iter_batches(batch_size=GROUP, columns=list(self.schema)):
                for row in batch.to_pylist():
                    yield {name: convert(kind, row[name], back=True) for name, kind in self.schema.items()}

    def rows_so_far(self) -> Iterator[Row]:
        """The rows of the file, then those beside it, if the run is resumed."""
        return self._all_rows() if self.is_resumed and not self.is_widening else super().rows_so_far()

    def _all_rows(self) -> Iterator[Row]:
        if holds_bytes(self._path):
            yield from self.read()
        if holds_bytes(self._rows_beside()):
            yield from self._unfinished().read()

    def _claim(self) -> None:
        pyarrow()
        super()._claim()

    def _columns(self) -> Schema:
        return {column.name: column_type(column) for column in pyarrow().parquet.read_schema(self._path)}

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
        arrow = pyarrow()
        columns = arrow.schema([
            arrow.field(name, _arrow_type(kind), metadata={"type": "date"} if kind == DATE else None)
            for name, kind in self.schema.items()
        ])  # fmt: skip
        with arrow.parquet.ParquetWriter(path, columns, compression="zstd") as writer:
            for group in _groups(rows):
                cells = [{name: convert(kind, row[name]) for name, kind in self.schema.items()} for row in group]
                writer.write_table(arrow.Table.from_pylist(cells, schema=columns))

    def _unfinished(self) -> JsonLines:
        return JsonLines(str(self._rows_beside()), self.schema)

    def _rows_beside(self) -> Path:
        """The file of JSON lines that follow the rows of the Parquet file.

        The number of the latter is part of its name, so that rows are not written twice if the process was killed
        before it could remove this file.
        """
        number = pyarrow().parquet.read_metadata(self._path).num_rows if holds_bytes(self._path) else 0
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
