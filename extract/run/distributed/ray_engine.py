"""The pipeline on the machines of a Ray cluster, by Ray Data: browsers, classifiers and extraction at the same time.

Only the driver reads the sources and receives the rows. Pages that were sent and have no row are sent again, so that no
page is lost if an actor or a machine fails, and each row is accepted once.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import ray
from ray.data import Dataset
from ray.exceptions import RayError

from iawce.data.errors import EnvironmentMissing, PageError, UsageError
from iawce.data.prefetch import batches
from iawce.data.quantity import quantity
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.distributed.feed import FedUnits, Feed
from iawce.extract.run.distributed.ray_cluster import cluster
from iawce.extract.run.distributed.ray_stage import Pool
from iawce.extract.run.distributed.stages import ClassifyPages, ExtractPages, OpenPages
from iawce.extract.run.distributed.unit import StagedPage, pack_unit, unpack_unit
from iawce.extract.run.extractor import Extractor
from iawce.extract.run.failures import failed_row
from iawce.extract.run.items import Item, Source, items_of

log = logging.getLogger(__name__)
UNIT = 8
"""Pages that are sent together."""
AHEAD = 4
"""Units in progress for each CPU of the cluster."""
ATTEMPTS = 2
"""How often a page is sent: first with others, then alone."""
DIED = PageError("crash/worker", "each process that worked on the page died")


@dataclass(frozen=True, slots=True)
class _Sent:
    items: list[Item]
    attempt: int = 1

    def packed(self) -> bytes:
        return pack_unit([StagedPage(item) for item in self.items])


class RayEngine:
    """Extracts pages on a Ray cluster: that of ``RAY_ADDRESS``, or one on this machine alone.

    Rows are yielded as they are finished. Files are read by the actors, so they must have the same path on all
    machines.

    Args:
        extractor: settings for all pages; its own browser and processes are not used.
        processes: actors that extract at the same time, as many as there are CPUs if 0.
        classifiers: actors that classify the pages of a unit in one batch before extraction; with 0, each page is
            classified by the actor that extracts it, which costs less on CPUs. A network on a GPU needs at least one.

    Raises:
        UsageError: the extractor follows pages, which is possible on one machine only.
    """

    def __init__(self, extractor: Extractor, *, processes: int = 0, classifiers: int = 0) -> None:
        if extractor.follow_pages > 1:
            raise UsageError("pages of a thread are followed on one machine only")
        self._extractor = extractor
        self._processes, self._classifiers = processes, classifiers

    def extract_many(self, sources: Iterable[Source]) -> Iterator[Extraction]:
        """The row of each page, as it is finished.

        Raises:
            UsageError: as ``Extractor.extract_many``.
            EnvironmentMissing: there is no browser, there are no weights, or the cluster has ended.
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
                        yield from _rows(row)
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
            ray.get(self._feed.put.remote(sent and sent.packed(), self._done))
            self._done = []


def _here() -> dict[str, str]:
    """The machine of the driver, so that units in progress survive the failure of other machines."""
    return {"ray.io/node-id": ray.get_runtime_context().get_node_id()}


def _rows(row: dict[str, Any]) -> list[Extraction]:
    if row["error"]:
        raise (UsageError if row["error"] == "UsageError" else EnvironmentMissing)(row["why"])
    rows: list[Extraction] = unpack_unit(row["unit"])
    return rows
