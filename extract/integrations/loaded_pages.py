"""The common part of document loaders for other programs: pages to texts with metadata."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any

from iawce.data.errors import NO_CONTENT
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import chosen_columns, with_dotted
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Source

FIELDS = ("status", "reason", "type", "confidence", "title", "language", "metadata", "method", "warnings")
"""Fields that describe a page."""
log = logging.getLogger(__name__)


def check_fields(names: Iterable[str]) -> tuple[str, ...]:
    """The names of fields of a row, or with dots of objects in it. Raises UsageError: a row has no such field."""
    return tuple(chosen_columns(tuple(names), "a row has no field"))


def chosen_fields(row: Extraction, names: Iterable[str]) -> dict[str, Any]:
    """These fields of a row as JSON values."""
    values = with_dotted(row.to_dict(), names)
    return {name: values[name] for name in names}


def as_many(sources: Source | Iterable[Source]) -> Iterable[Source]:
    """The sources, also if only one is given, as document loaders take it."""
    return (sources,) if isinstance(sources, Source) else sources


def loaded_pages(
    sources: Source | Iterable[Source], extractor: Extractor | None, fields: Iterable[str], *, markdown: bool
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Id, text and metadata of each page, in order, when it is finished; pages without content are logged.

    ``fields`` of a row become metadata beside its ``source``. Without an ``extractor``, a default one is used and
    closed. Raises UsageError, EnvironmentMissing: as the ``Extractor``; or a row has no such field.
    """
    names = check_fields(fields)
    with nullcontext(extractor) if extractor else Extractor() as opened:
        for row in opened.extract_many(as_many(sources)):
            text = row.markdown if markdown else row.text
            if row.status in NO_CONTENT or not text:
                log.warning("%s: %s (%s)", row.ref, row.message or "there is no text", row.reason)
                continue
            yield row.id, text, {"source": row.source} | chosen_fields(row, names)
