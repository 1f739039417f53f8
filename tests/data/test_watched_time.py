"""Work whose CPU time is over ends, even where it never looks at the time."""

import re
import signal
import threading
from collections.abc import Callable

import pytest

from iawce.data import limits
from iawce.data.errors import PageError
from iawce.data.limits import Deadline

pytestmark = pytest.mark.timeout(900, method="thread")  # whose own way uses the timer
ENDLESS = re.compile("(a|a)*b")
GRACE = 0.2


@pytest.fixture(autouse=True)
def shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GRACE", GRACE)


def spin() -> None:
    while True:
        pass


def swallow() -> None:
    while True:
        try:
            spin()
        except Exception:  # noqa: BLE001, S112 - as careless code does
            continue


@pytest.mark.parametrize("work", [spin, swallow, lambda: ENDLESS.match("a" * 60)])
def test_what_does_not_come_back_is_ended(work: Callable[[], object]) -> None:
    with pytest.raises(PageError, match=r"not done within 0\.1 s of CPU time"), Deadline(0.1).watched():
        work()
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_the_time_of_other_threads_does_not_count() -> None:
    deadline, is_done = Deadline(0.1), threading.Event()

    def work() -> None:
        own = Deadline(0.1 + 2 * GRACE)
        while not own.is_over:
            pass
        is_done.set()

    with deadline.watched():
        threading.Thread(target=work).start()
        assert is_done.wait(600)
    assert not deadline.is_over


def test_what_is_done_in_time_is_left_alone() -> None:
    with Deadline(0.1).watched():
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
