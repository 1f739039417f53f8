"""A table of an SQLite database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from iawce.data.errors import UsageError
from iawce.data.sinks import SINKS
from iawce.data.sinks.cells import from_cell, inner_type, to_cell
from iawce.data.sinks.output_file import check_file, holds_bytes
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
    """Rows of one table; other tables of the database are left alone."""

    title = "SQLite"
    note = (
        f"table `{TABLE}`, or that of `sqlite:///FILE?table=NAME` (four slashes for an absolute path); "
        "scalars are columns, booleans 0 or 1, all else JSON text"
    )
    can_resume = True

    def __init__(self, target: str, schema: Schema) -> None:
        super().__init__(target, schema)
        path, self._table = _address(target)
        self._path, self._kinds, self._pending = Path(path), schema.fields, 0

    def read(self) -> Iterator[Row]:
        """The rows of the table in the order in which they were written."""
        names = ", ".join(map(_quoted, self._kinds))
        found = self._ask(f"SELECT {names} FROM {_quoted(self._table)} ORDER BY rowid")  # noqa: S608 - quoted
        for cells in found:
            pairs = zip(self._kinds.items(), cells, strict=True)
            yield {name: from_cell(kind, cell) for (name, kind), cell in pairs}

    def _check(self) -> None:
        check_file(self._path)
        if holds_bytes(self._path):
            try:
                self._columns()
            except ValueError as error:
                raise UsageError(f"{self.target} cannot be written: {error}") from error

    def _holds_rows(self) -> bool:
        return holds_bytes(self._path) and bool(self._columns())

    def _repair(self) -> None:
        """Nothing can be torn: a row is committed or not there."""
        if self._columns() != list(self._kinds):
            raise UsageError(f"{self.target} cannot be gone on with: its columns are others")

    def _open(self, *, append: bool) -> None:
        with _as_os_error():
            self._database = sqlite3.connect(self._path)
            if not append:
                columns = ", ".join(f"{_quoted(name)} {_column_type(kind)}" for name, kind in self._kinds.items())
                self._database.execute(f"DROP TABLE IF EXISTS {_quoted(self._table)}")
                self._database.execute(f"CREATE TABLE {_quoted(self._table)} ({columns})")

    def _put(self, row: Row) -> None:
        """Insert one row; it is committed with the next hundred or on closing."""
        cells = [to_cell(kind, row[name]) for name, kind in self._kinds.items()]
        places = ", ".join("?" * len(cells))
        with _as_os_error():
            self._database.execute(f"INSERT INTO {_quoted(self._table)} VALUES ({places})", cells)  # noqa: S608 - quoted
            self._pending += 1
            if self._pending % COMMIT_EVERY == 0:
                self._database.commit()

    def _end(self) -> None:
        with _as_os_error(), closing(self._database):
            self._database.commit()

    def _columns(self) -> list[str]:
        """Names of the table's columns; empty if there is no such table."""
        return [str(name) for _, name, *_ in self._ask(f"PRAGMA table_info({_quoted(self._table)})")]

    def _ask(self, question: str) -> Iterator[tuple[Any, ...]]:
        try:
            with closing(sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)) as database:
                yield from database.execute(question)
        except sqlite3.Error as error:
            raise ValueError(str(error)) from error


@contextmanager
def _as_os_error() -> Iterator[None]:
    """A full disk or a locked database is an ``OSError``, as with other files."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


def _address(target: str) -> tuple[str, str]:
    """File and table of a target."""
    if "://" not in target:
        return target, TABLE
    parts = urlsplit(target)
    settings = parse_qs(parts.query, keep_blank_values=True)
    path, tables = unquote(parts.path.removeprefix("/")), settings.pop("table", [TABLE])
    if parts.netloc or not path or settings or len(tables) != 1 or not tables[0]:
        raise UsageError(f"{target} is not of the form sqlite:///FILE or sqlite:///FILE?table=NAME")
    return path, tables[0]


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _column_type(kind: Type) -> str:
    types = {Scalar.INTEGER: "INTEGER", Scalar.NUMBER: "REAL", Scalar.BOOLEAN: "INTEGER"}
    inner = inner_type(kind)
    return types.get(inner, "TEXT") if isinstance(inner, Scalar) else "TEXT"
