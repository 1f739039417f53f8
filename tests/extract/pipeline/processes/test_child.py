"""A process that answers: whatever happens to it, the next question is answered."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import patch

import pytest

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.extract.pipeline.processes import child as module
from iawce.extract.pipeline.processes.child import PATIENCE, Child, Reply


def load_answers(bad: str = "") -> Callable[[str], object]:
    """A function that does what the question says."""
    if bad == "usage":
        raise UsageError("no such thing")
    if bad:
        raise ModuleNotFoundError(name=bad)
    kept: list[bytearray] = []

    def answer(question: str) -> object:
        match question:
            case "raise":
                raise KeyError("x")
            case "missing":
                raise EnvironmentMissing("no weights")
            case "die":
                os._exit(9)
            case "spin":
                while True:
                    pass
            case "hang in C":
                return sum(range(10**13))
            case "sleep":
                time.sleep(100_000)
            case "eat":
                kept.append(bytearray(8 << 30))
            case "shout":
                sys.stdout.write("not an answer")
                sys.stdout.flush()
        return {"said": question, "pid": os.getpid()}

    return answer


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child(load_answers, 1, memory=2 << 30) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("raise", "KeyError"),
        ("missing", "EnvironmentMissing"),
        ("die", "crash"),
        ("spin", "timeout"),
        ("hang in C", "timeout"),
        ("sleep", "timeout"),
        ("eat", "MemoryError"),
        ("shout", ""),
        ("word \ud800", ""),
    ],
)
def test_errors_are_replies_and_the_next_question_is_answered(child: Child, question: str, error: str) -> None:
    is_idle = question == "sleep"  # of its CPU time it takes nothing, so that the longest wait ends it
    with patch.object(module, "PATIENCE", 1.0 if is_idle else PATIENCE):
        assert child.ask(question).error == error
    again = child.ask("again")
    assert again.value == {"said": "again", "pid": child.pid}
    assert again.seconds >= 0
    assert 5 < again.peak_mb < 2000


def test_it_ends_when_it_is_closed_and_starts_with_the_next_question() -> None:
    child = Child(load_answers, 5)
    assert child.pid is None
    first = child.ask("one").value["pid"]
    assert child.pid == first != os.getpid()
    child.close()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert child.ask("two").value["pid"] != first
    child.close()
    child.close()


def test_errors_of_loading_are_raised_in_the_parent() -> None:
    with pytest.raises(ModuleNotFoundError) as caught:
        Child(partial(load_answers, "goose"), 5).start()
    assert caught.value.name == "goose"
    with pytest.raises(UsageError, match="no such thing"), Child(partial(load_answers, "usage"), 5):
        pass
    assert Reply().value is None
