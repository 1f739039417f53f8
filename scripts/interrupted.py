"""Signals that end a command, as an exception: what is open is closed, and what was done stays."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(BaseException):
    """A signal asked the command to end; no ``Exception``, so that nobody takes it for a defect of a page.

    Args:
        number: of the signal.
        message: what was done, where it lies, and how to go on; empty if there is nobody to read it.
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


def _interrupt(number: int, _: FrameType | None) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    raise Interrupted(number, "interrupted")
