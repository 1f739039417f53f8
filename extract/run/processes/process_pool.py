"""Processes that answer the same kind of question; each is ended when an answer takes too long."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import TypeVar

from iawce.data.closing import Closing
from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.extract.run.processes.child import Child, Function, Reply

Result = TypeVar("Result")


class ProcessPool(Closing):
    """Up to ``count`` processes, started when they are needed. Use as a context manager; safe for threads.

    Args:
        load: returns the function that answers; called in each process.
        limits: of time and memory for one answer.
        count: number of processes.

    Attributes:
        is_closed: whether it was closed.
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

        Raises:
            UsageError: the processes belong to the process that this one was forked from.
        """
        if os.getpid() != self._process:
            raise UsageError("the processes of an Extractor do not survive a fork: make a new Extractor in the child")
        return self._threads.submit(work)

    def ask(self, question: object) -> Reply:
        """The reply of an idle process; waits for one.

        Raises:
            IawceError: as ``Child.start``.
        """
        child = self._idle.get()
        try:
            return child.ask(question)
        finally:
            self._idle.put(child)

    def ask_twice(self, question: object) -> Reply:
        """The same; if the process crashes, which may have another reason, the question is asked once more.

        Raises:
            IawceError: as ``Child.start``.
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
