"""The common part of document loaders for other programs: pages to texts with metadata."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from iawce.data.outcomes import Status
from iawce.extract.integrations.row_fields import check_fields, chosen_fields
from iawce.extract.run.extractor import Extractor
from iawce.extract.run.items import Source

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
