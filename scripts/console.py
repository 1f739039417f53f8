"""Output of the commands: results on stdout, everything else on stderr."""

import logging
import signal
import sys

from rich.console import Console
from rich.logging import RichHandler
from rich.text import Text

from iawce.scripts.interrupted import Interrupted

errors = Console(stderr=True, highlight=False)
remarks = Console(stderr=True, highlight=False)
"""Of what a person may like to know; silent after ``be_quiet``."""


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
    errors.print(Text(one_line(text), style="red"), soft_wrap=True)


def remark(text: str) -> None:
    """Print a remark on stderr."""
    remarks.print(Text(one_line(text), style="dim"), soft_wrap=True)


def one_line(text: str) -> str:
    """Addresses and titles come from pages: no line breaks, no control sequences of a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def set_up_logging(verbosity: int = 0) -> None:
    """Send the project's log to stderr; more with each step of verbosity."""
    handler = RichHandler(console=errors, show_path=False, show_time=verbosity > 0, markup=False)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[handler], force=True)
    logging.getLogger("iawce").setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)
    remarks.quiet = False


def be_quiet() -> None:
    """Print errors and warnings only."""
    logging.getLogger("iawce").setLevel(logging.WARNING)
    remarks.quiet = True
