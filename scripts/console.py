"""Output of the commands: results on stdout, everything else on stderr."""

import logging
import os
import signal
import sys
from contextlib import suppress

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


def set_up_logging(verbosity: int = 0) -> None:
    """Send the project's log to stderr; more with each step of verbosity."""
    time = "[%(asctime)s] " if verbosity else ""
    handlers = [_StderrHandler()]
    logging.basicConfig(
        level=logging.WARNING,
        format=f"{time}%(levelname)-8s %(message)s",
        datefmt="%X",
        handlers=handlers,
        force=True,
    )
    _LOG.setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)


def be_quiet() -> None:
    """Print errors and warnings only."""
    _LOG.setLevel(logging.WARNING)


def is_quiet() -> bool:
    """Whether errors and warnings only are printed."""
    return _LOG.getEffectiveLevel() > logging.INFO
