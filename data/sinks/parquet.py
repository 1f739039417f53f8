"""Parquet, by pyarrow."""

import json
from collections.abc import Iterator
from typing import Any

from iawce.data.errors import EnvironmentMissing
from iawce.data.sinks import SINKS
from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.schema import Choice, ListOf, MapOf, Nullable, Scalar, Schema, Struct, Type
from iawce.data.sinks.sink import Row, Sink, opening

GROUP = 1000
"""Most rows of a row group."""
GROUP_CHARACTERS = 16 << 20
"""A row group is also ended when the texts of its rows have this many characters: it is held in memory."""


@SINKS.register(".parquet")
class Parquet(Sink):
    """A Parquet file with typed, nested columns, written in row groups."""

    title = "Parquet"
    note = (
        "nested columns (`list<struct<…>>`, `map<string, double>`), zstd; the values of `scores`, which are of several "
        "types, are JSON texts; needs `pip install 'iawce[parquet]'`"
    )

    def __init__(self, target: str, schema: Schema) -> None:
        self._arrow = _pyarrow()
        self._schema, self._rows, self._characters = schema, list[Row](), 0
        self._columns = self._arrow.schema([(name, _arrow_type(kind)) for name, kind in schema.fields.items()])
        with opening(target):
            self._writer = self._arrow.parquet.ParquetWriter(target, self._columns, compression="zstd")

    def write(self, row: Row) -> None:
        """Take one row; it is written with its row group."""
        self._rows.append(_to_arrow(self._schema, row))
        self._characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= GROUP or self._characters >= GROUP_CHARACTERS:
            self._flush()

    def close(self) -> None:
        """Write the last row group and the footer."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._columns))
        self._rows, self._characters = [], 0

    @classmethod
    def read(cls, target: str, schema: Schema) -> Iterator[Row]:
        """The rows of a file."""
        with _pyarrow().parquet.ParquetFile(target) as file:
            for batch in file.iter_batches(batch_size=GROUP, columns=list(schema.fields)):
                for row in batch.to_pylist():
                    yield _from_arrow(schema, row)


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
