"""The limits of one page, and its remaining CPU time."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from iawce.data.errors import PageError, UsageError

MAX_SIZE: Final = 1 << 53  # Largest number of a setting without another bound; files and databases keep it exactly
MAX_SECONDS: Final = 86_400  # Longest time for a page, an answer or a request: a day
MAX_JOBS: Final = 1000  # Most pages that are worked on at the same time, and most processes
MAX_PORTS: Final = 65_535  # Largest number of a port
GRACE: Final = 1.0  # CPU seconds for those who look at the time themselves, and give what they have


def check_least(settings: object, **least: float) -> None:
    """Make sure that numbers, by name, are neither too small nor beyond ``MAX_SIZE``. Raises UsageError: one is."""
    for name, number in least.items():
        value = getattr(settings, name)
        if value is not None and not value >= number:
            raise UsageError(f"{name} is {number:g} or more, not {value}")
    check_most(settings, **dict.fromkeys(least, MAX_SIZE))


def check_most(settings: object, **most: int) -> None:
    """Make sure that numbers, by name, are not too large, if given. Raises UsageError: one is, or is NaN."""
    for name, number in most.items():
        value = getattr(settings, name)
        if value is not None and not value <= number:
            raise UsageError(f"{name} is {number} or less, not {value}")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one page; what is beyond is ``truncated``. Raises UsageError: one is not positive, or too large."""

    seconds: float = 30.0
    """CPU seconds to parse, classify and extract a page. A page that needs more fails; if only printing needs more, its
    content is cut; `extract --timeout`."""
    elements: int = 500_000
    """Elements of the document that are read."""
    text: int = 20_000_000
    """Characters of the document that are read."""
    blocks: int = 5_000
    """Text blocks that are written."""
    output: int = 20_000_000
    """Characters that are written, of text and of HTML each."""
    records: int = 5_000
    """Records that are written."""
    memory: int = 4 << 30
    """Bytes that each process that extracts pages may use."""
    browser_memory: int = 2_000_000_000
    """Bytes that the browser's process of a page may use, and that all of them may use together (or a quarter for each
    page rendered at the same time, if that is more)."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0:
                raise UsageError(f"the limit {name} must be a number above 0, not {getattr(self, name)}")
        check_most(self, **{**dict.fromkeys(self.__slots__, MAX_SIZE), "seconds": MAX_SECONDS})


class Deadline:
    """CPU time of the current thread, since a busy machine must not fail a page. ``seconds``: from now on."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self._end = seconds, time.thread_time() + seconds

    @property
    def is_over(self) -> bool:
        """Whether time is up."""
        return time.thread_time() > self._end

    def check(self) -> None:
        """Continue only if there is time left. Raises PageError: ``timeout/extract``."""
        if self.is_over:
            raise self._error()

    def _error(self) -> PageError:
        return PageError("timeout/extract", f"not done within {self.seconds:g} s of CPU time")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """End what is done within, ``GRACE`` after the time is up. Raises PageError: ``timeout/extract``.

        Only the main thread can be ended, and only where nobody else uses the timer, or that of processes with pages.
        """
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main or {signal.getsignal(one) for one in (signal.SIGALRM, signal.SIGPROF)} != {signal.SIG_DFL}:
            yield
            return
        signal.signal(signal.SIGALRM, self._end_if_over)
        signal.setitimer(signal.ITIMER_REAL, self.seconds + GRACE)
        try:
            yield
        except _TimeIsUp:
            raise self._error() from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def _end_if_over(self, _: int, __: FrameType | None) -> None:
        """The timer is no CPU timer, which would make CPU clocks coarse, so that CPU time may be left."""
        if (left := self._end + GRACE - time.thread_time()) <= 0:
            raise _TimeIsUp
        signal.setitimer(signal.ITIMER_REAL, left)


class _TimeIsUp(BaseException):
    """Not an ``Exception``, so that no handler catches it."""
