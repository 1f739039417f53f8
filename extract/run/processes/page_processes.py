"""Extracts many pages at the same time, each in a process that is ended when the page takes too long."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from iawce.data.errors import PageError
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.document_extractor import DocumentExtractor
from iawce.extract.run.failures import failed_row
from iawce.extract.run.items import Item
from iawce.extract.run.processes.child import Reply, project_error
from iawce.extract.run.processes.process_pool import ProcessPool
from iawce.extract.run.repeated_records import EarlierPages
from iawce.extract.run.settings import ExtractSettings
from iawce.models.page_type.classification import Classification

Choices = tuple[ExtractSettings, str]
"""Settings, and the page type, which may be empty."""
Asked = tuple[Item, EarlierPages, Choices | None, Classification | None]
"""A request to a process."""
log = logging.getLogger(__name__)
DEATHS = {
    "timeout": PageError("timeout/extract", "the process that extracted the page took too long and was ended"),
    "crash": PageError("crash/extract", "the process that extracted the page died"),
    "MemoryError": PageError("crash/memory", "the page needs more memory than a process may use"),
}


class ExtractionProcesses(ProcessPool):
    """Up to ``count`` processes, started when they are needed. Use as a context manager; safe for threads."""

    def __init__(self, extract: DocumentExtractor, count: int) -> None:
        super().__init__(partial(_load, extract), extract.limits, count)

    def extract(
        self,
        item: Item,
        earlier: EarlierPages = EarlierPages(),  # noqa: B008 - frozen
        choices: Choices | None = None,
        answer: Classification | None = None,
    ) -> Extraction:
        """The row of a page, even if its process crashes; for a further page of a thread, its new content.

        Since a process may crash for another reason than its page, the page is tried once more.

        Args:
            item: the page.
            earlier: facts about the pages before it.
            choices: settings and page type instead of those of the extractor.
            answer: the ensemble's classification of the page, if it is known.

        Raises:
            IawceError: bad usage, or something that is missing on this machine.
        """
        return row_of_reply(item, self.ask_twice((item, earlier, choices, answer)))


def _load(extract: DocumentExtractor) -> Callable[[Asked], dict[str, Any]]:
    def answer(asked: Asked) -> dict[str, Any]:
        item, earlier, choices, known = asked
        chosen = extract.choosing(*choices) if choices else extract
        return chosen(item, earlier, known).to_dict()

    return answer


def row_of_reply(item: Item, reply: Reply) -> Extraction:
    """The row of a page from the reply of a process, in every case.

    Raises:
        IawceError: bad usage, or something that is missing on this machine.
    """
    if not reply.error:
        return Extraction.from_dict(reply.value)
    if missing := project_error(reply):
        raise missing
    if reply.error not in DEATHS:
        log.error("%s: a defect in the program: %s %s", item.ref, reply.error, reply.message)
    return failed_row(item, DEATHS.get(reply.error) or PageError(f"internal/{reply.error}", reply.message))
