"""The pipeline on the machines of a Ray cluster: browsers, classifiers and extraction at the same time.

Only the driver reads the sources and receives the rows. Each stage has actors, processes on any machine. A few
pages together go from an actor to one of the next stage without passing the driver; if it dies, they are sent again.
"""

import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import ray
from ray._private import ray_constants
from ray.exceptions import RayError

from iawce.data.errors import EnvironmentMissing, IawceError, PageError, UsageError, quantity
from iawce.data.prefetch import batches
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.distributed.stages import ClassifyPages, ExtractPages, OpenPages, Stage, StagedPage
from iawce.extract.pipeline.document_extractor import failed_row
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Item, Source, items_of

STARTS = 4  # Attempts to start the cluster of one machine: Ray gives up after 30 s, too short on a busy machine
log = logging.getLogger(__name__)
UNIT = 8  # Pages that are sent together
AHEAD = 4  # Units in progress for each CPU of the cluster
ATTEMPTS = 3  # How often a page is sent: first with others, then alone
DIED = PageError("crash/worker", "each process that worked on the page died")


@contextmanager
def cluster() -> Iterator[None]:
    """Join the cluster of ``RAY_ADDRESS``, or start one on this machine alone that no other machine can reach.

    A connection of the caller is used and left open. Raises EnvironmentMissing: no cluster is there, or none starts.
    """
    if ray.is_initialized():
        yield
        return
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
                ray.init("local", include_dashboard=False, **quiet)
        except Exception as error:  # Ray raises no more specific exception
            ray.shutdown()
            attempts -= 1
            if not attempts:
                raise EnvironmentMissing(f"Ray does not start: {error}") from error
        else:
            return


class StageActor:
    """A process of one stage."""

    def __init__(self, make: Callable[[], Stage]) -> None:
        self._stage = make()

    def begin(self) -> None:
        """Nothing; it ends when the process is there."""

    @ray.method(num_returns=2)  # type: ignore[untyped-decorator] # untyped
    def work(self, unit: Any) -> tuple[Any, IawceError | None]:
        """The unit after the stage, or its rows; an error that is not due to a page, which ends the run."""
        try:
            return self._stage(unit), None
        except IawceError as error:
            return None, error


@dataclass(frozen=True, slots=True)
class _Sent:
    items: list[Item]
    attempt: int = 1


@dataclass(slots=True)
class Pool:
    """The actors of one stage, and the units that wait for them."""

    make: Callable[[], Stage]  # Returns the stage, in the actor
    most: int  # Maximum number of actors; fewer run if there is less work or space
    gpus: float = 0  # That each actor occupies
    actors: list[Any] = field(default_factory=list)
    idle: list[Any] = field(default_factory=list)
    waiting: deque[tuple[_Sent, Any]] = field(default_factory=deque)  # Each with its pages, maybe on another machine

    def start(self, cpus: float) -> Any:
        """Another actor, on any machine."""
        how = {"num_cpus": cpus, "num_gpus": self.gpus, "scheduling_strategy": "SPREAD"}
        self.actors.append(ray.remote(StageActor).options(**how).remote(self.make))
        return self.actors[-1]


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
        opener, pools = self._extractor.opener, list[Pool]()
        if opener.network.fetch or opener.render != "never":
            pools.append(Pool(partial(OpenPages, opener), cpus))
        gpus = 0 if extract.ensemble.device == "cpu" else 1
        if extract.asks and (count := max(gpus, self._classifiers)):
            pools.append(Pool(partial(ClassifyPages, extract.ensemble, extract.limits, UNIT), count, gpus))
        return [*pools, Pool(partial(ExtractPages, extract), self._processes or cpus)]


class _Task(NamedTuple):
    """What an actor does: it begins, or works on what was ``sent``; ``made``: the unit afterwards, wherever it is."""

    place: int  # Of the stage
    actor: Any
    sent: _Sent | None = None
    made: Any = None


class _Run:
    """One run."""

    def __init__(self, items: Iterator[Item], pools: list[Pool]) -> None:
        self._pools, self._again = pools, deque[_Sent]()
        self._new = (_Sent(batch) for batch in batches(items, UNIT))
        cpus = int(ray.cluster_resources().get("CPU", 1))
        self._capacity, self._share = AHEAD * cpus, cpus / sum(pool.most for pool in pools)
        self._tasks: dict[Any, _Task] = {}
        self._count = 0  # Units in progress
        self._failed = 0  # Actors that could not begin, one after the other

    def rows(self) -> Iterator[Extraction]:
        try:
            while self._go_on():
                (ended, *_), _ = ray.wait(list(self._tasks))
                yield from self._end(ended, self._tasks.pop(ended))
        except RayError as error:
            raise EnvironmentMissing(f"Ray has ended: {error}") from error
        finally:
            for actor in chain.from_iterable(pool.actors for pool in self._pools):
                ray.kill(actor)

    def _go_on(self) -> bool:
        """Give idle actors what waits for them, and start more where there are none; False if all is done."""
        while self._count < self._capacity and (
            sent := self._again.popleft() if self._again else next(self._new, None)
        ):
            self._pools[0].waiting.append((sent, [StagedPage(item) for item in sent.items]))
            self._count += 1
        for place, pool in enumerate(self._pools):
            while pool.waiting and pool.idle:
                (sent, unit), actor = pool.waiting.popleft(), pool.idle.pop()
                made, ended = actor.work.remote(unit)
                self._tasks[ended] = _Task(place, actor, sent, made)
            begins = any(task.place == place and task.sent is None for task in self._tasks.values())
            if pool.waiting and not begins and len(pool.actors) < pool.most:
                actor = pool.start(self._share)
                self._tasks[actor.begin.remote()] = _Task(place, actor)
        return self._count > 0

    def _end(self, ended: Any, task: _Task) -> Iterator[Extraction]:
        """Hand on what an actor has done; the rows, if it was the last one."""
        place, actor, sent, made = task
        is_last = place == len(self._pools) - 1
        try:
            error, rows = ray.get(ended), ray.get(made) if sent and is_last else ()
        except RayError as died:
            self._pools[place].actors.remove(actor)  # another takes its place
            ray.kill(actor)  # it may live on where what it was sent is lost
            self._failed += sent is None
            if self._failed > STARTS:
                raise EnvironmentMissing(f"Ray does no work: {died}") from died
            yield from self._lose(sent) if sent else ()
            return
        if error:
            raise error
        self._failed = 0
        self._pools[place].idle.append(actor)
        if sent and is_last:
            self._count -= 1
            yield from rows
        elif sent:
            self._pools[place + 1].waiting.append((sent, made))

    def _lose(self, sent: _Sent) -> Iterator[Extraction]:
        """Send its pages again, each alone; the rows of those that were sent too often."""
        self._count -= 1
        if sent.attempt < ATTEMPTS:
            log.warning("%s done again, since a process was lost", quantity(len(sent.items), "page is", "pages are"))
            self._again.extend(_Sent([item], sent.attempt + 1) for item in sent.items)
        else:
            yield from (failed_row(item, DIED) for item in sent.items)
