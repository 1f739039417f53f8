"""Output of the commands, standard streams that are closed, and signals that end a command."""

import io
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

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


STREAMS = (("stdin", os.O_WRONLY, "rb"), ("stdout", os.O_RDONLY, "wb"), ("stderr", os.O_RDWR, "wb"))
"""Their names in the order of their numbers, and how each is opened so that only remarks and errors are taken."""


def fill_closed_streams() -> None:
    """Open something in the place of each standard stream that is closed: else the next file would have its number.

    To read from there, or to write results, is an ``OSError``; what is said to people goes nowhere.
    """
    for name, flags, mode in STREAMS:
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)
            os.set_inheritable(number, True)
            file = os.fdopen(number, mode, buffering=0, closefd=False)  # nothing waits for the end of the program
            setattr(sys, name, io.TextIOWrapper(file, "utf-8", write_through=True))


RED, DIM, PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[0m"
_LOG = logging.getLogger("iawce")


def say(text: str) -> None:
    """Write a result to stdout.

    Raises:
        Interrupted: nobody reads it any more.
    """
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise Interrupted(signal.SIGPIPE) from None


def complain(text: str) -> None:
    """Print an error on stderr."""
    _write(one_line(text), RED)


def remark(text: str) -> None:
    """Print on stderr what a person may like to know, unless they asked for quiet."""
    if not is_quiet():
        _write(one_line(text), DIM)


def _write(text: str, style: str = "") -> None:
    styled = f"{style}{text}{PLAIN}" if style and is_terminal() and not os.environ.get("NO_COLOR") else text
    with suppress(BrokenPipeError):  # nobody reads it any more
        sys.stderr.write(styled + "\n")
        sys.stderr.flush()


def is_terminal() -> bool:
    """Whether stderr is a terminal that can draw."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def one_line(text: str) -> str:
    """Addresses and titles come from pages: no line breaks, no control sequences of a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


class _StderrHandler(logging.Handler):
    """Writes what is logged to what stderr is at that time."""

    def emit(self, record: logging.LogRecord) -> None:
        _write(self.format(record))


class _OneLine(logging.Formatter):
    """A message in one line, since it may hold an address of a page; a traceback below it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        return one_line(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        return "\n".join(map(one_line, super().formatException(ei).split("\n")))


def set_up_logging(verbosity: int = 0) -> None:
    """Send the project's log to stderr; more with each step of verbosity."""
    handler = _StderrHandler()
    handler.setFormatter(_OneLine(f"{'[%(asctime)s] ' if verbosity else ''}%(levelname)-8s %(message)s", "%X"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _LOG.setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)


def be_quiet() -> None:
    """Print errors and warnings only."""
    _LOG.setLevel(logging.WARNING)


def is_quiet() -> bool:
    """Whether errors and warnings only are printed."""
    return _LOG.getEffectiveLevel() > logging.INFO
