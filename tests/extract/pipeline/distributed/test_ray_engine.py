"""The rows of a Ray cluster of two workers are those of one machine, whatever dies on the way."""

import gc
import os
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.page import Html
from iawce.extract import Extraction, Extractor
from iawce.extract.pipeline.page_opener import Item, Opening, PageOpener

if find_spec("ray") is None:
    pytest.skip("needs pip install 'iawce[ray]'", allow_module_level=True)
if TYPE_CHECKING:
    from iawce.extract.pipeline.distributed.ray_engine import RayEngine

COPIES = 1
POISON = "https://poison.example/"


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    from iawce.extract.pipeline.distributed import ray_engine as ray_cluster

    with ExitStack() as stack:
        stack.callback(_forget_processes)
        try:
            stack.enter_context(ray_cluster.cluster())
        except EnvironmentMissing as error:
            pytest.skip(f"this machine is too busy for Ray, which gives it 30 s to start: {error}")
        yield


def _forget_processes() -> None:
    """Ray waits for none of the processes that it ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def saved(pages: Path) -> list[Html]:
    """Real pages, each under several addresses, and some that fail."""
    bodies = [path.read_bytes() for path in sorted(pages.glob("*/source.html"))[::3]]
    bodies += [b"", b"<p></p>", b"%PDF-1.7 and more"]
    return [Html(body, f"https://{copy}.example/{n}") for copy in range(COPIES) for n, body in enumerate(bodies)]


@pytest.fixture(scope="module")
def expected(saved: list[Html]) -> list[bytes]:
    with Extractor(render="never") as extractor:
        return in_order(list(extractor.extract_many(saved)))


def in_order(rows: list[Extraction]) -> list[bytes]:
    """What is written of rows but their timings, by id."""
    timeless = [Extraction.from_dict(row.to_dict() | {"timings": {}}) for row in rows]
    return [row.to_json().encode() for row in sorted(timeless, key=lambda row: row.id)]


def engine_of(extractor: Extractor, processes: int = 2, classifiers: int = 1) -> "RayEngine":
    from iawce.extract.pipeline.distributed.ray_engine import RayEngine

    return RayEngine(extractor, processes=processes, classifiers=classifiers)


@pytest.mark.parametrize("classifiers", [1, pytest.param(0, marks=pytest.mark.slow)])
def test_rows_are_those_of_one_machine(
    cluster: None, saved: list[Html], expected: list[bytes], classifiers: int
) -> None:
    engine = engine_of(Extractor(render="never"), processes=2, classifiers=classifiers)
    assert in_order(list(engine.extract_many(iter(saved)))) == expected


def test_missing_prerequisites_end_the_run(cluster: None, saved: list[Html], monkeypatch: pytest.MonkeyPatch) -> None:
    extractor = Extractor(render="always")
    extractor.opener = _WithoutBrowser.of(extractor.opener)
    with pytest.raises(EnvironmentMissing, match="no browser here"):
        list(engine_of(extractor, processes=1, classifiers=0).extract_many(saved[:3]))


def test_a_cluster_of_one_machine_is_reached_from_there_only(cluster: None) -> None:
    import ray

    assert [node["NodeManagerAddress"] for node in ray.nodes()] == ["127.0.0.1"]


def test_no_page_no_cluster() -> None:
    assert list(engine_of(Extractor(render="never")).extract_many([])) == []


def test_pages_are_followed_on_one_machine_only() -> None:
    with pytest.raises(UsageError, match="one machine"):
        engine_of(Extractor(follow_pages=2))


@pytest.mark.slow
def test_killed_actors_lose_nothing(cluster: None, saved: list[Html], expected: list[bytes]) -> None:
    engine, ended = engine_of(Extractor(render="never"), processes=2), threading.Event()
    killed: list[int] = []
    killer = threading.Thread(target=_kill_actors, args=(ended, killed))
    rows: list[Extraction] = []
    for row in engine.extract_many(iter(saved)):
        if not rows:
            killer.start()
        rows.append(row)
    ended.set()
    killer.join()
    assert killed
    assert in_order(rows) == expected


@pytest.mark.slow
def test_a_page_that_kills_every_worker_costs_no_other(cluster: None, saved: list[Html], expected: list[bytes]) -> None:
    extractor = Extractor(render="never")
    extractor.opener = _Deadly.of(Extractor(render="auto").opener)
    rows = list(engine_of(extractor, processes=2).extract_many([*saved, Html("<p>Deadly.</p>", POISON)]))
    died = [row for row in rows if row.url == POISON]
    assert [row.reason for row in died] == ["crash/worker"]
    assert in_order([row for row in rows if row.url != POISON]) == expected


class _Double(PageOpener):
    @classmethod
    def of(cls, opener: PageOpener) -> PageOpener:
        double = cls.__new__(cls)
        double.__setstate__(opener.__getstate__())
        return double


class _WithoutBrowser(_Double):
    def start(self, item: Item, first: Item | None = None, scale: float = 0.0) -> Opening:
        raise EnvironmentMissing("no browser here")


class _Deadly(_Double):
    def start(self, item: Item, first: Item | None = None, scale: float = 0.0) -> Opening:
        if item.url == POISON:
            os._exit(1)
        return None


def _kill_actors(ended: threading.Event, killed: list[int]) -> None:
    """Kill an actor each second, four times at most."""
    while len(killed) < 4 and not ended.wait(1.0):
        if actors := [process for process in _actors() if process not in killed]:
            os.kill(actors[0], signal.SIGKILL)
            killed.append(actors[0])


def _actors() -> list[int]:
    """Processes of the actors of this process's cluster."""
    parents = dict(filter(None, map(_parent, Path("/proc").glob("[0-9]*"))))
    actors = [path for path in Path("/proc").glob("[0-9]*") if _read(path / "cmdline").startswith(b"ray::StageActor")]
    return [int(path.name) for path in actors if os.getpid() in _above(int(path.name), parents)]


def _above(process: int, parents: dict[int, int]) -> Iterator[int]:
    while process := parents.get(process, 0):
        yield process


def _parent(folder: Path) -> tuple[int, int] | None:
    stat = _read(folder / "stat").rpartition(b")")[2].split()
    return (int(folder.name), int(stat[1])) if stat else None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended
        return b""
