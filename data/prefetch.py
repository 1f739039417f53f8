"""Processing of many pages: work started in advance, in order, and in batches."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, as_completed, wait
from functools import partial
from itertools import islice
from typing import Any, TypeVar

Item = TypeVar("Item")
Started = TypeVar("Started")
Result = TypeVar("Result")


def start_ahead(items: Iterable[Item], start: Callable[[Item], Started], count: int) -> Iterator[tuple[Item, Started]]:
    """Yield each item with what ``start`` returned for it, in order; up to ``count`` more have been started by then."""
    waiting: deque[tuple[Item, Started]] = deque()
    for item in items:
        waiting.append((item, start(item)))
        if len(waiting) > count:
            yield waiting.popleft()
    yield from waiting


def as_finished(items: Iterable[Item], start: Callable[[Item], Future[Result]], count: int) -> Iterator[Result]:
    """The result of each item as soon as it is finished; up to ``count`` run at the same time."""
    running = set[Future[Result]]()
    for item in items:
        running.add(start(item))
        while len(running) >= count:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    yield from (future.result() for future in as_completed(running))


def begin_after(first: Future[Any] | None, begin: Callable[[], Future[Result]]) -> Future[Result]:
    """The future result of ``begin``, which is called when ``first`` has ended; no thread waits for it.

    To cancel it cancels ``first``, or what has begun then, if that does not run yet.
    """
    if first is None:
        return begin()
    found = _Following[Result](first)

    def go_on(first: Future[Any]) -> None:
        if first.cancelled():
            found.cancel()
            return
        try:
            found.stage = begin()
        except Exception as error:  # noqa: BLE001 - closed meanwhile, or out of memory: it is whose who asks for the result
            found.set_exception(error)
        else:
            found.stage.add_done_callback(partial(_pass_on, found))

    first.add_done_callback(go_on)
    return found


class _Following(Future[Result]):
    """The result of two stages; it can be cancelled as long as the stage in progress can."""

    def __init__(self, first: Future[Any]) -> None:
        super().__init__()
        self.stage = first

    def cancel(self) -> bool:
        return self.stage.cancel() and super().cancel()


def _pass_on(found: Future[Result], done: Future[Result]) -> None:
    if done.cancelled():
        found.cancel()
    elif error := done.exception():
        found.set_exception(error)
    else:
        found.set_result(done.result())


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of up to ``size`` items, in order."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
