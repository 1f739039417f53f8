"""``iawce extract``: the I-AWCE run."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

import logging
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.scripts import options, output_format
from iawce.scripts.console import Progress, complain, remark
from iawce.scripts.inputs_and_outputs import Sources, is_on_terminal, open_output
from iawce.scripts.settings_tables import Settings, read_settings

if TYPE_CHECKING:
    from iawce.data.sources.source import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.site_boilerplate import SiteBoilerplate

BESIDE_PAPER = ("keep", "drop", "favor", "comments", "list_source", "visible_only")
"""Settings of what the papers decide themselves."""
MAX_SITES = 10_000  # Sites whose pages are counted for a remark alone


def extract(
    sources: options.PageSources,
    type: Annotated[
        str, options.what(help="Page type to use instead of classifying: article, list, thread, product.")
    ] = "",
    method: Annotated[
        str | None, options.what(help="auto: the block model; rules: the method of the page type; or one of {methods}.")
    ] = None,
    paper: Annotated[
        bool,
        options.what(
            "--paper",
            help="The papers as published: LeNet-5, or MODEL, on the screenshot, then their algorithms; with --type or "
            "--method, only that algorithm.",
        ),
    ] = False,
    model: options.Model = None,
    fields: options.FieldsFile = None,
    follow_pages: options.FollowPages = 1,
    base_url: options.BaseUrl = "",
    output: Annotated[
        str | None,
        options.where(
            "--output",
            "-o",
            help="Where the rows go: a file, a folder or an address ({sinks}), or the content: .md, .txt, .html, or "
            "FOLDER/ with --format md; JSON lines on stdout if left out.",
        ),
    ] = None,
    format: Annotated[
        str,
        options.where(
            help="md, text, html, json, jsonl, csv, parquet; auto: by the name of the output, but text for one page "
            "on a terminal.",
            callback=output_format.check_format,
        ),
    ] = output_format.AUTO,
    overwrite: options.Overwrite = False,
    resume: options.Resume = False,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    render: options.Render = "auto",
    snapshots: options.Snapshots = None,
    header: options.Header = None,
    proxy: options.Proxy = None,
    public_only: options.PublicOnly = False,
    timeout: options.Timeout = None,
    jobs: options.Jobs = None,
    settings: options.SettingsOption = None,
) -> None:
    """Render pages, classify them, extract their content.

    Every page gives one row. Exit code 0: all rows are ok; 1: some failed; 3: all failed. After an interruption
    (130, 143) or with a full disk (5), the rows written so far are whole, and --resume continues.
    """
    from iawce.data.run_folder.run_folder import RunFolder
    from iawce.scripts.write_rows import CorpusSettings, write_rows

    given = read_settings(settings, "extract").with_options(
        options.NetworkOptions, headers=tuple(header) if header else None, proxy=proxy, public_only=public_only or None
    )
    existing = options.existing_of(overwrite, resume)
    run = given.make(options.RunSettings, workers=jobs, processes=jobs, base_url=base_url or None, snapshots=snapshots)
    corpus = given.make(CorpusSettings)
    shape = output_format.shape_of(format, sources, output)
    written = output_format.used_settings(shape, given.make(output_format.OutputSettings))
    content = _chosen(given, method, is_paper=paper)
    if fields:
        from iawce.extract.templates.fields.field_schema import read_schema

        content = replace(content, fields=read_schema(fields))
    needs_metadata = written.front_matter or follow_pages > 1 or corpus.deduplicate
    content = _no_more_than_written(
        content, shape, metadata=needs_metadata, title=written.title, language=bool(corpus.languages)
    )
    ensemble = given.make(options.PageTypeSettings, model=model).ensemble(paper=paper and not type and not method)
    wanted = Sources(sources, run.base_url, share=run.share)
    is_site_aware = run.site_aware == "auto" and content.mode == "default" and not content.keep
    with ExitStack() as stack:
        clean = stack.enter_context(corpus.cleaner(run.base_url))
        columns = output_format.resumable_columns(
            written.columns, shape, output, existing, deduplicate=corpus.deduplicate
        )
        kind = output_format.sink_of(shape, output, written, given)
        sink = stack.enter_context(open_output(output, wanted, existing, kind, columns))
        if is_site_aware:
            found = _read_boilerplate(wanted, run.process_count, given.make(Limits, seconds=timeout))
            content = replace(content, boilerplate=found)
        extractor = stack.enter_context(
            options.make_extractor(
                *(given, render, run, timeout),
                settings=content,
                ensemble=ensemble,
                page_type=type,
                processes=run.process_count,
                follow_pages=follow_pages,
                spool=sink.spool if isinstance(sink, RunFolder) else None,
            )
        )
        is_ordered = clean.deduplicates or not isinstance(sink, RunFolder)
        extract_many = run.extract_many(extractor, ordered=is_ordered)

        def rows(pages: "Iterator[Item]") -> "Iterable[Extraction]":
            found = extract_many(_say_what_is_read_once(pages, wanted) if is_site_aware else pages)
            return map(_announced, found) if shape.is_content else found

        is_shown = not (shape.is_content or is_on_terminal(output))
        write_rows(wanted, rows, sink, clean=clean, is_shown=is_shown)


def _chosen(given: Settings, method: str | None, *, is_paper: bool) -> "ExtractSettings":
    """What is asked for."""
    from iawce.extract.pipeline.settings import PAPER, ExtractSettings

    if method == PAPER:
        raise UsageError("--method paper is now --paper")
    if not is_paper:
        return given.make(ExtractSettings, method=method)
    decided = [*(f"extract.{name}" for name in BESIDE_PAPER), "page_type.look_at"]
    if beside := [name for name in decided if name in given.changed()]:
        raise UsageError(f"--paper excludes {', '.join(beside)}: leave out one or the other")
    return given.make(ExtractSettings, method=method, mode="paper", visible_only=False)


def _no_more_than_written(
    content: "ExtractSettings", shape: output_format.Shape, *, metadata: bool, title: bool, language: bool
) -> "ExtractSettings":
    """What to extract; ``metadata``, ``title``, ``language``: whether these are needed beside the content."""
    if content.chunk_words and shape.is_content:
        remark("extract.chunk_words is not used: chunks are a part of rows (such as -o rows.jsonl)")
        content = replace(content, chunk_words=0)
    if shape.text == "text" and not shape.is_folder:
        content = replace(content, html=False, blocks=False)
    if shape.is_content and not metadata:
        content = replace(content.for_content(html=shape.text != "text"), title=title, language=language)
    return content


def _read_boilerplate(sources: Sources, processes: int, limits: Limits) -> "SiteBoilerplate | None":
    """What repeats on each site of which enough pages are at hand; None where that cannot be, or be read twice."""
    from iawce.extract.pipeline.processes.count_sites import count_sites, large_sites
    from iawce.extract.templates.site_boilerplate import MIN_PAGES, site_host

    total = sources.count()
    if any(map(_is_stream, sources.given)) or (total is not None and total < MIN_PAGES):
        return None
    readers = logging.getLogger("iawce.data.sources")
    before = readers.level
    readers.setLevel(logging.ERROR)  # they remark on a source when its pages are read to be extracted
    try:
        sites = large_sites(sources.read())
        if not sites:
            return None
        with Progress("counted page", total=total) as progress:
            pages = progress.over(sources.read())
            return count_sites((page for page in pages if site_host(page) in sites), processes, limits)
    finally:
        readers.setLevel(before)


def _say_what_is_read_once(pages: "Iterator[Item]", sources: Sources) -> "Iterator[Item]":
    """The pages, with a remark where enough pages of a site could only be read once."""
    from iawce.extract.templates.site_boilerplate import MIN_PAGES, site_host

    is_stream, seen = any(map(_is_stream, sources.given)), Counter[str]()
    for page in pages:
        yield page
        is_live = isinstance(page, Page) and page.is_live and not page.error
        if (is_stream or is_live) and len(seen) < MAX_SITES:
            seen[site := site_host(page)] += 1
            if seen[site] == MIN_PAGES:
                once = "what comes through a pipe" if is_stream else "what comes from the network"
                remark(
                    f"the repeated texts of {site or 'a site'} are not left out, since {once} is read only once "
                    "(run.site_aware)"
                )
                break
    yield from pages


def _is_stream(source: str) -> bool:
    """Whether a source is gone once it was read: standard input or a pipe."""
    from iawce.data.sources.source import STDIN

    is_path = os.path.exists(source)  # noqa: PTH110 - never raises
    return source == STDIN or (is_path and not (os.path.isfile(source) or os.path.isdir(source)))  # noqa: PTH112, PTH113


def _announced(row: "Extraction") -> "Extraction":
    """The row, after a line on stderr that says what the page is, or why it has no content."""
    if row.status == "failure":
        complain(f"{row.ref}: {row.why}")
    else:
        sure = f" ({row.confidence:.0%} sure)" if row.probabilities else ""
        remark(f"{row.ref}: {row.type or row.method}{sure}")
    return row
