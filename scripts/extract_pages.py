"""Extracts the pages of ``iawce extract``, after counting what repeats on each site, and writes the rows."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import Existing, Sink
from iawce.data.sources.reader import Item
from iawce.data.sources.source import STDIN
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import chosen_columns
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.processes.count_sites import count_sites, large_sites
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.site_boilerplate import LEAST_PAGES, SiteBoilerplate, site_host
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.scripts.command_settings import OutputSettings
from iawce.scripts.console import complain, remark
from iawce.scripts.extract_arguments import ExtractOrder
from iawce.scripts.fetch_options import opening
from iawce.scripts.open_output import Sources, is_on_terminal, is_run, open_output, run_folder_of
from iawce.scripts.output_format import Shape, shape_of, sink_of, used_settings
from iawce.scripts.progress import Progress
from iawce.scripts.write_rows import CorpusSettings, write_rows

MOST_SITES = 10_000
"""Sites whose pages are counted for a remark alone."""


def read_boilerplate(sources: Sources, processes: int, limits: Limits) -> SiteBoilerplate | None:
    """What repeats on each site of which enough pages are at hand; None where that cannot be, or be read twice."""
    total = sources.count()
    if any(map(_is_stream, sources.given)) or (total is not None and total < LEAST_PAGES):
        return None
    with _without_remarks():
        sites = large_sites(sources.read())
        if not sites:
            return None
        with Progress("counted page", total=total) as progress:
            pages = _counted(sources.read(), progress)
            return count_sites((page for page in pages if site_host(page) in sites), processes, limits)


@contextmanager
def _without_remarks() -> Iterator[None]:
    """Readers remark on a source when its pages are read to be extracted, not when they are counted."""
    readers = logging.getLogger("iawce.data.sources")
    before = readers.level
    readers.setLevel(logging.WARNING)
    try:
        yield
    finally:
        readers.setLevel(before)


def say_what_is_read_once(pages: Iterator[Item], sources: Sources) -> Iterator[Item]:
    """The pages, with a remark where enough pages of a site could only be read once."""
    is_stream, seen = any(map(_is_stream, sources.given)), Counter[str]()
    for page in pages:
        yield page
        is_live = isinstance(page, Page) and page.is_live and not page.error
        if (is_stream or is_live) and len(seen) < MOST_SITES:
            seen[site := site_host(page)] += 1
            if seen[site] == LEAST_PAGES:
                once = "what comes through a pipe" if is_stream else "what comes from the network"
                remark(
                    f"the repeated texts of {site or 'a site'} are not left out, since {once} is read only once "
                    "(run.site_aware)"
                )
                break
    yield from pages


def _is_stream(source: str) -> bool:
    """Whether a source is gone once it was read: standard input or a pipe."""
    try:
        path = Path(source)
        return source == STDIN or (path.exists() and not (path.is_file() or path.is_dir()))
    except (OSError, ValueError):  # no path at all
        return False


def _counted(pages: Iterator[Item], progress: Progress) -> Iterator[Item]:
    for page in pages:
        yield page
        progress.advance()


RESUMED_BY = ("id", "status", "reason")
"""Columns by which rows in a file are resumed."""


def extract_pages(order: ExtractOrder) -> None:
    """Extract the pages, and write them.

    Raises:
        UsageError: options or settings exclude each other, the output cannot be written, or there is no page.
        EnvironmentMissing: a browser, a model or a library is missing, or the output takes no more.
        typer.Exit: some pages failed (1), or all (3).
    """
    run, corpus = order.run, order.settings.make(CorpusSettings)
    shape = shape_of(order.format, order.sources, order.output)
    written = used_settings(shape, order.settings.make(OutputSettings))
    needs_metadata = written.front_matter or order.follow_pages > 1 or corpus.deduplicate
    content = order.content(shape, needs_metadata=needs_metadata, needs_language=bool(corpus.languages))
    ensemble, wanted = order.ensemble(), Sources(order.sources, run.base_url, share=run.share)
    is_site_aware = run.site_aware == "auto" and content.mode == "default" and not content.keep
    with ExitStack() as stack:
        clean = stack.enter_context(corpus.cleaner(run.base_url))
        sink = stack.enter_context(_open_sink(order, wanted, shape, written))
        if is_site_aware:
            content = replace(content, boilerplate=read_boilerplate(wanted, run.process_count, order.limits))
        extractor = stack.enter_context(_extractor(order, content, ensemble, sink))
        is_ordered = clean.deduplicates or not isinstance(sink, RunFolder)
        extract_many = run.extract_many(extractor, ordered=is_ordered)

        def rows(pages: Iterator[Item]) -> Iterable[Extraction]:
            every = say_what_is_read_once(pages, wanted) if is_site_aware else pages
            found = extract_many(every)
            return map(_announced, found) if shape.is_content else found

        is_shown = not (shape.is_content or is_on_terminal(order.output))
        write_rows(wanted, rows, sink, clean=clean, is_shown=is_shown)


def _open_sink(order: ExtractOrder, wanted: Sources, shape: Shape, written: OutputSettings) -> Sink:
    kind = run_folder_of(order.settings, order.jobs, order.output) if not shape.text else None
    columns = _columns(order, shape, written.columns)
    return open_output(order.output, wanted, order.existing, kind or sink_of(shape, order.output, written), columns)


def _extractor(order: ExtractOrder, content: ExtractSettings, ensemble: PageTypeEnsemble, sink: Sink) -> Extractor:
    return Extractor(
        settings=content,
        ensemble=ensemble,
        page_type=order.page_type,
        processes=order.run.process_count,
        follow_pages=order.follow_pages,
        spool=sink.spool if isinstance(sink, RunFolder) else None,
        **opening(order.settings, order.render, timeout=order.timeout, snapshots=order.snapshots, jobs=order.jobs),
    )


def _columns(order: ExtractOrder, shape: Shape, names: Sequence[str]) -> Schema | None:
    """The columns of rows that are named, if any are.

    Raises:
        UsageError: the rows could not be resumed: what is done is known by them alone.
    """
    if not names:
        return None
    if shape.is_folder:  # its index knows by them what is done
        names = list(dict.fromkeys([*names, *RESUMED_BY]))
    found = chosen_columns(names)
    if order.existing != Existing.RESUME or is_run(order.output):
        return found
    if order.settings.make(CorpusSettings).deduplicate:
        raise UsageError("columns with deduplicate and --resume need a run folder: name one, such as -o RUN/")
    if missing := [name for name in RESUMED_BY if name not in found]:
        raise UsageError(f"--resume needs {', '.join(missing)} in the rows: add to columns, or name a run folder")
    return found


def _announced(row: Extraction) -> Extraction:
    """The row, after a line on stderr that says what the page is, or why it has no content."""
    sure = f" ({row.confidence:.0%} sure)" if row.probabilities else ""
    if row.status == "failure":
        complain(f"{row.ref}: {row.why}")
    else:
        remark(f"{row.ref}: {row.type or row.method}{sure}")
    return row
