"""What a command tells people: results, remarks, progress, how its pages ended; signals and closed streams."""

import io
import logging
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import typer

from iawce.data.errors import Status, UsageError, is_left_out, quantity
from iawce.data.terminal import one_line, write_out

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from iawce.extract.output.extraction import Extraction

Item = TypeVar("Item")
_held: list[list[int]] = []  # Signals that came while they were held, for each ``signals_held`` that is entered
STREAMS = (("stdin", os.O_WRONLY, "rb"), ("stdout", os.O_RDONLY, "wb"), ("stderr", os.O_RDWR, "wb"))
"""Their names in the order of their numbers, and how each is opened so that only remarks and errors are taken."""
RED, DIM, PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[0m"
_LOG = logging.getLogger("iawce")
EVERY = 10.0  # Seconds between two lines where there is no terminal
SHOWN = 4  # Most reasons that a line lists


class Interrupted(BaseException):
    """A signal ended the command: no defect, so no ``Exception``; ``message``: what was done, and how to continue."""

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


def say(text: str) -> None:
    """Write a result to stdout; ``Interrupted`` if nobody reads it any more."""
    try:
        write_out(text if text.endswith("\n") else text + "\n")
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


def be_quiet(wanted: bool = True) -> None:
    """Print errors and warnings only, if that is wanted."""
    if wanted:
        _LOG.setLevel(logging.WARNING)


def is_quiet() -> bool:
    """Whether errors and warnings only are printed."""
    return _LOG.getEffectiveLevel() > logging.INFO


@dataclass
class Progress:
    """How far a command is: a bar at the foot of a terminal, gone in the end; otherwise a line now and then."""

    noun: str  # What is counted, in the singular
    total: int | None = None
    before: int = 0  # How many of the ``total`` were done by an earlier run
    is_shown: bool = True  # False where results on the same terminal show how far the command is
    clock: Callable[[], float] = time.monotonic
    _done: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._started = self._last_line = self.clock()
        is_bar = self.is_shown and is_terminal() and not is_quiet()
        self._bar = _make_bar(f"{self.noun}s", self.total, self.before) if is_bar else None

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, note: str = "") -> None:
        """Count one more; ``note`` stands beside it."""
        self._done += 1
        done = self.before + self._done
        is_beyond = self.total is not None and done > self.total  # which may be an estimate
        if self._bar:
            total = done if is_beyond else self.total
            self._bar.update(self._bar.task_ids[0], advance=1, total=total, note=f"{self._speed()} {note}")
            return
        now = self.clock()
        if self.is_shown and now - self._last_line >= EVERY:
            self._last_line = now
            is_known = self.total is not None and not is_beyond
            whole = f"{done} of {quantity(self.total or 0, self.noun)}" if is_known else quantity(done, self.noun)
            remark(", ".join(filter(None, (whole, self._speed(), note))))

    def over(self, items: "Iterable[Item]") -> "Iterator[Item]":
        """The items, each counted when the next is taken."""
        for item in items:
            yield item
            self.advance()

    def rate(self) -> str:
        """What was done and how fast."""
        return f"{quantity(self._done, self.noun)} in {self.clock() - self._started:.1f} s, {self._speed()}"

    def _speed(self) -> str:
        rate = self._done / max(self.clock() - self._started, 1e-9)
        return f"{rate:.1f} {self.noun}s/s" if rate >= 1 else f"{rate:.2g} {self.noun}s/s"


def _make_bar(nouns: str, total: int | None, before: int) -> "Bar":
    from rich import progress
    from rich.console import Console

    times = progress.TimeElapsedColumn(), progress.TimeRemainingColumn()
    columns = progress.MofNCompleteColumn(), progress.TextColumn(nouns), progress.BarColumn(), *times
    note = progress.TextColumn("{task.fields[note]}")
    bar = progress.Progress(*columns, note, console=Console(stderr=True), transient=True)
    bar.add_task(nouns, total=total, completed=before, note="")
    return bar


@dataclass
class Tally:
    """How many rows there are, and by reason how many failed, with the first page of each, and were left out."""

    total: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, status: str, reason: str, count: int = 1) -> None:
        """Count rows."""
        self.total += count
        self.reasons[reason] += count * (status == Status.FAILURE)
        self.left_out[reason] += count * is_left_out(reason)

    def add_row(self, row: "Extraction") -> None:
        """Count one row of this run."""
        self.add(row.status, row.reason)
        if row.status == Status.FAILURE:
            self.examples.setdefault(row.reason, f"{row.ref}: {row.why}")

    @property
    def failed(self) -> int:
        """How many rows are failures."""
        return self.reasons.total()

    def summary(self) -> str:
        """The numbers of failures and of what was left out, and their commonest reasons; empty if there is none."""
        return ", ".join(filter(None, (_listed("failed", self.reasons), _listed("left out", self.left_out))))

    def finish(self) -> None:
        """End the command as its pages ended; ``typer.Exit`` if some failed (1), or all (3)."""
        if not self.total:
            raise UsageError("the sources hold nothing to work on")
        if self.failed:
            raise typer.Exit(3 if self.failed == self.total else 1)


def _listed(what: str, reasons: Counter[str]) -> str:
    shown = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common(SHOWN) if count)
    more = ", ..." if len(+reasons) > SHOWN else ""
    return f"{reasons.total()} {what}: {shown}{more}" if shown else ""
