"""Signals that end a command."""

import signal

import pytest

from iawce.data.sinks.jsonl import StandardOutput
from iawce.data.sinks.sink import Row
from iawce.scripts.interrupted import Interrupted, signals_held, signals_raised
from tests.scripts.commands import iawce, rows
from tests.scripts.test_outputs import PLAIN
from tests.scripts.test_records import PAGES


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_begun_while_signals_are_held_is_done_before_one_is_raised(number: signal.Signals) -> None:
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
