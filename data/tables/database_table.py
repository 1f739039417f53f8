"""A table of a database, by SQLAlchemy."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import islice
from typing import Any
from urllib.parse import parse_qs, urlsplit

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.sinks.json_text import plain_text
from iawce.data.tables import DATABASE, TABLES
from iawce.data.tables.growing_table import KEY, Cell, ColumnType, GrowingTable, is_date

ASKED = 500
"""Keys asked for at once: databases limit the variables of a statement."""

MOST_COLUMNS = {"sqlite": 2000, "postgresql": 1600, "mysql": 1017, "mariadb": 1017, "mssql": 1024}
FEWEST_COLUMNS = 1000
"""Columns of a table in other databases, such as Oracle."""
INSTALL = "; pip install 'iawce[postgres]', and write postgresql+psycopg://…"


@TABLES.register(DATABASE)
class DatabaseTable(GrowingTable):
    """A table of a database; the rows of a page are written in one transaction.

    Args:
        address: of the database, as SQLAlchemy writes it, or a file of SQLite.
        name: of the table; it is made with the first rows.

    Raises:
        UsageError: the address is none, the database cannot be opened, or the table was not made by this program.
        EnvironmentMissing: the library of this database is not installed.
    """

    def __init__(self, address: str, name: str) -> None:
        _refuse_table_in(address)
        try:
            self._engine = sql.create_engine(_url(address))
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            hint = INSTALL if "psycopg" in str(error) else ""
            raise EnvironmentMissing(f"no database can be opened by this address: {error}{hint}") from error
        except (ArgumentError, ValueError) as error:
            raise UsageError(f"no database can be opened by this address: {error}") from error
        try:
            self._table = _open(self._engine, name)
        except (SQLAlchemyError, ValueError) as error:
            self._engine.dispose()
            raise UsageError(f"the database cannot be opened: {error}") from error
        except UsageError:
            self._engine.dispose()
            raise
        self._name = name
        self.most_columns = MOST_COLUMNS.get(self._engine.dialect.name, FEWEST_COLUMNS)

    def _known(self, keys: Iterable[str]) -> set[str]:
        if self._table is None:
            return set()
        found: set[str] = set()
        asked, column = iter(keys), self._table.c[KEY]
        with _as_os_error(), self._engine.connect() as connection:
            while some := list(islice(asked, ASKED)):
                found.update(connection.scalars(sql.select(column).where(column.in_(some))))
        return found

    def _columns(self) -> Mapping[str, ColumnType]:
        return {} if self._table is None else {column.name: _column_type(column.type) for column in self._table.columns}

    def _grow(self, columns: Mapping[str, ColumnType]) -> None:
        if not columns:
            return
        added = [sql.Column(name, _sql_type(name, kind), primary_key=name == KEY) for name, kind in columns.items()]
        with _as_os_error(), self._engine.begin() as connection:
            if self._table is None:
                sql.Table(self._name, sql.MetaData(), *added).create(connection)
            else:
                quoted = self._engine.dialect.identifier_preparer.quote(self._name)
                for column in added:
                    written = CreateColumn(column).compile(dialect=self._engine.dialect)
                    connection.exec_driver_sql(f"ALTER TABLE {quoted} ADD COLUMN {written}")
            self._table = sql.Table(self._name, sql.MetaData(), autoload_with=connection)

    def _insert(self, rows: Sequence[Mapping[str, Cell]]) -> None:
        if self._table is None:
            raise OSError(f"the table {self._name} is gone")
        names = [column.name for column in self._table.columns]
        kinds = self._columns()
        complete = [{name: _stored(kinds[name], row.get(name)) for name in names} for row in rows]
        with _as_os_error(), self._engine.begin() as connection:
            connection.execute(sql.insert(self._table), complete)

    def close(self) -> None:
        """End all connections; every page that was added is written."""
        self._engine.dispose()


@TABLES.register(".sqlite")
@TABLES.register(".db")
def sqlite_file(target: str, name: str) -> DatabaseTable:
    """A table of an SQLite database that is named by its file."""
    return DatabaseTable(target, name)


def _url(address: str) -> str | sql.URL:
    return address if DATABASE in address else sql.URL.create("sqlite", database=address)


def _refuse_table_in(address: str) -> None:
    """The sinks of ``extract`` name their table in the address; here SQLAlchemy would pass over it.

    Raises:
        UsageError: the address names a table.
    """
    if "table" in parse_qs(urlsplit(address).query):
        raise UsageError(f"{address} names a table in its address: take that away and give --table")


def _sql_type(name: str, kind: ColumnType) -> sql.types.TypeEngine[Any]:
    if name == KEY:
        return sql.String(16)
    match kind:
        case ColumnType.NUMBER:
            return sql.Double()
        case ColumnType.DATE:
            return sql.Date()
    return sql.Text()


def _column_type(kind: sql.types.TypeEngine[Any]) -> ColumnType:
    if isinstance(kind, sql.Float | sql.Numeric | sql.Integer):
        return ColumnType.NUMBER
    return ColumnType.DATE if isinstance(kind, sql.Date) else ColumnType.TEXT


def _stored(kind: ColumnType, cell: Cell) -> date | Cell:
    if kind is ColumnType.DATE and isinstance(cell, str) and is_date(cell):
        return date.fromisoformat(cell)
    return plain_text(cell).replace("\0", "") if isinstance(cell, str) else cell


@contextmanager
def _as_os_error() -> Iterator[None]:
    """A full disk or a locked database is an ``OSError``, as with files."""
    try:
        yield
    except SQLAlchemyError as error:
        raise OSError(str(getattr(error, "orig", error))) from error


def _open(engine: sql.Engine, name: str) -> sql.Table | None:
    """The table, None if it is not there yet."""
    if not sql.inspect(engine).has_table(name):
        return None
    table = sql.Table(name, sql.MetaData(), autoload_with=engine)
    if KEY not in table.c:
        raise UsageError(f"the table {name} has no column {KEY}: it was not made by this command; name another")
    return table
