"""Passes the units of a run to Ray Data, one after the other, as they arrive."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any

import pyarrow as pa
import ray
from ray.data import Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask

COLUMNS = pa.schema([("number", pa.int64()), ("unit", pa.large_binary()), ("error", pa.string()), ("why", pa.string())])
"""Columns of the transported tables: number and bytes of a unit, or the error that ends the run, and its message."""


class Feed:
    """An actor that holds the units in progress by number, so that each can be read again."""

    def __init__(self) -> None:
        self._units: dict[int, bytes] = {}
        self._next, self._ended = 0, False
        self._changed = asyncio.Condition()

    async def put(self, unit: bytes | None, done: Iterable[int]) -> None:
        """Add a unit, or None for the end; units that are ``done`` are forgotten."""
        async with self._changed:
            for number in done:
                self._units.pop(number, None)
            if unit is None:
                self._ended = True
            else:
                self._units[self._next] = unit
                self._next += 1
            self._changed.notify_all()

    async def get(self, number: int) -> bytes | None:
        """A unit, as soon as it has been added; empty if it is done already, None at the end."""
        async with self._changed:
            await self._changed.wait_for(lambda: number < self._next or self._ended)
            return self._units.get(number, b"") if number < self._next else None


class FedUnits(Datasource):  # type: ignore[misc] # untyped
    """The units of a feed as a source of Ray Data: one task reads them, each as a table with one row."""

    def __init__(self, feed: Any) -> None:
        super().__init__()
        self._feed = feed

    def estimate_inmemory_data_size(self) -> int | None:
        """Unknown."""
        return None

    def get_read_tasks(self, *_: Any, **__: Any) -> list[ReadTask]:
        """The one task."""
        unknown = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return [ReadTask(partial(_read, self._feed), unknown)]


def _read(feed: Any) -> Iterator[pa.Table]:
    for number in count():
        unit = ray.get(feed.get.remote(number))
        if unit is None:
            return
        if unit:
            yield unit_table(number, unit)


def unit_table(number: int, unit: bytes, error: str = "", why: str = "") -> pa.Table:
    """One unit as a table for transport."""
    return pa.table([[number], [unit], [error], [why]], COLUMNS)
