"""Signals that end a command, as an exception: what is open is closed, and what was done stays."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_held: list[list[int]] = []
"""Signals that came while they were held, for each ``signals_held`` that is entered."""


class Interrupted(BaseException):
    """A signal asked the command to end; no ``Exception``, so that nobody takes it for a defect of a page.

    Args:
        number: of the signal.
        message: what was done, where it is, and how to continue; empty if there is nobody to read it.
    """

    def __init__(self, number: int, message: str = "") -> None:
        super().__init__(message)
        self.number, self.message = number, message
        self.exit_code = 128 + number


@contextmanager
def signals_raised() -> Iterator[None]:
    """Ctrl-C and SIGTERM raise ``Interrupted`` once; a second one ends the process at once."""
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def signals_held() -> Iterator[None]:
    """Ctrl-C and SIGTERM raise ``Interrupted`` at the end: what is begun within is done whole."""
    came: list[int] = []
    _held.append(came)
    try:
        yield
    finally:
        _held.pop()
    if came:
        raise Interrupted(came[0], "interrupted")


def _interrupt(number: int, _: FrameType | None) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    if _held:
        _held[-1].append(number)
    else:
        raise Interrupted(number, "interrupted")
