"""The common part of document loaders for other programs: pages to texts with metadata."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from iawce.data.errors import Status, UsageError
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Source

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


log = logging.getLogger(__name__)


class Loaded:
    """The pages to load, and the parts of them.

    Args:
        sources: of the pages.
        extractor: for the pages, or None for a default one.
        fields: of a row, which become metadata.
        markdown: whether the text is Markdown.

    Raises:
        UsageError: a row has no such field.
    """

    def __init__(
        self, sources: Sequence[Source], extractor: Extractor | None, fields: Iterable[str], *, markdown: bool
    ) -> None:
        self.sources, self.extractor, self.markdown = sources, extractor, markdown
        self.fields = check_fields(fields)


class LoadedPage(NamedTuple):
    """A page that has content; ``metadata`` names its address as ``source``."""

    id: str
    text: str
    metadata: dict[str, Any]


def loaded_pages(wanted: Loaded) -> Iterator[LoadedPage]:
    """The pages, in order, each when it is finished; those without content are logged.

    Raises:
        UsageError, EnvironmentMissing: as the ``Extractor``.
    """
    with nullcontext(wanted.extractor) if wanted.extractor else Extractor() as extractor:
        for row in extractor.extract_many(wanted.sources):
            text = row.markdown if wanted.markdown else row.text
            if row.status in (Status.FAILURE, Status.SKIPPED) or not text:
                log.warning("%s: %s (%s)", row.ref, row.message or "there is no text", row.reason)
                continue
            source = row.final_url or row.url or row.ref
            yield LoadedPage(row.id, text, {"source": source} | chosen_fields(row, wanted.fields))
