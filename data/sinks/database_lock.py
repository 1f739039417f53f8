"""One command at a time works on a table of a server: a lock that is released at the end, or with its connection."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

import sqlalchemy as sql

from iawce.data.errors import UsageError

HOLDER = sql.text(
    "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND granted "
    "AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND (classid::bigint << 32) | objid::bigint = :key"
)


@contextmanager
def sole_table_writer(engine: sql.Engine, table: str) -> Iterator[None]:
    """Keep other commands away from a table of PostgreSQL; other servers are not locked.

    Raises:
        UsageError: another command works on it; the message has the number of its process, on whatever machine.
        SQLAlchemyError: the server cannot be reached.
    """
    if engine.dialect.name != "postgresql":
        yield
        return
    key = int.from_bytes(sha256(table.encode("utf-8", "replace")).digest()[:8], "big", signed=True)
    lock = sql.cast(key, sql.BigInteger)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sql.text("SELECT set_config('application_name', :name, false)"), {"name": _name()})
        if not connection.scalar(sql.select(sql.func.pg_try_advisory_lock(lock))):
            holder = connection.scalar(HOLDER, {"key": key}) or "a process without a name"
            raise UsageError(f"another command is writing to the table {table} ({holder}): wait until it ends")
        try:
            yield
        finally:  # the server may end a session only after the next command has asked
            with suppress(sql.exc.SQLAlchemyError):  # a lost connection has no lock any more
                connection.execute(sql.select(sql.func.pg_advisory_unlock(lock)))


def _name() -> str:
    return f"iawce, process {os.getpid()}"
