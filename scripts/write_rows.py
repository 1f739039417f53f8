"""Writes the rows of a command, the same way for every command: counted, and whole whatever ends it."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

import typer

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.outcomes import Status
from iawce.data.sinks import STDOUT, open_sink
from iawce.data.sinks.output_file import check_file
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import DAMAGED, Existing, Sink
from iawce.data.sources.read_sources import count_pages, read_sources
from iawce.data.sources.reader import Item
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema
from iawce.scripts.console import remark
from iawce.scripts.interrupted import Interrupted, signals_held
from iawce.scripts.options import keep_existing
from iawce.scripts.progress import Progress

SHOWN = 4
"""Most reasons that a line lists."""


@dataclass
class Tally:
    """How many rows there are, and how many of them are failures, by reason, with the first page of each."""

    total: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, status: str, reason: str) -> None:
        """Count one row."""
        self.total += 1
        self.reasons[reason] += status == Status.FAILURE

    @property
    def failed(self) -> int:
        """How many rows are failures."""
        return self.reasons.total()

    def add_row(self, row: Extraction) -> None:
        """Count one row of this run."""
        self.add(row.status, row.reason)
        if row.status == Status.FAILURE:
            self.examples.setdefault(row.reason, f"{row.ref}: {row.why}")

    def failures(self) -> str:
        """The number of failures and their commonest reasons; empty if there is none."""
        shown = ", ".join(f"{count} {reason}" for reason, count in self.reasons.most_common(SHOWN) if count)
        more = ", ..." if len(+self.reasons) > SHOWN else ""
        return f"{self.failed} failed: {shown}{more}" if self.failed else ""

    def finish(self) -> None:
        """End the command as its pages ended.

        Raises:
            UsageError: there was none.
            typer.Exit: some pages failed (1), or all (3).
        """
        if not self.total:
            raise UsageError("the sources hold nothing to work on")
        if self.failed:
            raise typer.Exit(3 if self.failed == self.total else 1)


@dataclass(frozen=True)
class Sources:
    """What the user wants done, in the words of ``read_sources``."""

    given: list[str]
    base_url: str = ""
    screenshots: bool = False

    def read(self) -> Iterator[Item]:
        """All pages."""
        return read_sources(self.given, self.base_url, screenshots=self.screenshots)

    def count(self) -> int | None:
        """How many there are, if that is quickly known."""
        return count_pages(self.given, screenshots=self.screenshots)


def open_output(
    output: str | None, sources: Sources, existing: Existing, kind: Callable[[str, Schema], Sink] | None = None
) -> Sink:
    """The sink for the rows of a command.

    Raises:
        UsageError: it cannot be written, what is there is in the way, or it is one of the sources.
        EnvironmentMissing: a library is not installed.
    """
    refuse_source(output, sources.given)
    return open_sink(output, row_schema(), existing, kind)


def refuse_source(output: str | Path | None, sources: Iterable[str]) -> None:
    """Never write over what is read.

    Raises:
        UsageError: the output is one of the sources.
    """
    for source in sources:
        try:
            is_same = output is not None and Path(output).samefile(source)
        except (OSError, ValueError):  # no such file
            continue
        if is_same and Path(source).is_file():
            raise UsageError(f"{output} is one of the sources: name another output")


def check_new_file(output: Path, sources: Iterable[str], *, overwrite: bool) -> None:
    """See whether a file can be written that is no row file, before any page is read.

    Raises:
        UsageError: it is one of the sources, exists and is to be kept, or cannot be written.
    """
    refuse_source(output, sources)
    check_file(output)
    keep_existing(output, overwrite)


def write_rows(
    sources: Sources, process: Callable[[Iterator[Item]], Iterable[Extraction]], sink: Sink, *, is_shown: bool = True
) -> None:
    """Write the row of each page as soon as it is there, passing over pages whose rows the sink holds already.

    Args:
        sources: where the pages come from.
        process: gives a row for each page.
        sink: where they go; closed here.
        is_shown: whether a progress bar is wanted.

    Raises:
        UsageError: there is no page.
        EnvironmentMissing: the sink can take no more; what was written is whole.
        Interrupted: the same; the message says how to go on.
        typer.Exit: some pages failed (1), or all (3).
    """
    tally, done = _tally_of(sink)
    if sink.is_resumed:
        remark(f"{_pages(len(done))} done already: {sink.target}")
    before = tally.total
    pages = (page for page in sources.read() if _id(page) not in done)
    holding = signals_held if sink.can_resume else nullcontext  # a reader of standard output may wait for ever
    try:
        with sink, Progress("pages", total=sources.count(), before=before, is_shown=is_shown) as progress:
            for row in process(pages):
                with holding():
                    sink.write(row.to_dict())
                    tally.add_row(row)
                progress.advance(tally.failures())
    except BrokenPipeError:
        raise Interrupted(signal.SIGPIPE) from None
    except OSError as error:
        raise EnvironmentMissing(f"{_name(sink)} cannot be written: {error}; {_so_far(tally, sink)}") from error
    except Interrupted as stop:
        raise Interrupted(stop.number, f"interrupted: {_so_far(tally, sink)}") from None
    if is_shown and tally.total:
        rate = progress.rate() if tally.total > before else "nothing was left to do"
        remark(", ".join(filter(None, (rate, tally.failures(), "" if sink.target == STDOUT else sink.target))))
        for example in list(tally.examples.values())[:SHOWN]:
            remark(f"  {example}")
    tally.finish()


def is_on_terminal(output: str | None) -> bool:
    """Whether results go to the terminal."""
    return output in (None, STDOUT) and sys.stdout.isatty()


def _tally_of(sink: Sink) -> tuple[Tally, set[str]]:
    """Rows of the run that is gone on with: counted, and their ids."""
    tally, done = Tally(), set[str]()
    try:
        for row in sink.rows_so_far():
            tally.add(row["status"], row["reason"])
            done.add(row["id"])
    except DAMAGED as error:
        with suppress(*DAMAGED):
            sink.close()
        raise UsageError(f"{sink.target} cannot be gone on with: its rows are damaged ({error})") from error
    return tally, done


def _id(page: Item) -> str:
    """The id that the row of a page will have."""
    return Extraction(ref=page.ref, status=Status.SKIPPED, url=page.url).id


def _so_far(tally: Tally, sink: Sink) -> str:
    """What was done, where it lies, and how to go on."""
    if not tally.total:
        return "nothing is done yet"
    place = f"{_pages(tally.total)} done, and in {_name(sink)}"
    return f"{place}; the same command with --resume does the rest" if sink.can_resume else place


def _pages(count: int) -> str:
    return "1 page is" if count == 1 else f"{count} pages are"


def _name(sink: Sink) -> str:
    return "standard output" if sink.target == STDOUT else sink.target
