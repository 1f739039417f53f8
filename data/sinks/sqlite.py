"""A table of an SQLite database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from iawce.data.errors import UsageError
from iawce.data.sinks import SINKS
from iawce.data.sinks.cells import from_cell, inner_type, to_cell
from iawce.data.sinks.schema import Scalar, Schema, Type
from iawce.data.sinks.sink import Row, Sink

TABLE = "pages"
"""Table of rows if the address names none."""
COMMIT_EVERY = 100
"""Rows of one transaction."""


@SINKS.register(".sqlite")
@SINKS.register(".db")
@SINKS.register("sqlite://")
class Sqlite(Sink):
    """Rows of one table, which is made anew; other tables of the database are left alone."""

    title = "SQLite"
    note = (
        f"table `{TABLE}`, or that of `sqlite:///FILE?table=NAME` (four slashes for an absolute path), made anew; "
        "scalars are columns, booleans 0 or 1, all else JSON text"
    )

    def __init__(self, target: str, schema: Schema) -> None:
        path, table = _address(target)
        self._kinds, self._pending = schema.fields, 0
        try:
            self._database = _new_table(path, table, schema)
        except sqlite3.Error as error:
            raise UsageError(f"{target} cannot be written: {error}") from error
        places = ", ".join("?" * len(schema.fields))
        self._insert = f"INSERT INTO {_quoted(table)} VALUES ({places})"  # noqa: S608 - quoted

    def write(self, row: Row) -> None:
        """Insert one row; it is committed with the next hundred or on closing."""
        self._database.execute(self._insert, [to_cell(kind, row[name]) for name, kind in self._kinds.items()])
        self._pending += 1
        if self._pending % COMMIT_EVERY == 0:
            self._database.commit()

    def close(self) -> None:
        """Commit and close."""
        self._database.commit()
        self._database.close()

    @classmethod
    def read(cls, target: str, schema: Schema) -> Iterator[Row]:
        """The rows of the table in the order in which they were written."""
        path, table = _address(target)
        names = ", ".join(map(_quoted, schema.fields))
        try:
            with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as database:
                found = database.execute(f"SELECT {names} FROM {_quoted(table)} ORDER BY rowid")  # noqa: S608 - quoted
                for cells in found:
                    pairs = zip(schema.fields.items(), cells, strict=True)
                    yield {name: from_cell(kind, cell) for (name, kind), cell in pairs}
        except sqlite3.Error as error:
            raise ValueError(str(error)) from error


def _new_table(path: str, table: str, schema: Schema) -> sqlite3.Connection:
    columns = ", ".join(f"{_quoted(name)} {_column_type(kind)}" for name, kind in schema.fields.items())
    database = sqlite3.connect(path)
    try:
        database.execute(f"DROP TABLE IF EXISTS {_quoted(table)}")
        database.execute(f"CREATE TABLE {_quoted(table)} ({columns})")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _address(target: str) -> tuple[str, str]:
    """File and table of a target."""
    if "://" not in target:
        return target, TABLE
    parts = urlsplit(target)
    settings = parse_qs(parts.query)
    path, tables = unquote(parts.path.removeprefix("/")), settings.pop("table", [TABLE])
    if parts.netloc or not path or settings or len(tables) != 1:
        raise UsageError(f"{target} is not of the form sqlite:///FILE or sqlite:///FILE?table=NAME")
    return path, tables[0]


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _column_type(kind: Type) -> str:
    types = {Scalar.INTEGER: "INTEGER", Scalar.NUMBER: "REAL", Scalar.BOOLEAN: "INTEGER"}
    inner = inner_type(kind)
    return types.get(inner, "TEXT") if isinstance(inner, Scalar) else "TEXT"
