"""``iawce extract -o RUN/``: one row for each input, whatever ends the command."""

import json
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from iawce.data.run_folder import run_state as state_file
from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema
from tests.conftest import ROOT, Site
from tests.scripts.commands import HERE, IAWCE, PLAIN, iawce

Rows = dict[str, Row]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Thirty pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.html").write_text(f"<title>{number}</title><p>This is page number {number}." * 3)
    return folder


def rows_of(output: Path) -> Rows:
    """Rows by their page, each of which there is once, without what differs from run to run."""
    found = list(read_rows(output, row_schema()))
    rows = {row["ref"]: row | {"timings": {}, "rendered": ""} for row in found}
    assert len(rows) == len(found)
    return rows


def test_a_run_has_the_rows_of_a_file(pages: Path, tmp_path: Path) -> None:
    for output in ("o.jsonl", "run/"):
        done = iawce(*PLAIN, pages, "-o", f"{tmp_path}/{output}", "--jobs", 2)
        assert done.returncode == 0, done.stderr
    assert rows_of(tmp_path / "run") == rows_of(tmp_path / "o.jsonl")


def test_an_input_that_is_named_twice_has_one_row(pages: Path, tmp_path: Path) -> None:
    page = pages / "01.html"
    done = iawce(*PLAIN, *HERE, page, page, pages, page, "-o", f"{tmp_path}/run/")
    assert done.returncode == 0, done.stderr
    assert len(rows_of(tmp_path / "run")) == 30


def test_shards_of_the_inputs_make_the_whole(pages: Path, tmp_path: Path) -> None:
    found: Rows = {}
    for number in (1, 2, 3):
        iawce(*PLAIN, *HERE, pages, "-o", f"{tmp_path}/run-{number}/", "-s", f"run.shard={number}/3")
        part = rows_of(tmp_path / f"run-{number}")
        assert 0 < len(part) < 30
        assert not found.keys() & part.keys()
        found |= part
    assert len(found) == 30


@pytest.mark.parametrize("shard", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"])
def test_a_shard_that_is_none_is_refused(shard: str, pages: Path) -> None:
    done = iawce(*PLAIN, pages, "-s", f"run.shard={shard}")
    assert (done.returncode, "is not K/N" in done.stderr) == (2, True), done.stderr


def test_other_settings_are_refused_by_their_options(pages: Path, tmp_path: Path) -> None:
    run = f"{tmp_path}/run/"
    assert iawce(*PLAIN, *HERE, pages, "-o", run).returncode == 0
    done = iawce(*PLAIN, pages, "-o", run, "--resume", "--method", "density", "-s", "run.shard_rows=5", "--jobs", 1)
    assert done.returncode == 2
    assert "--method was None and is 'density'; run.shard_rows was 10000 and is 5;" in done.stderr
    assert "--jobs" not in done.stderr
    assert "--resume to continue" in iawce(*PLAIN, pages, "-o", run).stderr
    done = iawce(*PLAIN, pages, "-o", run, "--resume", "--jobs", 1)
    assert (done.returncode, "30 pages are done already" in done.stderr) == (0, True), done.stderr


def test_shards_are_of_a_run_folder(pages: Path, tmp_path: Path) -> None:
    done = iawce(*PLAIN, pages, "-o", tmp_path / "o.jsonl", "-s", "run.shard_rows=5")
    assert (done.returncode, "need a run folder" in done.stderr) == (2, True)


def test_a_run_among_its_own_sources_is_refused(pages: Path) -> None:
    for run in (pages, pages / "run"):
        done = iawce(*PLAIN, pages, "-o", f"{run}/")
        assert (done.returncode, "lies in" in done.stderr) == (2, True), done.stderr
    assert len(list(pages.iterdir())) == 30


def test_a_full_disk_ends_the_command_and_leaves_what_is_whole(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on_a_small_disk(target: str, **how: bool) -> sqlite3.Connection:
        connection = connect(target, **how)
        connection.execute("PRAGMA max_page_count = 15")
        return connection

    connect = state_file._connect
    with monkeypatch.context() as patched:
        patched.setattr(state_file, "_connect", on_a_small_disk)
        done = iawce(*PLAIN, pages, "-o", f"{tmp_path}/run/", *HERE)
    assert (done.returncode, "cannot be written" in done.stderr) == (5, True), done.stderr
    assert "with --resume continues" in done.stderr
    some = rows_of(tmp_path / "run")
    assert 0 < len(some) < 30
    done = iawce(*PLAIN, pages, "-o", f"{tmp_path}/run/", "--resume", *HERE)
    assert done.returncode == 0, done.stderr
    rows = rows_of(tmp_path / "run")
    assert len(rows) == 30
    assert some.items() <= rows.items()


def test_other_commands_write_runs_too(pages: Path, tmp_path: Path) -> None:
    done = iawce("classify", pages, "-s", "page_type.look_at=html", "-o", f"{tmp_path}/run/")
    assert done.returncode == 0, done.stderr
    assert {row["type"] for row in rows_of(tmp_path / "run").values()} - {""}
    again = iawce("extract", pages, "--render", "never", "-o", f"{tmp_path}/run/", "--resume")
    assert "command was 'classify' and is 'extract'" in again.stderr


@pytest.mark.browser
def test_no_page_is_rendered_twice_though_the_command_is_killed(site: Site, tmp_path: Path) -> None:
    seen = {f"/{number}": site.record(f"/{number}", f"<p>This is page number {number}.") for number in range(12)}
    (tmp_path / "pages.txt").write_text("".join(f"{site.url}{path}\n" for path in seen))
    run = tmp_path / "run"
    command = [*IAWCE, "extract", "--type", "article", str(tmp_path / "pages.txt"), "-o", f"{run}/", "--jobs", "1"]
    with subprocess.Popen([*command, "--resume"], stderr=subprocess.PIPE, cwd=ROOT) as killed:  # noqa: S603
        while len(rows_there(run)) < 3:
            assert killed.poll() is None, killed.stderr and killed.stderr.read()
            time.sleep(0.05)
        killed.send_signal(signal.SIGKILL)
    done = rows_there(run)
    kept = {json.loads(path.read_text())["url"] for path in run.glob("spool/*/*/snapshot.json")}
    before = Counter({f"{site.url}{path}": len(requests) for path, requests in seen.items()})
    finished = iawce(*command[3:], "--resume")
    assert finished.returncode == 0, finished.stderr
    after = Counter({f"{site.url}{path}": len(requests) for path, requests in seen.items()})
    assert rows_of(run).keys() == {f"{site.url}{path}" for path in seen}
    assert {address for address, count in (after - before).items() if before[address]}.isdisjoint(done | kept)
    assert max(after.values()) <= 2
    assert not (run / "spool").exists()


def rows_there(run: Path) -> set[str]:
    """The pages whose rows a run has."""
    if not (run / "run.sqlite").exists():
        return set()
    try:
        with RunState(run / "run.sqlite", is_read=True) as state:
            return {known.input.ref for known in state.inputs() if known.state == "done"}
    except OSError:  # it is just being made
        return set()
