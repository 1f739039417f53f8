"""Signals that end a command."""

import signal

import pytest

from iawce.scripts.interrupted import Interrupted, signals_held, signals_raised


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_begun_while_signals_are_held_is_done_before_one_is_raised(number: signal.Signals) -> None:
    done = []
    with pytest.raises(Interrupted) as raised, signals_raised():
        with signals_held():
            signal.raise_signal(number)
            done.append("the row is written and counted")
        done.append("never")
    assert (done, raised.value.exit_code) == (["the row is written and counted"], 128 + number)


def test_signals_that_are_not_held_are_raised_at_once() -> None:
    done = []
    with pytest.raises(Interrupted), signals_raised():
        with signals_held():
            done.append("whole")
        signal.raise_signal(signal.SIGTERM)
        done.append("never")
    assert done == ["whole"]
