"""A table of a database, by SQLAlchemy."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from msgspec.inspect import BoolType, DateType, FloatType, IntType, Type
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from iawce.data.errors import UsageError
from iawce.data.sinks import SINKS, SQLITE
from iawce.data.sinks.cells import from_cell, to_cell
from iawce.data.sinks.database_address import TABLE, open_database
from iawce.data.sinks.database_lock import sole_table_writer
from iawce.data.sinks.output_file import check_file, holds_bytes
from iawce.data.sinks.output_lock import sole_writer
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Schema, unless_null
from iawce.data.sinks.sink import KEY, Row, Sink

COMMIT_EVERY = 100
"""Rows of one transaction, unless they are flushed."""
COMMIT_CHARACTERS = 16 << 20
"""Characters of a transaction's rows at which it is ended, too, since they are kept in memory."""
ASKED = 500
"""Keys in one query: databases limit the variables of a statement."""
MOST_COLUMNS = {"sqlite": 2000, "postgresql": 1600, "mysql": 1017, "mariadb": 1017, "mssql": 1024}
FEWEST_COLUMNS = 1000
"""Columns of a table in other databases, such as Oracle."""


@SINKS.register(".sqlite")
@SINKS.register(".db")
@SINKS.register(SQLITE)
class Database(Sink):
    """Rows of one table; other tables of the database are left alone.

    With a ``table`` the target is any address of SQLAlchemy; without, it is an address of SQLite that may name the
    table.
    """

    title = "SQLite"
    note = (
        f"table `{TABLE}`, or that of `sqlite:///FILE?table=NAME` (four slashes for an absolute path); "
        "scalars are columns, booleans 0 or 1, all else JSON text"
    )
    can_resume = can_widen = has_tables = True

    def __init__(self, target: str, schema: Schema, table: str = "") -> None:
        super().__init__(target, schema, table)
        self._engine, self.table = open_database(target, table)
        url = self._engine.url
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        self._path = Path(url.database or "") if self._is_sqlite and "uri" not in url.query else None
        self.most_columns = MOST_COLUMNS.get(self._engine.dialect.name, FEWEST_COLUMNS)
        self._there: Schema = {}
        self._pending: list[dict[str, Any]] = []
        self._characters = 0

    def read(self) -> Iterator[Row]:
        """The rows of the table, those of SQLite in the order in which they were written."""
        if self._path and not holds_bytes(self._path):
            raise FileNotFoundError(f"there is no file {self._path}")
        query = sql.select(*self._made().columns)
        with _raising(ValueError), self._engine.connect() as connection:
            for cells in connection.execute(query.order_by(sql.text("rowid")) if self._is_sqlite else query):
                pairs = zip(self.schema.items(), cells, strict=True)
                yield {name: from_cell(kind, cell) for (name, kind), cell in pairs}

    def widen(self, columns: Schema) -> None:
        """Add columns to the table, or to its definition."""
        super().widen(columns)
        if not self._there:
            return
        quoted = self._engine.dialect.identifier_preparer.quote(self.table)
        with _raising(OSError), self._engine.begin() as connection:
            for name, kind in columns.items():
                written = CreateColumn(_column(name, kind)).compile(dialect=self._engine.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {quoted} ADD COLUMN {written}")
        self._there = self.schema

    def holds(self, keys: Collection[str]) -> set[str]:
        """Those of these keys that are in the table now, from any program."""
        if not self._there:
            return set()
        found, asked, column = set[str](), iter(keys), self._made().c[KEY]
        with _raising(OSError), self._engine.connect() as connection:
            while some := list(islice(asked, ASKED)):
                found.update(connection.scalars(sql.select(column).where(column.in_(some))))
        return found

    def flush(self) -> None:
        """Insert the rows since the last time, in one transaction."""
        if self._pending:
            with _raising(OSError), self._engine.begin() as connection:
                connection.execute(sql.insert(self._made()), self._pending)
            self._pending, self._characters = [], 0

    @property
    def written(self) -> int:
        """Number of committed rows."""
        return self._taken - len(self._pending)

    def _claim(self) -> None:
        try:
            if self._path:
                check_file(self._path)
                self._held.enter_context(sole_writer(self._path, self.table))
            with _raising(ValueError):
                self._held.enter_context(sole_table_writer(self._engine, self.table))
            self._there = self._columns()
        except ValueError as error:
            raise UsageError(f"{self._engine.url} cannot be written: the database cannot be opened: {error}") from error

    def _holds_rows(self) -> bool:
        return bool(self._there)

    def _repair(self) -> None:
        """No row can be incomplete: it is committed or absent."""
        if list(self._there) != list(self.schema):
            raise UsageError(f"{self.target} cannot be resumed: its columns are others")

    def _open(self, *, append: bool) -> None:
        with _raising(OSError), self._engine.begin() as connection:
            if not append:
                self._made().drop(connection, checkfirst=True)
            self._made().create(connection, checkfirst=True)
        self._there = self.schema

    def _put(self, row: Row) -> None:
        """Keep one row for the next transaction."""
        cells = {name: self._stored(kind, row[name]) for name, kind in self.schema.items()}
        self._pending.append(cells)
        self._characters += sum(len(cell) for cell in cells.values() if isinstance(cell, str))
        is_much = len(self._pending) >= COMMIT_EVERY or self._characters >= COMMIT_CHARACTERS
        if is_much and not self.is_widening:
            self.flush()

    def _end(self) -> None:
        self.flush()

    def _columns(self) -> Schema:
        """The columns of the table; none if there is no such table."""
        if self._path and not holds_bytes(self._path):
            return {}
        with _raising(ValueError), self._engine.connect() as connection:
            there = sql.inspect(connection)
            found = there.get_columns(self.table) if there.has_table(self.table) else []
        return {column["name"]: _kind(column["type"]) for column in found}

    def _made(self) -> sql.Table:
        return sql.Table(self.table, sql.MetaData(), *(_column(name, kind) for name, kind in self.schema.items()))

    def _stored(self, kind: Type, value: Any) -> date | str | float | None:
        cell = to_cell(value)
        if not isinstance(cell, str):
            return cell
        if isinstance(kind, DateType):
            return date.fromisoformat(cell)
        return cell if self._is_sqlite else cell.replace("\0", "")


@contextmanager
def _raising(kind: type[OSError | ValueError]) -> Iterator[None]:
    """Raise the errors of a full disk, a locked database or a damaged file as for other files."""
    try:
        yield
    except SQLAlchemyError as error:
        raise kind(str(getattr(error, "orig", error))) from error


def _column(name: str, kind: Type) -> sql.Column[Any]:
    return sql.Column(name, _sql_type(name, kind), primary_key=name == KEY)


def _sql_type(name: str, kind: Type) -> sql.types.TypeEngine[Any]:
    if name == KEY:
        return sql.String(16)
    match unless_null(kind)[0]:
        case FloatType():
            return sql.Double().with_variant(sql.REAL(), "sqlite")
        case IntType() | BoolType():
            return sql.Integer()
        case DateType():
            return sql.Date()
    return sql.Text()


def _kind(found: sql.types.TypeEngine[Any]) -> Type:
    """What a column of a growing table holds."""
    if isinstance(found, sql.Float | sql.Numeric | sql.Integer):
        return NUMBER
    return DATE if isinstance(found, sql.Date) else TEXT
