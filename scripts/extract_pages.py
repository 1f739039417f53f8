"""Extracts the pages of ``iawce extract``, and writes what was asked for."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace

from iawce.data.errors import UsageError
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import Existing, Sink
from iawce.data.sources.reader import Item
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import chosen_columns
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.scripts.console import complain, remark
from iawce.scripts.corpus_settings import CorpusSettings
from iawce.scripts.extract_order import ExtractOrder
from iawce.scripts.open_output import Sources, is_on_terminal, is_run, open_output
from iawce.scripts.opening import opening
from iawce.scripts.output_format import Shape, shape_of, sink_of, used_settings
from iawce.scripts.output_settings import OutputSettings
from iawce.scripts.run_folders import run_folder_of
from iawce.scripts.site_aware import read_boilerplate, say_what_is_read_once
from iawce.scripts.write_rows import write_rows

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
