"""Writes the rows of a command: filtered, counted, and whole whatever ends it."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iawce.data.errors import EnvironmentMissing, UsageError, cause_of, quantity
from iawce.data.sinks.sink import DAMAGED, STDOUT, Earlier, Sink
from iawce.data.sources.reader import Item
from iawce.extract.corpus.clean import Cleaner, Filters
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import with_dotted
from iawce.scripts.console import Interrupted, remark, signals_held
from iawce.scripts.open_output import Sources, input_of
from iawce.scripts.progress import Progress
from iawce.scripts.summary import SHOWN, Tally

if TYPE_CHECKING:
    from iawce.extract.corpus.clean import Cleaner


@dataclass(frozen=True)
class CorpusSettings(Filters):
    """What rows have to be; the others are counted, and left out."""

    deduplicate: bool = False
    """Leave out pages whose address or text is the same, or nearly the same, as that of an earlier page."""
    keep_left_out: bool = False
    """Write also the pages that are left out: rows with the status skipped and a reason."""

    def cleaner(self, base_url: str = "") -> "Cleaner":
        """The stage that leaves rows out.

        Args:
            base_url: address that several pages have.

        Raises:
            EnvironmentMissing: the library for near-duplicates is not installed.
        """
        from iawce.extract.corpus.clean import Cleaner
        from iawce.extract.corpus.row_keys import MinHashSettings

        near = MinHashSettings() if self.deduplicate else None
        if near:
            near.check_library()
        return Cleaner(self, near, base_url=base_url, keep=self.keep_left_out)


def write_rows(
    sources: Sources,
    process: Callable[[Iterator[Item]], Iterable[Extraction]],
    sink: Sink,
    *,
    clean: Cleaner | None = None,
    is_shown: bool = True,
) -> None:
    """Write the row of each page as soon as it is there, passing over pages whose rows the sink holds already.

    Args:
        sources: where the pages come from.
        process: gives a row for each page.
        sink: where they go; closed here.
        clean: marks rows that are left out; none are if it is None.
        is_shown: whether a progress bar is wanted.

    Raises:
        UsageError: there is no page.
        EnvironmentMissing: the sink can take no more; what was written is whole.
        Interrupted: the same; the message says how to continue.
        typer.Exit: some pages failed (1), or all (3).
    """
    tally, earlier = _tally_of(sink)
    before = tally.total
    if sink.is_resumed:
        remark(f"{quantity(before, 'page is', 'pages are')} done already: {sink.target}")
    pages = (page for page in sources.read() if earlier.begin(input_of(page)))
    holding = nullcontext if sink.target == STDOUT else signals_held  # its reader may wait for ever
    try:
        with sink, Progress("page", total=sources.count(), before=before, is_shown=is_shown) as progress:
            for row in _cleaned(process(pages), clean, sink) if clean else process(pages):
                with holding():
                    if clean and clean.leaves_out(row):
                        sink.leave_out(row.id, row.reason)
                    else:
                        sink.write(with_dotted(row.to_dict(), sink.schema))
                    tally.add_row(row)
                progress.advance(tally.summary())
            with holding():
                sink.complete()
    except BrokenPipeError:
        raise Interrupted(signal.SIGPIPE) from None
    except OSError as error:
        raise EnvironmentMissing(
            f"{_name(sink)} cannot be written: {cause_of(error)}; {_so_far(before, sink)}"
        ) from error
    except Interrupted as stop:
        raise Interrupted(stop.number, f"interrupted: {_so_far(before, sink)}") from None
    if is_shown and tally.total:
        rate = progress.rate() if tally.total > before else "nothing was left to do"
        whole = f"{tally.total} with those done before" if tally.total > before > 0 else ""
        remark(", ".join(filter(None, (rate, whole, tally.summary(), "" if sink.target == STDOUT else sink.target))))
        for example in list(tally.examples.values())[:SHOWN]:
            remark(f"  {example}")
    if not tally.total and sources.hold_screenshots():
        raise UsageError("the sources hold only screenshots; iawce classify takes them")
    tally.finish()


def _cleaned(rows: Iterable[Extraction], clean: Cleaner, sink: Sink) -> Iterator[Extraction]:
    """The rows, marked where they are left out; duplicates are also those of what the sink holds already."""
    for number, row in enumerate(rows):
        if not number:
            state = sink.side_file("duplicates")
            clean.start(state, () if state else map(Extraction.from_dict, sink.rows_so_far()))
        yield clean(row)


def _tally_of(sink: Sink) -> tuple[Tally, Earlier]:
    """Rows of the run that is resumed: counted, and which inputs are done."""
    tally = Tally()
    try:
        earlier = sink.earlier()
        for (status, reason), count in earlier.outcomes().items():
            tally.add(status, reason, count)
    except DAMAGED as error:
        with suppress(*DAMAGED):
            sink.close()
        raise UsageError(f"{sink.target} cannot be resumed: its rows are damaged ({error})") from error
    return tally, earlier


def _so_far(before: int, sink: Sink) -> str:
    """What was done, as the sink has it, where it lies, and how to continue."""
    count = before + sink.written
    if not count:
        return "nothing is done yet"
    place = f"{quantity(count, 'page is', 'pages are')} done, and in {_name(sink)}"
    return f"{place}; the same command with --resume continues" if sink.can_resume else place


def _name(sink: Sink) -> str:
    return "standard output" if sink.target == STDOUT else sink.target
