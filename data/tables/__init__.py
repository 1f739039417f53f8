"""Tables that grow: rows of several pages in one, each row once, with new columns where a page brings some."""

from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.errors import UsageError

if TYPE_CHECKING:
    from iawce.data.tables.growing_table import GrowingTable
    from iawce.data.tables.rewritten_table import RewrittenTable

SUFFIXES = (".csv", ".jsonl", ".parquet")


def open_table(target: str, name: str) -> "GrowingTable":
    """A table to which pages are added.

    Args:
        target: an address of SQLAlchemy, such as ``sqlite:///out.db``, or a file ``.csv``, ``.jsonl``, ``.parquet``.
        name: of the table in a database.

    Raises:
        UsageError: the target is none of these, cannot be opened, or holds another table.
        EnvironmentMissing: a library is not installed.
    """
    if "://" in target:
        from iawce.data.tables.database_table import DatabaseTable  # noqa: PLC0415 - SQLAlchemy is slow to import

        return DatabaseTable(target, name)
    from iawce.data.tables.csv_table import CsvTable  # noqa: PLC0415 - only what is wanted
    from iawce.data.tables.json_lines_table import JsonLinesTable  # noqa: PLC0415
    from iawce.data.tables.parquet_table import ParquetTable  # noqa: PLC0415

    kinds: dict[str, type[RewrittenTable]] = {".csv": CsvTable, ".jsonl": JsonLinesTable, ".parquet": ParquetTable}
    kind = kinds.get(Path(target).suffix.lower())
    if kind is None:
        raise UsageError(f"{target} is no table: name a file ({', '.join(SUFFIXES)}) or a database (sqlite:///FILE)")
    return kind(target)
