"""Writes the rows of a command, whole whatever ends it: filtered and counted, or into tables that grow."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass

from iawce.data.errors import DAMAGED, EnvironmentMissing, PageError, Status, UsageError, cause_of, quantity, refused
from iawce.data.network.address import parse_address, without_credentials
from iawce.data.sinks.growing_table import ADDRESS, SOURCE, GrowingTable, PageRows, has_tables
from iawce.data.sinks.schema import json_text
from iawce.data.sinks.sink import KEY, STDOUT, Sink
from iawce.data.sources.source import Item
from iawce.extract.corpus.clean import Cleaner, Filters, bands_and_rows
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import with_dotted
from iawce.scripts.console import SHOWN, Interrupted, Progress, Tally, complain, remark, say, signals_held
from iawce.scripts.inputs_and_outputs import Sources, input_of, refuse_source


@dataclass(frozen=True)
class CorpusSettings(Filters):
    """What rows have to be; the others are counted, and left out."""

    deduplicate: bool = False
    """Leave out pages whose address or text is the same, or nearly the same, as that of an earlier page."""
    keep_left_out: bool = False
    """Write also the pages that are left out: rows with the status skipped and a reason."""

    def cleaner(self, base_url: str = "") -> Cleaner:
        """The stage that leaves rows out; ``base_url``: address that several pages have."""
        if self.deduplicate:
            bands_and_rows()  # needs the library
        return Cleaner(self, self.deduplicate, base_url=base_url, keep=self.keep_left_out)


def write_rows(
    sources: Sources,
    process: Callable[[Iterator[Item]], Iterable[Extraction]],
    sink: Sink,
    *,
    clean: Cleaner | None = None,
    is_shown: bool = True,
) -> None:
    """Write the row of each page as soon as it is there, passing over pages whose rows the sink holds already.

    The sink is closed here; ``clean`` marks rows that are left out; ``is_shown``: whether a progress bar is wanted.
    Raises EnvironmentMissing, Interrupted: the sink can take no more; what was written is whole; typer.Exit: some pages
    failed (1), or all (3).
    """
    tally = _tally_of(sink)
    before, target = tally.total, "" if sink.target == STDOUT else sink.name
    if sink.is_resumed:
        remark(f"{quantity(before, 'page is', 'pages are')} done already: {sink.name}")
    pages = (page for page in sources.read() if sink.begin(input_of(page)))
    holding = signals_held if target else nullcontext  # the reader of standard output may wait for ever
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
        why = f"{target or 'standard output'} cannot be written: {cause_of(error)}"
        raise EnvironmentMissing(f"{why}; {_so_far(before, sink)}") from error
    except Interrupted as stop:
        raise Interrupted(stop.number, f"interrupted: {_so_far(before, sink)}") from None
    if is_shown and tally.total:
        rate = progress.rate() if tally.total > before else "nothing was left to do"
        whole = f"{tally.total} with those done before" if tally.total > before > 0 else ""
        remark(", ".join(filter(None, (rate, whole, tally.summary(), target))))
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


def _tally_of(sink: Sink) -> Tally:
    """The rows of the run that is resumed, counted."""
    tally = Tally()
    try:
        for (status, reason), count in sink.outcomes().items():
            tally.add(status, reason, count)
    except DAMAGED as error:
        with suppress(*DAMAGED):
            sink.close()
        raise UsageError(f"{sink.name} cannot be resumed: its rows are damaged ({error})") from error
    return tally


def _so_far(before: int, sink: Sink) -> str:
    """What was done, as the sink has it, where it lies, and how to continue."""
    count = before + sink.written
    if not count:
        return "nothing is done yet"
    target = "standard output" if sink.target == STDOUT else sink.name
    place = f"{quantity(count, 'page is', 'pages are')} done, and in {target}"
    return f"{place}; the same command with --resume continues" if sink.can_resume else place


def written_to(target: str) -> AbstractContextManager[None]:
    """Rows are written within: ``EnvironmentMissing`` if the target, standard output if it is empty, takes no more."""
    said = f"{without_credentials(target) or 'standard output'} cannot be written"
    return refused(said, OSError, kind=EnvironmentMissing)


def source_of(row: Extraction) -> str:
    """The address of a page, or what it was called: two saved pages without an address are not one page.

    An address that a page claims may be that of the first page of a list, or of all pages of a site.
    """
    return row.ref if row.url_source else row.source


def sources_of(row: Extraction) -> list[str]:
    """The source of each record of a page or of the pages joined with it."""
    source = source_of(row)
    return [part.url or source for part in row.pages for _ in range(part.records)] or [source] * len(row.records)


def check_table(table: str | None, to: str, sources: Iterable[str]) -> None:
    """Only databases have tables with names; and none is a source."""
    refuse_source(to or None, sources)
    if table is not None and not has_tables(to):
        target = f"{to} is a file with one table" if to else "rows on stdout are in no table"
        raise UsageError(f"--table names a table of a database, and {target}: leave it out, or give -o sqlite:///FILE")


def write_page(page: PageRows, ref: str, table: GrowingTable | None) -> bool:
    """Write the rows of a page, as JSON lines on standard output if there is no table; whether there was room."""
    if table is None:
        for key, cells in zip(page.keys, page.rows, strict=True):
            values = {name: cell and cell.value for name, cell in cells.items()}
            say(json_text({KEY: key, SOURCE: page.source} | values))
        return True
    known = table.columns
    try:
        added = table.add(page)
    except PageError as error:
        complain(f"{ref}: {error}")
        return False
    said = f"{quantity(len(page.rows), 'row')}, {added} of them new, {quantity(len(page.columns), 'column')}"
    if known and (others := [name for name in table.columns if name not in known]):
        said += f", {len(others)} of them added to the table, whose other rows are empty there: {', '.join(others)}"
    if any(cell and not parse_address(cell.text) for row in page.rows for cell in map(row.get, (ADDRESS, "image"))):
        said += "; its links have no host: -s run.base_url=https://HOST/ gives them one"
    remark(f"{ref}: {said}")
    return True


def finish_pages(done: Iterable[bool], to: str) -> None:
    """Write page after page into ``to``: each is written when it is asked whether all went well.

    ``typer.Exit`` if some pages failed (1), or all (3).
    """
    tally = Tally()
    with written_to(to):
        for is_done in done:
            tally.add(Status.SUCCESS if is_done else Status.FAILURE, "")
    tally.finish()
