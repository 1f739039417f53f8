"""Output of the commands: results on stdout, everything else on stderr."""

import logging
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from iawce.scripts.interrupted import Interrupted

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
