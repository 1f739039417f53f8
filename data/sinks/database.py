"""A table of a database, by SQLAlchemy."""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import sqlalchemy as sql
from msgspec.inspect import BoolType, DateType, FloatType, IntType, Type
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateColumn

from iawce.data.errors import EnvironmentMissing, UsageError, installs, refused
from iawce.data.network.address import without_credentials
from iawce.data.sinks.output_file import claim_file, holds_bytes
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Schema, from_cell, to_cell, unless_null
from iawce.data.sinks.sink import KEY, SINKS, SQLITE, Row, Sink

TABLE = "pages"  # Table of rows if the address names none
HOLDER = sql.text(
    "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND granted "
    "AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND (classid::bigint << 32) | objid::bigint = :key"
)
COMMIT_EVERY = 100  # Rows of one transaction, unless they are flushed
COMMIT_CHARACTERS = 16 << 20
"""Characters of a transaction's rows at which it is ended, too, since they are kept in memory."""
ASKED = 500  # Keys in one query: databases limit the variables of a statement
MAX_COLUMNS = {"sqlite": 2000, "postgresql": 1600, "mysql": 1017, "mariadb": 1017, "mssql": 1024}
MIN_COLUMNS = 1000  # Columns of a table in other databases, such as Oracle


def open_database(target: str, table: str) -> tuple[sql.Engine, str]:
    """An engine for a database, and the table; nothing is opened yet.

    ``target`` is a file or any address of SQLAlchemy, which may name the ``table`` if none is given: ``?table=NAME``.
    Raises UsageError: there is no such address; EnvironmentMissing: the library of this database is not installed.
    """
    try:
        url, name = _parts(target, table)
        return sql.create_engine(url, poolclass=NullPool), name
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        hint = f"; {installs('postgres')}, and write postgresql+psycopg://…" if "psycopg" in str(error) else ""
        raise EnvironmentMissing(f"no database can be opened by this address: {error}{hint}") from error
    except (ArgumentError, ValueError) as error:
        raise UsageError(f"no database can be opened by this address: {error}") from error


def _parts(target: str, table: str) -> tuple[sql.URL, str]:
    """Database and table. Raises UsageError: two tables, or SQLite without a file; ArgumentError: no address."""
    if "://" not in target:
        return sql.URL.create("sqlite", database=target), table or TABLE
    address, _, query = target.partition("?")
    settings = parse_qs(query, keep_blank_values=True)
    if table:
        if "table" in settings:
            raise UsageError(f"{without_credentials(target)} names a table in its address: remove it and give --table")
        return sql.make_url(target), table
    (scheme, _, path), tables = address.partition("://"), settings.pop("table", [TABLE])
    if scheme.lower() != "sqlite" and len(tables) == 1 and tables[0]:
        return sql.make_url(target).difference_update_query(["table"]), tables[0]
    if settings or len(path) < 2 or path[0] != "/" or len(tables) != 1 or not tables[0]:
        raise UsageError(f"{without_credentials(target)} is not of the form sqlite:///FILE[?table=NAME]")
    return sql.URL.create("sqlite", database=unquote(path[1:])), tables[0]


@contextmanager
def sole_table_writer(engine: sql.Engine, table: str) -> Iterator[None]:
    """Keep other commands away from a table of PostgreSQL; other servers are not locked.

    Raises UsageError: another command, whose process it names, works on it; SQLAlchemyError: the server is not reached.
    """
    if engine.dialect.name != "postgresql":
        yield
        return
    key = int.from_bytes(sha256(table.encode("utf-8", "replace")).digest()[:8], "big", signed=True)
    lock = sql.cast(key, sql.BigInteger)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        name = {"name": f"iawce, process {os.getpid()}"}
        connection.execute(sql.text("SELECT set_config('application_name', :name, false)"), name)
        if not connection.scalar(sql.select(sql.func.pg_try_advisory_lock(lock))):
            holder = connection.scalar(HOLDER, {"key": key}) or "a process without a name"
            raise UsageError(f"another command is writing to the table {table} ({holder}): wait until it ends")
        try:
            yield
        finally:  # the server may end a session only after the next command has asked
            with suppress(sql.exc.SQLAlchemyError):  # a lost connection has no lock any more
                connection.execute(sql.select(sql.func.pg_advisory_unlock(lock)))


@SINKS.register(".sqlite")
@SINKS.register(".db")
@SINKS.register(SQLITE)
class Database(Sink):
    """Rows of one table, which the address of a file of SQLite may name; other tables are left alone."""

    title = "database"
    note = (
        f"table `{TABLE}`, or that of `sqlite:///FILE?table=NAME` (four slashes for an absolute path), or of any other "
        "address of SQLAlchemy, such as `postgresql+psycopg://USER@HOST/DATABASE?table=NAME`; scalars are columns, "
        "booleans 0 or 1, all else JSON text"
    )
    can_resume = can_widen = has_tables = True

    def __init__(self, target: str, schema: Schema, table: str = "") -> None:
        super().__init__(target, schema, table)
        self._engine, self.table = open_database(target, table)
        url = self._engine.url
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        self._path = Path(url.database or "") if self._is_sqlite and "uri" not in url.query else None
        self.most_columns = MAX_COLUMNS.get(self._engine.dialect.name, MIN_COLUMNS)
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
        with refused(f"{self._engine.url} cannot be written: the database cannot be opened", ValueError):
            if self._path:
                claim_file(self._path, self._held, self.table)
            with _raising(ValueError):
                self._held.enter_context(sole_table_writer(self._engine, self.table))
            self._there = self._columns()

    def _holds_rows(self) -> bool:
        return bool(self._there)

    def _repair(self) -> None:
        """No row can be incomplete: it is committed or absent."""
        if list(self._there) != list(self.schema):
            raise UsageError(f"{self.name} cannot be resumed: its columns are others")

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
    if name == KEY:
        return sql.Column(name, sql.String(16), primary_key=True)
    match unless_null(kind)[0]:
        case FloatType():
            return sql.Column(name, sql.Double().with_variant(sql.REAL(), "sqlite"))
        case IntType() | BoolType():
            return sql.Column(name, sql.Integer())
        case DateType():
            return sql.Column(name, sql.Date())
    return sql.Column(name, sql.Text())


def _kind(found: sql.types.TypeEngine[Any]) -> Type:
    """What a column of a growing table holds."""
    if isinstance(found, sql.Float | sql.Numeric | sql.Integer):
        return NUMBER
    return DATE if isinstance(found, sql.Date) else TEXT
