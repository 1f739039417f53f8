"""The fields of a row that are passed on to another program's pipeline."""

from collections.abc import Iterable
from typing import Any

from iawce.data.errors import UsageError
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema

FIELDS = ("status", "reason", "type", "confidence", "title", "language", "metadata", "method", "warnings")
"""Fields that describe a page."""


def check_fields(names: Iterable[str]) -> tuple[str, ...]:
    """The names of fields of a row.

    Raises:
        UsageError: a row has no such field.
    """
    chosen, known = tuple(names), tuple(row_schema())
    if unknown := [name for name in chosen if name not in known]:
        raise UsageError(f"a row has no field {unknown[0]!r}; it has {', '.join(known)}")
    return chosen


def chosen_fields(row: Extraction, names: Iterable[str]) -> dict[str, Any]:
    """These fields of a row as JSON values."""
    values = row.to_dict()
    return {name: values[name] for name in names}
