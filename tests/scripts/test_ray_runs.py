"""``iawce extract --engine ray``: a driver that is killed loses no row and writes none twice."""

import os
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema
from tests.conftest import ROOT
from tests.scripts.commands import IAWCE, PLAIN, iawce

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="needs pip install 'iawce[ray]'")
COUNT = 200


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    for number in range(COUNT):
        (folder / f"{number:03}.html").write_text(f"<title>{number}</title><p>This is page number {number}." * 3)
    return folder


@pytest.mark.slow
def test_a_killed_driver_loses_nothing(saved: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    command = [*IAWCE, *PLAIN, "-s", "run.engine=ray", str(saved), "-o", f"{run}/"]
    for kill in (1, COUNT // 2):
        process = subprocess.Popen([*command, *(["--resume"] if run.exists() else [])], cwd=ROOT)  # noqa: S603
        while process.poll() is None and done_in(run) < kill:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    before = done_in(run)
    assert 0 < before <= COUNT
    ended = subprocess.run([*command, "--resume"], cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603
    assert ended.returncode == 0, ended.stderr
    assert f"{before} pages are done already" in ended.stderr

    local = tmp_path / "rows.jsonl"
    assert iawce(*PLAIN, saved, "-o", local).returncode == 0
    rows, expected = timeless(run), timeless(local)
    assert len(rows) == COUNT
    assert rows == expected


def done_in(run: Path) -> int:
    if not (run / "run.sqlite").exists():
        return 0
    try:
        with RunState(run / "run.sqlite", is_read=True) as state:
            return state.counts().get("done", 0)
    except OSError:  # it is being made
        return 0


def timeless(output: Path) -> list[Row]:
    """The rows by id, without what differs from run to run."""
    return sorted((row | {"timings": {}} for row in read_rows(output, row_schema())), key=lambda row: str(row["id"]))
