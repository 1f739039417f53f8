"""One Extractor for many threads, for asyncio, and not for a forked process; Ctrl-C leaves nothing running."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from iawce.data.errors import UsageError
from iawce.extract import Extraction, Extractor, Html
from tests.conftest import PATIENT, ROOT, Site
from tests.processes import descendants, wait_until_only

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
PAGE = Html("<title>T</title><p>Words of a page that is extracted by many at once")


def drivers(before: set[int]) -> int:
    """Playwright's own processes that were started since ``before``: one a renderer."""
    found = 0
    for pid in descendants() - before:
        with suppress(OSError):  # some have ended since they were listed
            found += b"run-driver" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return found


@pytest.mark.browser
def test_six_threads_share_one_browser() -> None:
    before = descendants()
    with (
        Extractor(page_type="article", render="always", render_settings=PATIENT) as extractor,
        ThreadPoolExecutor(6) as pool,
    ):
        start = threading.Barrier(6)

        def extract(_: int) -> str:
            start.wait()
            return extractor.extract(PAGE).text

        assert set(pool.map(extract, range(6))) == {"Words of a page that is extracted by many at once"}
        assert drivers(before) == 1
    assert not wait_until_only(before)


@pytest.mark.browser
def test_the_event_loop_continues_while_pages_are_extracted() -> None:
    """Who extracts waits for the event loop, in vain if it were the loop itself."""
    asked, answered = threading.Event(), threading.Event()

    def wait_for_loop() -> None:
        answered.clear()
        asked.set()
        assert answered.wait(PATIENT.deadline)

    async def answer() -> None:
        while True:
            if asked.is_set():
                asked.clear()
                answered.set()
            await asyncio.sleep(0.01)

    def extract(extractor: Extractor, source: Html) -> Extraction:
        wait_for_loop()
        return Extractor.extract(extractor, source)

    def pages() -> Iterator[Html | bytes]:
        for page in (PAGE, b"", PAGE):
            wait_for_loop()
            yield page

    async def run() -> None:
        answering = asyncio.create_task(answer())
        async with Extractor(page_type="article", render_settings=PATIENT) as extractor:
            with patch.object(extractor, "extract", partial(extract, extractor)):
                assert (await extractor.aextract(PAGE)).text
            found = [row.status async for row in extractor.aextract_many(pages())]
            assert found == ["success", "failure", "success"]
            together = await asyncio.gather(*(extractor.aextract(PAGE) for _ in range(4)))
            assert len({row.text for row in together}) == 1
        answering.cancel()

    asyncio.run(run())


def test_rows_come_one_by_one_and_may_be_left() -> None:
    read: list[int] = []

    def pages() -> object:
        for number in range(100):
            read.append(number)
            yield PAGE

    async def run() -> None:
        rows = Extractor(render="never", page_type="article").aextract_many(pages())  # type: ignore[arg-type]
        async for row in rows:
            assert row.text
            break
        assert isinstance(rows, AsyncIterator)
        await rows.aclose()  # type: ignore[attr-defined]
        with pytest.raises(UsageError, match="takes many"):
            await anext(Extractor(render="never").aextract_many("http://x.example/"))

    asyncio.run(run())
    assert len(read) < 10


FORK = """
import os, sys
from iawce.data.errors import UsageError
from iawce.extract import Extraction, Extractor, Html
page = Html("<p>Words of a page")
with Extractor(page_type="article", {options}) as extractor:
    assert all(row.text for row in extractor.extract_many([page, page]))
    child = os.fork()
    if not child:
        try:
            list(extractor.extract_many([page, page]))
        except UsageError as error:
            assert "fork" in str(error)
        else:
            os._exit(1)
        extractor.close()
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert extractor.extract(page).text
"""


@pytest.mark.parametrize(
    "options", [pytest.param("render='always', workers=2", marks=pytest.mark.browser), "render='never', processes=1"]
)
def test_a_forked_process_raises_a_usage_error(options: str) -> None:
    code = FORK.format(options=options)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")


LIBRARY = """
import signal
import sys
from iawce.data.render.settings import RenderSettings
from iawce.extract import Extractor
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts tests in the background ignores it
settings = RenderSettings(load_timeout=5.0)  # nobody closes the browser: the pages under way are waited for
extractor = Extractor(page_type="article", processes=2, render_settings=settings)
for row in extractor.extract_many(sys.argv[1:]):
    print(row.status, flush=True)
"""


@contextmanager
def started_alone(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python process in a group of its own, of which nothing is left to later tests, whatever fails."""
    with subprocess.Popen(  # noqa: S603
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("is_library", "to_all"),
    [
        (False, True),
        (True, False),
        pytest.param(False, False, marks=pytest.mark.slow),
        pytest.param(True, True, marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_leaves_nothing_running(site: Site, is_library: bool, to_all: bool) -> None:
    """To the process alone, as ``kill -INT`` does, and to all processes of the terminal, as a person does."""
    before = descendants()
    urls = [site.add("/first", "<p>words of the first page"), site.add("/second", "<p>words of the second page")]
    asked = threading.Event()

    def never(_: object) -> None:
        asked.set()
        time.sleep(1000)

    urls += [site.add_answer(f"/never{number}", never) for number in range(4)]
    program = ["-c", LIBRARY] if is_library else ["-m", "iawce.scripts", "extract", "--timeout", "1000"]
    with started_alone(*program, *urls) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        assert asked.wait(PATIENT.deadline)
        started = descendants() - before
        assert len(started) > 3
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        assert process.wait(PATIENT.deadline) == (-signal.SIGINT if is_library else 130)
        said = process.stderr.read()
    assert is_library or b"retrieved" not in said, said
    assert not {pid for pid in started if Path(f"/proc/{pid}").exists()} & wait_until_only(before)
