"""The ranges of settings, the limits of one page, and its remaining CPU time."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from types import FrameType
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

from iawce.data.errors import PageError, UsageError, not_known

MAX_SIZE: Final = 1 << 53  # Largest number of a setting without another bound; files and databases keep it exactly
MAX_SECONDS: Final = 86_400  # Longest time for a page, an answer or a request: a day
MAX_JOBS: Final = 1000  # Most pages that are worked on at the same time, and most processes
MAX_PORTS: Final = 65_535  # Largest number of a port
GRACE: Final = 1.0  # CPU seconds for those who look at the time themselves, and give what they have


class Range(NamedTuple):
    """The numbers that a setting may be, from ``least`` to ``most``; it stands in the annotation of its field."""

    least: float = 0
    most: float = MAX_SIZE


Count = Annotated[int, Range()]
Positive = Annotated[int, Range(1)]
NonNegative = Annotated[float, Range()]
Share = Annotated[float, Range(0, 1)]
Port = Annotated[int, Range(0, MAX_PORTS)]  # 0: any free one
Workers = Annotated[int, Range(1, MAX_JOBS)]
Processes = Annotated[int, Range(0, MAX_JOBS)]  # 0: none but this one
Seconds = Annotated[float, Range(0, MAX_SECONDS)]
TimeLimit = Annotated[float, Range(0.001, MAX_SECONDS)]  # Seconds


class Checked:
    """Base of dataclasses whose values are checked by their annotations: a ``Range`` of numbers, or a ``Literal``.

    An annotation in quotes is not seen. Of a tuple, each value is checked. Raises UsageError: a value is not allowed.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, hint, allowed in _allowed(type(self)):  # type: ignore[arg-type]  # a class can be hashed
            given = getattr(self, name)
            is_several = get_origin(hint) is tuple and isinstance(given, tuple | list)
            for value in given if is_several else () if given is None and type(None) in get_args(hint) else (given,):
                if not isinstance(allowed, Range):
                    if value not in allowed:
                        raise not_known(f"{name} cannot be", str(value), map(str, allowed))
                elif not isinstance(value, int | float) or not value >= allowed.least:  # as NaN
                    raise UsageError(f"{name} is {allowed.least} or more, not {value}")
                elif value > allowed.most:
                    raise UsageError(f"{name} is {allowed.most} or less, not {value}")


@cache
def _allowed(kind: type[Any]) -> list[tuple[str, Any, Range | tuple[Any, ...]]]:
    """The ranges and the choices of the fields of a dataclass, with their names and whole annotations."""
    found = list[tuple[str, Any, Range | tuple[Any, ...]]]()
    for field in fields(kind):
        for hint in (field.type, *get_args(field.type)):
            if get_origin(hint) is Literal:
                found.append((field.name, field.type, get_args(hint)))
            elif get_origin(hint) is Annotated:
                found += [(field.name, field.type, one) for one in get_args(hint) if isinstance(one, Range)]
    return found


@dataclass(frozen=True, slots=True)
class Limits(Checked):
    """Limits of one page; what is beyond is ``truncated``. Raises UsageError: one is not positive, or too large."""

    seconds: TimeLimit = 30.0
    """CPU seconds to parse, classify and extract a page. A page that needs more fails; if only printing needs more, its
    content is cut; `extract --timeout`."""
    elements: Positive = 500_000
    """Elements of the document that are read."""
    text: Positive = 20_000_000
    """Characters of the document that are read."""
    blocks: Positive = 5_000
    """Text blocks that are written."""
    output: Positive = 20_000_000
    """Characters that are written, of text and of HTML each."""
    records: Positive = 5_000
    """Records that are written."""
    memory: Positive = 4 << 30
    """Bytes that each process that extracts pages may use."""
    browser_memory: Positive = 2_000_000_000
    """Bytes that the browser's process of a page may use, and that all of them may use together (or a quarter for each
    page rendered at the same time, if that is more)."""


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
