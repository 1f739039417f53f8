"""Signals that end a command."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from iawce.data.sinks import read_rows
from iawce.data.sinks.jsonl import StandardOutput
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema
from iawce.scripts.console import Interrupted, signals_held, signals_raised
from tests.conftest import ROOT
from tests.scripts.commands import HERE, IAWCE, PLAIN, iawce, ids, rows
from tests.scripts.test_records import PAGES


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_work_begun_while_signals_are_blocked_is_finished_before_one_is_raised(number: signal.Signals) -> None:
    done = []
    with pytest.raises(Interrupted) as raised, signals_raised():
        with signals_held():
            signal.raise_signal(number)
            done.append("the row is written and counted")
        done.append("never")
    assert (done, raised.value.exit_code) == (["the row is written and counted"], 128 + number)


def test_a_page_that_is_written_when_a_signal_comes_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    write = StandardOutput.write

    def write_and_interrupt(sink: StandardOutput, row: Row) -> None:
        write(sink, row)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(StandardOutput, "write", write_and_interrupt)
    done = iawce(*PLAIN, PAGES / "spans.html")
    assert (done.returncode, len(rows(done))) == (143, 1)
    assert "1 page is done, and in standard output" in done.stderr


def test_signals_that_are_not_held_are_raised_at_once() -> None:
    done = []
    with pytest.raises(Interrupted), signals_raised():
        with signals_held():
            done.append("whole")
        signal.raise_signal(signal.SIGTERM)
        done.append("never")
    assert done == ["whole"]


@contextmanager
def waiting(*arguments: object, rows_at: Path, count: int) -> Iterator[subprocess.Popen[bytes]]:
    """A command that has written ``count`` rows and now waits for its standard input."""
    command = [*IAWCE, *map(str, arguments), "-"]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        while not (rows_at.exists() and rows_at.read_bytes().count(b"\n") >= count):
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.02)
        yield process
        process.kill()


ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}
TOGETHER = [("o.jsonl", signal.SIGINT), ("o.csv", signal.SIGTERM), ("o.parquet", signal.SIGKILL)]
"""Each kind of output and each signal once."""


@pytest.mark.parametrize(
    ("name", "number"),
    TOGETHER
    + [
        pytest.param(name, number, marks=pytest.mark.slow)
        for name in ("o.jsonl", "o.csv", "o.parquet")
        for number in ENDS
        if (name, number) not in TOGETHER
    ],
)
def test_whatever_ends_a_command_its_rows_are_whole_and_resume_does_the_rest(
    name: str, number: signal.Signals, six: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / name
    beside = tmp_path / "o.parquet.after-0.jsonl" if name == "o.parquet" else out
    lines = 3 if name == "o.csv" else 2  # four of the six pages are read ahead; a CSV file has a line of names
    alone = ("--jobs", 1)
    with waiting(*PLAIN, *alone, *six, "-o", out, rows_at=beside, count=lines) as process:
        process.send_signal(number)
        _, said = process.communicate()
        assert process.returncode == ENDS[number], said
    if number != signal.SIGKILL:
        assert f"2 pages are done, and in {out}; the same command with --resume continues" in said.decode()
        assert b"Traceback" not in said
        assert len(ids(out)) == 2
    again = iawce(*PLAIN, *six, "-", "-o", out)
    assert (again.returncode, "--resume" in again.stderr) == (2, True)
    rest = iawce(*PLAIN, *HERE, *six, "-", "-o", out, "--resume", text=b"<p>piped")
    assert rest.returncode == 0, rest.stderr
    assert "2 pages are done already" in rest.stderr
    found = list(read_rows(out, row_schema()))
    assert [row["ref"] for row in found] == [*map(str, six), "-"]
    assert len({row["id"] for row in found}) == 7
    assert len(list(tmp_path.iterdir())) == 2
    done = iawce(*PLAIN, *six, "-", "-o", out, "--resume")
    assert (done.returncode, len(ids(out))) == (0, 7), "nothing is left to do"
