"""Iteration over many pages: prefetching and batches."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Started = TypeVar("Started")


def start_ahead(items: Iterable[Item], start: Callable[[Item], Started], count: int) -> Iterator[tuple[Item, Started]]:
    """Yield each item with what ``start`` returned for it, in order; up to ``count`` more are started by then."""
    waiting: deque[tuple[Item, Started]] = deque()
    for item in items:
        waiting.append((item, start(item)))
        if len(waiting) > count:
            yield waiting.popleft()
    yield from waiting


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of up to ``size`` items, in order."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
