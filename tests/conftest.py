"""What tests share: threads and time are bounded here, sites are served, page sets and pages found."""

import atexit
import gc
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# Two runs share a machine with each other and with whatever else it does: threads of libraries that wait for each other
# at every step then cost many times what they save. Has to be said before these libraries are loaded.
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))
# Nor does each of a hundred drivers of browsers compile its program anew.
os.environ["NODE_COMPILE_CACHE"] = str(Path(__file__).resolve().parent.parent / ".pytest_cache" / "node")
# Nor does each process that is started compile the patterns of the product.
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(Path(__file__).with_name("startup")), *filter(None, [os.environ.get("PYTHONPATH")])]
)

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.network import host_scheduler as host_turns
from iawce.data.network.settings import NetworkSettings, Politeness
from iawce.data.render import renderer, visit
from iawce.data.render.settings import RenderSettings
from iawce.models.page_type.classifier import WEIGHTS, Classifier
from iawce.scripts import options
from iawce.scripts.program import NEW_OBJECTS

ROOT = Path(__file__).resolve().parent.parent
IN_CI = bool({"CI", "IAWCE_REQUIRE_CORPUS"} & os.environ.keys())
Answer = Callable[[BaseHTTPRequestHandler], None]
POLL = 0.02
"""Seconds until a server sees that it is to end, for which each test with one waits: half of one by default."""

# A busy machine fails no property: neither an example nor the making of examples has a time. In CI examples are fixed;
# elsewhere each run draws others.
hypothesis.settings.register_profile(
    "iawce", max_examples=50, deadline=None, derandomize=IN_CI, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("iawce")
# What differs is to be seen also where an assertion stands in a module that tests share.
pytest.register_assert_rewrite("tests.bad_inputs.rows")

# Nor does it fail a page: a browser has all the time it needs. What never ends is ended by limits of its own test.
PATIENT = RenderSettings(load_timeout=200.0, settle_timeout=100.0, bare_timeout=100.0, deadline=600.0)
RenderSettings.__init__.__defaults__ = astuple(PATIENT)
# Whom a test waits for is its own: of what is made here, and of the default that was made with its class.
Politeness.__init__.__defaults__ = astuple(Politeness(pause=0.05))
object.__setattr__(NetworkSettings().politeness, "pause", 0.05)
DELAY, host_turns.DELAY = host_turns.DELAY, 0.05  # the product's own is waited for where it is tested, by no clock
visit.BODY = PATIENT.deadline
renderer.CLOSE_TIMEOUT = 60.0  # what a browser that died never answers costs a minute, not ten
# A command reads its few pages where the models are loaded already; a test that needs other processes asks for them.
options.cores = lambda: 0

from_file = Classifier.from_file
opened: dict[tuple[object, ...], Classifier] = {}


def open_once(path: Path, device: str = "cpu") -> Classifier:
    """A model of page types; a shipped one is opened once in a process, for all extractors of all tests."""
    if WEIGHTS not in path.parents:
        return from_file(path, device)
    key = os.getpid(), path, device  # a process that was forked has none of the threads of a model
    return opened.get(key) or opened.setdefault(key, from_file(path, device))


Classifier.from_file = staticmethod(open_once)  # type: ignore[method-assign]

LONG = tuple(
    f"tests/{name}"
    for name in (
        "bad_inputs/",
        "data/render/",
        "docs/",
        "evaluate/",
        "extract/pipeline/",
        "patterns/",
        "scripts/",
        "serve/",
        "test_",
        "train/",
    )
)
"""Folders and files whose tests take longest: they begin first, so that no process is left with one in the end."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real pages; tests that need it are skipped where it is absent, except in our own CI."""
    folder = Path(os.environ.get("IAWCE_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        assert "IAWCE_REQUIRE_CORPUS" not in os.environ, f"{folder} is wanted but absent"
        pytest.skip(f"needs the page sets in {folder} (set IAWCE_SHARED)")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of long folders begin first, in turn one of each: while tests of one folder wait, others compute."""
    order: dict[Path, tuple[bool, int]] = {}
    begun = Counter[str]()
    for item in items:
        if item.path not in order:
            folder = next(filter(item.nodeid.startswith, LONG), "")
            order[item.path] = (not folder, begun[folder] if folder else 0)
            begun[folder] += 1
    items.sort(key=lambda item: order[item.path])


class FileScheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """A file of tests is one process's, and so are all that read the archive of pages: it is unpacked once."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "wcxb" if reads_archive(file) else file


@cache
def reads_archive(file: str) -> bool:
    """Whether tests of a file ask for the fixture ``wcxb``."""
    return "wcxb: list[" in (ROOT / file).read_text("utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling | None:
    return FileScheduling(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_sessionstart() -> None:
    """What is loaded until the tests begin stays: nothing is gained by looking through it for garbage, now or later."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)  # as in a command
    gc.enable()
    atexit.register(gc.unfreeze)  # triton would report as leaked what is left


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-docs", action="store_true", help="write what docs/ takes from the code anew")


@pytest.fixture
def write_docs(request: pytest.FixtureRequest) -> bool:
    """Whether the parts of docs/ that come from the code are to be written anew."""
    return bool(request.config.getoption("--write-docs"))


@pytest.fixture(scope="session")
def wcxb(shared: Path) -> list[GoldPage]:
    """All pages of the archive, unpacked once."""
    return read_gold("wcxb", shared / "wcxb-dev.tar.xz")


@pytest.fixture(scope="session")
def pages() -> Path:
    return ROOT / "tests" / "pages"


class Site:
    """A local web site: paths answered by a body or by a function that may do anything to the connection."""

    def __init__(self) -> None:
        site = self
        self.answers: dict[str, tuple[int, dict[str, str], bytes] | Answer] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = site.answers.get(self.path.split("?")[0])
                if callable(answer):
                    answer(self)
                    return
                status, headers, body = answer or (404, {}, b"<h1>Not found</h1><p>Nothing is here.")
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(POLL,), daemon=True).start()

    def add(self, path: str, body: str | bytes, status: int = 200, **headers: str) -> str:
        """Answer ``path`` with ``body``; returns its address."""
        raw = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = (status, {"Content-Type": "text/html; charset=utf-8"} | named, raw)
        return self.url + path

    def add_answer(self, path: str, answer: Answer) -> str:
        self.answers[path] = answer
        return self.url + path

    def record(self, path: str, body: str) -> list[dict[str, str]]:
        """Answer ``path`` with ``body``; headers of the requests for it, one after another, names in lower case."""
        seen: list[dict[str, str]] = []

        def answer(request: BaseHTTPRequestHandler) -> None:
            seen.append({name.lower(): value for name, value in request.headers.items()})
            raw = body.encode()
            request.send_response(200)
            request.send_header("Content-Type", "text/html")
            request.send_header("Content-Length", str(len(raw)))
            request.end_headers()
            request.wfile.write(raw)

        self.add_answer(path, answer)
        return seen


@contextmanager
def serving() -> Iterator[Site]:
    served = Site()
    yield served
    served.server.shutdown()
    served.server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    """One site for all tests of a module."""
    with serving() as served:
        yield served
