"""Chosen columns of the rows, in a chosen order; a part of an object is named with a dot."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

from msgspec.inspect import DataclassType

from iawce.data.errors import UsageError
from iawce.data.nearest import not_known
from iawce.data.sinks.schema import Schema, fields_of
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema


def chosen_columns(names: Sequence[str]) -> Schema:
    """The columns with these names, such as ``text`` and ``metadata.authors``.

    Raises:
        UsageError: there is no such column, or one is named twice.
    """
    known = dict(row_schema())
    for name, kind in row_schema().items():
        if isinstance(kind, DataclassType):
            known |= {f"{name}.{field}": inner for field, inner in fields_of(kind).items()}
    if unknown := [name for name in names if name not in known]:
        raise not_known("rows have no column", unknown[0], known)
    if len(set(names)) < len(names):
        raise UsageError("a column is named twice")
    return {name: known[name] for name in names}


def with_dotted(row: Row, columns: Schema) -> Row:
    """The row with those of the columns that are facts of an object."""
    return row | {name: reduce(_field, name.split("."), row) for name in columns if "." in name}


def _field(value: Any, name: str) -> Any:
    return value[name]
