"""One Extractor for many threads, for asyncio, and not for a forked process; Ctrl-C leaves nothing running."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.extract import Extractor, Html
from tests.conftest import PATIENT, ROOT, Site
from tests.processes import descendants, wait_until_only

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
PAGE = Html("<title>T</title><p>Words of a page that is extracted by many at once")


def drivers() -> int:
    """Playwright's own processes: one a renderer."""
    commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants()]
    return sum(b"run-driver" in command for command in commands)


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
        assert drivers() == 1
    assert not wait_until_only(before)


@pytest.mark.browser
def test_the_event_loop_goes_on_while_pages_are_extracted() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def run() -> None:
        ticking = asyncio.create_task(tick())
        with Extractor(page_type="article", render_settings=PATIENT) as extractor:
            assert (await extractor.aextract(PAGE)).text
            assert ticks > 10
            found = [(row.status, ticks) async for row in extractor.aextract_many([PAGE, b"", PAGE])]
            assert [status for status, _ in found] == ["success", "failure", "success"]
            assert found[0][1] < found[2][1]
            together = await asyncio.gather(*(extractor.aextract(PAGE) for _ in range(4)))
            assert len({row.text for row in together}) == 1
        ticking.cancel()

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
from iawce.extract import Extractor, Html
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
def test_a_forked_process_is_told_so(options: str) -> None:
    code = FORK.format(options=options)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")


LIBRARY = """
import sys
from iawce.extract import Extractor
extractor = Extractor(page_type="article", processes=2)
for row in extractor.extract_many(sys.argv[1:]):
    print(row.status, flush=True)
"""


@pytest.mark.browser
@pytest.mark.parametrize("is_library", [False, True])
@pytest.mark.parametrize("to_all", [False, True])
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
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, *program, *urls], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0
    )
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline()
    assert asked.wait(PATIENT.deadline)
    started = descendants() - before
    assert len(started) > 3
    (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
    assert process.wait(PATIENT.deadline) == (-signal.SIGINT if is_library else 130)
    process.stdout.close()
    with process.stderr as stream:
        said = stream.read()
    assert is_library or b"retrieved" not in said, said
    assert not {pid for pid in started if Path(f"/proc/{pid}").exists()} & wait_until_only(before)
