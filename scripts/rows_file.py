"""Tells rows that ``extract`` wrote from pages."""

from iawce.data.errors import UsageError
from iawce.data.sinks import address_of, read_rows
from iawce.extract.output.row_schema import row_schema


def rows_file(given: list[str]) -> str:
    """The source, if it is one file or folder of rows; else nothing."""
    if len(given) != 1 or not address_of(given[0]):
        return ""
    try:
        first = next(read_rows(given[0], row_schema()), None)
    except (UsageError, LookupError, ValueError, TypeError, OSError):
        return ""
    return given[0] if first and "schema_version" in first else ""
