"""Extracts many pages at the same time, each in a process that is ended when the page takes too long."""

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from iawce.data.closing import Closing
from iawce.data.errors import PageError, UsageError
from iawce.data.limits import Limits
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.classified_row import RowClassifier
from iawce.extract.pipeline.document_extractor import DocumentExtractor, failed_row
from iawce.extract.pipeline.follow_pages import FIRST_PAGE, EarlierPages
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.processes.child import Child, Function, Reply, project_error
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import Classification

Result = TypeVar("Result")
Choices = tuple[ExtractSettings, str]  # Settings, and the page type, which may be empty
Asked = tuple[Item, EarlierPages, Choices | None, Classification | None]  # A request to a process
log = logging.getLogger(__name__)
DEATHS = {
    "timeout": PageError("timeout/extract", "the process that extracted the page took too long and was ended"),
    "crash": PageError("crash/extract", "the process that extracted the page died"),
    "MemoryError": PageError("crash/memory", "the page needs more memory than a process may use"),
}


class ProcessPool(Closing):
    """Up to ``count`` processes, started when they are needed. Use as a context manager; safe for threads.

    ``load``: returns the function that answers; called in each process. ``limits``: of time and memory for one answer.
    """

    def __init__(self, load: Callable[[], Function], limits: Limits, count: int) -> None:
        self._process, self.is_closed = os.getpid(), False
        self._threads = ThreadPoolExecutor(count, "extraction")
        self._children = [Child(load, limits.seconds + 1, limits.memory) for _ in range(count)]
        self._idle = SimpleQueue[Child]()
        for child in self._children:
            self._idle.put(child)

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Run a function that calls ``ask`` in a thread; there are as many threads as processes.

        Raises UsageError: the processes belong to the process that this one was forked from.
        """
        if os.getpid() != self._process:
            raise UsageError("the processes of an Extractor do not survive a fork: make a new Extractor in the child")
        return self._threads.submit(work)

    def ask(self, question: object) -> Reply:
        """The reply of an idle process; waits for one. Raises IawceError: as ``Child.start``."""
        child = self._idle.get()
        try:
            return child.ask(question)
        finally:
            self._idle.put(child)

    def ask_twice(self, question: object) -> Reply:
        """The same; if the process crashes, which may have another reason, the question is asked once more.

        Raises IawceError: as ``Child.start``.
        """
        reply = self.ask(question)
        return self.ask(question) if reply.error == "crash" and not self.is_closed else reply

    def close(self) -> None:
        """End all processes, and cancel waiting calls; may be called twice."""
        if os.getpid() != self._process:
            return
        self.is_closed = True
        for child in self._children:
            child.kill()
        self._threads.shutdown(cancel_futures=True)
        for child in self._children:
            child.close()


class ExtractionProcesses(ProcessPool):
    """A pool whose processes extract pages, or classify them."""

    def __init__(self, extract: DocumentExtractor | RowClassifier, count: int) -> None:
        super().__init__(partial(_load, extract), extract.limits, count)

    def extract(
        self,
        item: Item,
        earlier: EarlierPages = FIRST_PAGE,
        choices: Choices | None = None,
        answer: Classification | None = None,
    ) -> Extraction:
        """The row of a page, as of ``DocumentExtractor``, even if its process crashes twice.

        ``choices``: settings and page type instead of those of the extractor. Raises IawceError: as ``row_of_reply``.
        """
        return row_of_reply(item, self.ask_twice((item, earlier, choices, answer)))


def _load(extract: DocumentExtractor | RowClassifier) -> Callable[[Asked], dict[str, Any]]:
    def answer(asked: Asked) -> dict[str, Any]:
        item, earlier, choices, known = asked
        chosen = extract
        if choices and isinstance(extract, DocumentExtractor):
            chosen = replace(extract, settings=choices[0], page_type=choices[1])
        return chosen(item, earlier, known).to_dict()

    return answer


def row_of_reply(item: Item, reply: Reply) -> Extraction:
    """The row of a page from the reply of a process, in every case.

    Raises IawceError: bad usage, or something that is missing on this machine.
    """
    if not reply.error:
        return Extraction.from_dict(reply.value)
    if missing := project_error(reply):
        raise missing
    if reply.error not in DEATHS:
        log.error("%s: a defect in the program: %s %s", item.ref, reply.error, reply.message)
    return failed_row(item, DEATHS.get(reply.error) or PageError(f"internal/{reply.error}", reply.message))
