"""Output of the commands: results on stdout, everything else on stderr."""

import logging
import sys
import time
from typing import Self

import typer
from rich.console import Console
from rich.logging import RichHandler
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as RichProgress
from rich.text import Text

from iawce.data.errors import UsageError

log = logging.getLogger("iawce")

errors = Console(stderr=True, highlight=False)


def say(text: str) -> None:
    """Write a result to stdout."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def finish(total: int, failed: int) -> None:
    """End a command that gave ``total`` rows, ``failed`` of them failures: exit code 0, 1 or 3.

    Raises:
        UsageError: there was no row.
    """
    if not total:
        raise UsageError("the sources hold nothing to work on")
    if failed:
        raise typer.Exit(3 if failed == total else 1)


def complain(text: str) -> None:
    """Print an error on stderr."""
    errors.print(Text(_one_line(text), style="red"), soft_wrap=True)


def remark(text: str) -> None:
    """Print a remark on stderr."""
    errors.print(Text(_one_line(text), style="dim"), soft_wrap=True)


def _one_line(text: str) -> str:
    """Addresses and titles come from pages: no line breaks, no control sequences of a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def set_up_logging(verbosity: int = 0) -> None:
    """Send the project's log to stderr; more with each step of verbosity."""
    handler = RichHandler(console=errors, show_path=False, show_time=verbosity > 0, markup=False)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[handler], force=True)
    logging.getLogger("iawce").setLevel(logging.DEBUG if verbosity > 1 else logging.INFO)


class Progress:
    """A progress bar on a terminal, otherwise one line of log every ``EVERY`` steps."""

    EVERY = 100

    def __init__(self, noun: str, *, total: int | None = None, quiet: bool = False) -> None:
        self._noun, self._done, self._quiet = noun, 0, quiet
        columns = (
            TextColumn("{task.completed} " + noun),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[note]}"),
        )
        self._bar = RichProgress(*columns, console=errors, disable=quiet or not errors.is_terminal, transient=True)
        self._task = self._bar.add_task(noun, total=total, note="")
        self._started = time.perf_counter()

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def advance(self, note: str = "", steps: int = 1) -> None:
        """Count ``steps`` more; ``note`` stands beside the bar."""
        before = self._done // self.EVERY
        self._done += steps
        self._bar.update(self._task, advance=steps, note=note)
        if not self._quiet and not errors.is_terminal and self._done // self.EVERY > before:
            log.info("%d %s %s", self._done, self._noun, note)

    def rate(self) -> str:
        """What was done and how fast."""
        seconds = time.perf_counter() - self._started
        return f"{self._done} {self._noun} in {seconds:.1f} s, {self._done / max(seconds, 1e-9):.1f} {self._noun}/s"
