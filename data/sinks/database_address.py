"""The database, and the table in it, that an address names."""

from urllib.parse import parse_qs, unquote

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.extras import installs
from iawce.data.network.address import without_credentials

TABLE = "pages"
"""Table of rows if the address names none."""


def open_database(target: str, table: str) -> tuple[sql.Engine, str]:
    """An engine for a database, and the table; nothing is opened yet.

    Args:
        target: a file of SQLite; with a table, any address of SQLAlchemy; else ``sqlite:///FILE?table=NAME``.
        table: of the database; empty if the address may name one.

    Raises:
        UsageError: there is no such address.
        EnvironmentMissing: the library of this database is not installed.
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
    """Database and table of a target.

    Raises:
        UsageError: the target names a table in addition to the given one, or is not of SQLite without a given one.
        ArgumentError: it is not an address of SQLAlchemy.
    """
    if "://" not in target:
        return sql.URL.create("sqlite", database=target), table or TABLE
    address, _, query = target.partition("?")
    settings = parse_qs(query, keep_blank_values=True)
    if table:
        if "table" in settings:
            raise UsageError(f"{without_credentials(target)} names a table in its address: remove it and give --table")
        return sql.make_url(target), table
    path, tables = address.partition("://")[2], settings.pop("table", [TABLE])
    if settings or len(path) < 2 or path[0] != "/" or len(tables) != 1 or not tables[0]:
        raise UsageError(f"{target} is not of the form sqlite:///FILE or sqlite:///FILE?table=NAME")
    return sql.URL.create("sqlite", database=unquote(path[1:])), tables[0]
