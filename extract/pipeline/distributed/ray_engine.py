"""The pipeline on the machines of a Ray cluster, by Ray Data: browsers, classifiers and extraction at the same time.

Only the driver reads the sources and receives the rows. Pages that were sent and have no row are sent again, so that no
page is lost if an actor or a machine fails, and each row is accepted once.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any
from warnings import catch_warnings, simplefilter

import pyarrow as pa
import ray
from ray._private import ray_constants
from ray.data import ActorPoolStrategy, Dataset, Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask
from ray.exceptions import RayError
from ray.util.annotations import RayDeprecationWarning

from iawce.data.errors import EnvironmentMissing, IawceError, PageError, UsageError, quantity
from iawce.data.prefetch import batches
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.distributed.stages import (
    ClassifyPages,
    ExtractPages,
    OpenPages,
    Stage,
    StagedPage,
    pack_unit,
    unpack_unit,
)
from iawce.extract.pipeline.document_extractor import failed_row
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Item, Source, items_of

MIN_CPUS = 3  # Actors that must fit on one machine, one for each stage; fewer would wait for each other forever
STARTS = 4  # Attempts to start the cluster of one machine: Ray gives up after 30 s, too short on a busy machine
COLUMNS = pa.schema([("number", pa.int64()), ("unit", pa.large_binary()), ("error", pa.string()), ("why", pa.string())])
"""Columns of the transported tables: number and bytes of a unit, or the error that ends the run, and its message."""
RETRIES = 2  # How often a unit whose actor died is sent to another one
log = logging.getLogger(__name__)
UNIT = 8  # Pages that are sent together
AHEAD = 4  # Units in progress for each CPU of the cluster
ATTEMPTS = 2  # How often a page is sent: first with others, then alone
DIED = PageError("crash/worker", "each process that worked on the page died")


@contextmanager
def cluster() -> Iterator[None]:
    """Join the cluster of ``RAY_ADDRESS``, or start one on this machine alone that no other machine can reach.

    A connection of the caller is used and left open. Raises EnvironmentMissing: no cluster is there, or none starts.
    """
    if ray.is_initialized():
        yield
        return
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # deaths of actors are part of a run
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ended = signal.getsignal(signal.SIGTERM)
    try:
        _connect(1 if os.environ.get("RAY_ADDRESS") else STARTS)
        signal.signal(signal.SIGTERM, ended)  # Ray's handler would end this process at once
        yield
    finally:
        ray.shutdown()


def _connect(attempts: int) -> None:
    # Without this flag Ray listens on the loopback interface; with it, on all interfaces, whatever the address.
    ray_constants.ENABLE_RAY_CLUSTER = bool(os.environ.get("RAY_ADDRESS"))
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    while True:
        try:
            if ray_constants.ENABLE_RAY_CLUSTER:
                ray.init(**quiet)
            else:
                ray.init("local", num_cpus=max(MIN_CPUS, os.cpu_count() or 1), include_dashboard=False, **quiet)
        except Exception as error:  # Ray raises no more specific exception
            ray.shutdown()
            attempts -= 1
            if not attempts:
                raise EnvironmentMissing(f"Ray does not start: {error}") from error
        else:
            return


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


@dataclass(frozen=True, slots=True)
class Pool:
    """Actors of one stage."""

    make: Callable[[], Stage]  # Returns the stage, in the actor
    most: int  # Maximum number of actors; fewer run if there is less work or space
    cpus: float = 1  # That each actor occupies
    gpus: float = 0  # That each actor occupies

    def run(self, units: Dataset) -> Dataset:
        """Units, or rows, after this stage."""
        with catch_warnings():
            simplefilter("ignore", RayDeprecationWarning)  # the retries cannot be limited in any other way yet
            return units.map_batches(
                _Actor,
                fn_constructor_args=(self.make,),
                batch_size=1,
                batch_format="pyarrow",
                compute=ActorPoolStrategy(min_size=1, max_size=self.most),
                num_cpus=self.cpus,
                num_gpus=self.gpus or None,
                max_task_retries=RETRIES,
            )


class _Actor:
    def __init__(self, make: Callable[[], Stage]) -> None:
        self._stage = make()

    def __call__(self, table: pa.Table) -> pa.Table:
        """A unit after the stage; errors that are not due to a page are passed to the driver, and end the run there."""
        row: dict[str, Any] = table.to_pylist()[0]
        if row["error"]:
            return table
        try:
            return unit_table(row["number"], pack_unit(self._stage(unpack_unit(row["unit"]))))
        except IawceError as error:
            return unit_table(row["number"], b"", type(error).__name__, str(error))


@dataclass(frozen=True, slots=True)
class _Sent:
    items: list[Item]
    attempt: int = 1


class RayEngine:
    """Extracts pages on a Ray cluster, that of ``RAY_ADDRESS`` or one on this machine; rows come as they are finished.

    Files are read by the actors, so they need the same path on all machines. ``extractor``: settings for all pages; its
    browser and processes are not used. ``processes``: actors that extract, as many as CPUs if 0. ``classifiers``:
    actors that classify the pages of a unit in one batch before; with 0, the extracting actors do, which costs less on
    CPUs; a network on a GPU needs one. Raises UsageError: the extractor follows pages, which is possible on one machine
    only.
    """

    def __init__(self, extractor: Extractor, *, processes: int = 0, classifiers: int = 0) -> None:
        if extractor.follow_pages > 1:
            raise UsageError("pages of a thread are followed on one machine only")
        self._extractor = extractor
        self._processes, self._classifiers = processes, classifiers

    def extract_many(self, sources: Iterable[Source]) -> Iterator[Extraction]:
        """The row of each page, as it is finished.

        Raises UsageError: as ``Extractor.extract_many``; EnvironmentMissing: there is no browser, there are no weights,
        or the cluster has ended.
        """
        items = items_of(sources)
        first = next(items, None)
        if first is None:
            return
        with cluster():
            yield from _Run(chain([first], items), self._pools()).rows()

    def _pools(self) -> list[Pool]:
        extract, cpus = self._extractor.extract_document, int(ray.cluster_resources().get("CPU", 1))
        pools = []
        if self._extractor.opener.opens_any:
            pools.append(Pool(partial(OpenPages, self._extractor.opener), cpus))
        gpus = 0 if extract.ensemble.device == "cpu" else 1
        if extract.asks and (count := max(gpus, self._classifiers)):
            make = partial(ClassifyPages, extract.ensemble, extract.limits, UNIT)
            pools.append(Pool(make, count, 1 - gpus, gpus))
        pools.append(Pool(partial(ExtractPages, extract), self._processes or cpus))
        return pools


class _Run:
    """One run: its pages are sent in rounds, each with those that the previous one lost, the first with all."""

    def __init__(self, items: Iterator[Item], pools: list[Pool]) -> None:
        self._fresh = (_Sent(batch) for batch in batches(items, UNIT))
        self._pools = pools
        self._capacity = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        self._waiting: dict[int, _Sent] = {}

    def rows(self) -> Iterator[Extraction]:
        again: list[_Sent] = []
        while True:
            yield from self._round(again)
            left, self._waiting = list(self._waiting.values()), {}
            lost = [_Sent([item], sent.attempt + 1) for sent in left for item in sent.items]
            yield from (failed_row(sent.items[0], DIED) for sent in lost if sent.attempt > ATTEMPTS)
            again = [sent for sent in lost if sent.attempt <= ATTEMPTS]
            if not again:
                return
            log.warning("%s done again, since a process was lost", quantity(len(again), "page is", "pages are"))

    def _round(self, again: list[_Sent]) -> Iterator[Extraction]:
        self._feed = ray.remote(Feed).options(num_cpus=0, label_selector=_here()).remote()
        self._sending, self._done, self._ended, self._number, came = chain(again, self._fresh), [], False, 0, False
        self._fill()
        try:
            for batch in self._dataset().iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0):
                for row in batch.to_pylist():
                    if self._waiting.pop(row["number"], None):
                        came = True
                        self._done.append(row["number"])
                        self._fill()
                        if row["error"]:
                            raise (UsageError if row["error"] == "UsageError" else EnvironmentMissing)(row["why"])
                        yield from unpack_unit(row["unit"])
        except RayError as error:
            log.warning("Ray: %s", error)
            if not came:
                raise EnvironmentMissing(f"Ray does no work: {error}") from error
        finally:
            ray.kill(self._feed)

    def _dataset(self) -> Dataset:
        context = ray.data.DataContext.get_current()
        context.target_max_block_size = 1  # so that each unit is a separate task
        context.max_errored_blocks = self._capacity // 2  # their pages are missing at the end, and are sent again
        context.enable_progress_bars = False
        source = FedUnits(self._feed)
        units = ray.data.read_datasource(source, override_num_blocks=1, num_cpus=0, label_selector=_here())
        for pool in self._pools:
            units = pool.run(units)
        return units

    def _fill(self) -> None:
        """Send units until the maximum number is in progress."""
        while not self._ended and len(self._waiting) < self._capacity:
            sent = next(self._sending, None)
            self._ended = sent is None
            if sent:
                self._waiting[self._number] = sent
                self._number += 1
            unit = pack_unit([StagedPage(item) for item in sent.items]) if sent else None
            ray.get(self._feed.put.remote(unit, self._done))
            self._done = []


def _here() -> dict[str, str]:
    """The machine of the driver, so that units in progress survive the failure of other machines."""
    return {"ray.io/node-id": ray.get_runtime_context().get_node_id()}
