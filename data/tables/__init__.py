"""Tables that grow: rows of several pages in one, each row once, with new columns where a page brings some.

They have the suffixes of the sinks, and any address of SQLAlchemy besides. A new kind is a module that registers what
makes one from a target and a name, and a line in ``TABLES`` for each of its suffixes.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from iawce.data.errors import UsageError
from iawce.data.registry import Registry
from iawce.data.sinks import address_of

if TYPE_CHECKING:
    from iawce.data.tables.growing_table import GrowingTable

DATABASE = "://"
TABLES: Registry[Callable[[str, str], "GrowingTable"]] = Registry(
    "table",
    {
        ".jsonl": "iawce.data.tables.json_lines_table",
        ".jsonl.gz": "iawce.data.tables.json_lines_table",
        ".parquet": "iawce.data.tables.parquet_table",
        ".csv": "iawce.data.tables.csv_table",
        ".sqlite": "iawce.data.tables.database_table",
        ".db": "iawce.data.tables.database_table",
        DATABASE: "iawce.data.tables.database_table",
    },
)
"""What makes a table of a target, by suffix; each is imported when it is wanted."""
HAVE_NAMES = (".sqlite", ".db", DATABASE)
"""Of these, what holds several tables, each with a name."""


def open_table(target: str, name: str) -> "GrowingTable":
    """A table to which pages are added.

    Args:
        target: an address of SQLAlchemy, such as ``sqlite:///out.db``, or a file with a suffix of ``TABLES``.
        name: of the table in a database.

    Raises:
        UsageError: the target is none of these, cannot be opened, or holds another table.
        EnvironmentMissing: a library is not installed.
    """
    kind = kind_of(target)
    if not kind:
        files = ", ".join(suffix for suffix in TABLES if suffix != DATABASE)
        raise UsageError(f"{target} is no table: name a file ({files}) or a database (sqlite:///FILE)")
    return TABLES[kind](target, name)


def kind_of(target: str) -> str:
    """The entry of ``TABLES`` that a target has; empty if none."""
    suffix = DATABASE if DATABASE in target else address_of(target)
    return suffix if suffix in TABLES else ""
