"""Saved pages are extracted without a word to anybody."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.packets import ROOT, is_outward, packets_of

EXTRACT = """
import time
from pathlib import Path
from iawce.extract import Extractor

with Extractor(render="never") as here, Extractor(render="never", processes=1) as elsewhere:
    for extractor in (here, elsewhere):
        page = next(iter(extractor.extract_many([Path("tests/pages/article-news/source.html")])))
        assert page.status == "success", page.reason
    time.sleep({wait})
"""
RENDER = """
import time
from pathlib import Path
from iawce.extract import Extractor

with Extractor(render="always") as extractor:
    page = extractor.extract(Path("tests/pages/article-news/source.html"))
    assert page.status == "success", page.reason
    time.sleep(3)  # the browser asks its makers in its first second
"""
WAIT = 15
"""Seconds after extraction; ONNX Runtime looks up a name ten seconds after its first model, unless that is disabled."""
LOOK_UP = """
import os, socket
os.environ["RES_OPTIONS"] = "attempts:1 timeout:1"
try:
    socket.getaddrinfo("example.org", 80)
except OSError:
    pass
"""


@pytest.fixture(scope="module", autouse=True)
def extracting() -> Iterator[Future[list[bytes]]]:
    """What is sent while saved HTML is extracted and long after; the other tests take their time meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(packets_of, [sys.executable, "-c", EXTRACT.format(wait=WAIT)])


@pytest.mark.browser
def test_neither_a_saved_page_that_is_rendered_nor_its_browser_sends_a_packet_to_another_machine() -> None:
    assert list(filter(is_outward, packets_of([sys.executable, "-c", RENDER]))) == []


def test_nothing_is_left_in_the_folders_of_the_user_but_the_language_model(tmp_path: Path) -> None:
    """Telemetry would keep a number of the machine there."""
    folders = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", EXTRACT.format(wait=0)]
    subprocess.run(command, cwd=ROOT, env=os.environ | folders, check=True)  # noqa: S603
    (left,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left.relative_to(tmp_path).match("cache/iawce/languages-*.npz")


def test_a_name_that_is_looked_up_is_a_packet() -> None:
    assert any(b"example" in packet for packet in packets_of([sys.executable, "-c", LOOK_UP]))


def test_saved_html_causes_no_packet(extracting: Future[list[bytes]]) -> None:
    assert extracting.result() == []
