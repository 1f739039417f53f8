"""Extracts many pages at the same time, each in a process that is ended when the page takes too long."""

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from iawce.data.errors import PageError, UsageError
from iawce.extract.batch.child import Child, Reply, project_error
from iawce.extract.document_extractor import DocumentExtractor
from iawce.extract.extraction import Extraction
from iawce.extract.failures import failed_row
from iawce.extract.items import Item
from iawce.extract.repeated_records import EarlierPages

log = logging.getLogger(__name__)
Result = TypeVar("Result")
DEATHS = {
    "timeout": PageError("timeout/extract", "the process that extracted the page took too long and was ended"),
    "crash": PageError("crash/extract", "the process that extracted the page died"),
    "MemoryError": PageError("crash/memory", "the page needs more memory than a process may use"),
}


class ExtractionProcesses:
    """Up to ``count`` processes, started when they are needed. Use as a context manager; safe for threads."""

    def __init__(self, extract: DocumentExtractor, count: int) -> None:
        self._process = os.getpid()
        self._threads = ThreadPoolExecutor(count, "extraction")
        limits = extract.limits
        self._children = [Child(partial(_load, extract), limits.seconds + 1, limits.memory) for _ in range(count)]
        self._idle = SimpleQueue[Child]()
        for child in self._children:
            self._idle.put(child)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Run what calls ``extract`` in a thread, as many at the same time as there are processes.

        Raises:
            UsageError: the processes belong to the process that this one was forked from.
        """
        if os.getpid() != self._process:
            raise UsageError("the processes of an Extractor do not survive a fork: make a new Extractor in the child")
        return self._threads.submit(work)

    def extract(self, item: Item, earlier: EarlierPages = EarlierPages()) -> Extraction:  # noqa: B008 - frozen
        """The row of a page, whatever happens to it or to its process; of a further page, what is new on it.

        Raises:
            IawceError: bad usage, or something that is missing on this machine.
        """
        child = self._idle.get()
        try:
            return _row(item, child.ask((item, earlier)))
        finally:
            self._idle.put(child)

    def close(self) -> None:
        """End all processes, and give up what waits for one; may be called twice."""
        if os.getpid() != self._process:
            return
        for child in self._children:
            child.kill()
        self._threads.shutdown(cancel_futures=True)
        for child in self._children:
            child.close()


def _load(extract: DocumentExtractor) -> Callable[[tuple[Item, EarlierPages]], dict[str, Any]]:
    return lambda asked: extract(*asked).to_dict()


def _row(item: Item, reply: Reply) -> Extraction:
    if not reply.error:
        row = Extraction.from_dict(reply.value)
        vars(row)["markdown"] = reply.value["markdown"]  # made there already
        return row
    if missing := project_error(reply):
        raise missing
    if reply.error not in DEATHS:
        log.error("%s: a defect in the program: %s %s", item.ref, reply.error, reply.message)
    return failed_row(item, DEATHS.get(reply.error) or PageError(f"internal/{reply.error}", reply.message))
