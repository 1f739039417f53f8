"""``iawce extract``: the I-AWCE run."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import UsageError
from iawce.scripts.cleaning_options import CleaningOptions
from iawce.scripts.content_options import ContentOptions
from iawce.scripts.engine_options import EngineOptions
from iawce.scripts.network_options import NetworkOptions
from iawce.scripts.options import (
    BaseUrl,
    FieldsFile,
    FollowPages,
    Overwrite,
    Processes,
    Quiet,
    Resume,
    SiteAware,
    existing_of,
    given_sources,
    process_count,
)
from iawce.scripts.output_format import JSON_FORMAT, Format, shape_of, sink_of
from iawce.scripts.rendering_options import RenderingOptions
from iawce.scripts.run_options import RunOptions

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema
    from iawce.data.sources.reader import Item
    from iawce.extract.output.extraction import Extraction


def extract(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Where the rows go: a file, a folder or an address ({sinks}), or the content: .md, .txt, .html; "
            "JSON lines on stdout if left out.",
        ),
    ] = None,
    output_dir: Annotated[
        Path | None, typer.Option(help="Folder for a file a page, Markdown if --format is left out, and their rows.")
    ] = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    format: Annotated[
        Format, typer.Option(help="auto: what the output's name says, but text for one page on a terminal.")
    ] = "auto",
    front_matter: Annotated[
        bool, typer.Option("--front-matter", help="Begin Markdown with a block of YAML: url, title, type, rendered.")
    ] = False,
    title: Annotated[bool, typer.Option("--title", help="Begin the text of a page with its title.")] = False,
    fields: FieldsFile = None,
    columns: Annotated[
        str,
        typer.Option(metavar="NAME,...", help="Write these columns of rows only, such as url,text,metadata.authors."),
    ] = "",
    chunks: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="WORDS",
            help="Also cut the text into pieces of at most this many words, with their headings; 0: do not.",
        ),
    ] = 0,
    site_aware: SiteAware = "auto",
    base_url: BaseUrl = "",
    processes: Processes = None,
    timeout: Annotated[
        float, typer.Option(min=1, max=86_400, help="Seconds to render one page, and CPU seconds to extract it.")
    ] = 30.0,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    follow_pages: FollowPages = 1,
    content: ContentOptions = ContentOptions(),  # noqa: B008 - frozen
    run: RunOptions = RunOptions(),  # noqa: B008 - frozen
    rendering: RenderingOptions = RenderingOptions(),  # noqa: B008 - frozen
    network: NetworkOptions = NetworkOptions(),  # noqa: B008 - frozen
    cleaning: CleaningOptions = CleaningOptions(),  # noqa: B008 - frozen
    engine: EngineOptions = EngineOptions(),  # noqa: B008 - frozen
) -> None:
    """Render pages, classify them, extract their content.

    One row a page, whatever happens to it. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    Interrupted (130, 143) or with a full disk (5), what is written is whole, and --resume does the rest.
    """
    from iawce.data.limits import Limits
    from iawce.data.run_folder.run_folder import RunFolder
    from iawce.extract.run.extractor import Extractor
    from iawce.scripts.open_output import Sources, is_on_terminal, is_run, open_output
    from iawce.scripts.site_aware import read_boilerplate, say_what_is_read_once
    from iawce.scripts.write_rows import write_rows

    settings, ensemble = content.settings(), content.ensemble()
    opening = rendering.opening(network, timeout)
    if fields:
        from iawce.extract.templates.fields.field_schema import read_schema

        settings = replace(settings, fields=read_schema(fields))
    settings = replace(settings, chunk_words=chunks)
    target = str(output_dir) if output_dir else output
    shape = shape_of(format, sources, output, output_dir)
    if shape not in ("auto", JSON_FORMAT) and not output_dir:
        _refuse_in_text({"--chunks": chunks, "--columns": columns})
    settings = replace(settings, html=shape != "text" or bool(output_dir))
    needs_metadata = output_dir or front_matter or follow_pages > 1 or cleaning.deduplicate
    if shape not in ("auto", JSON_FORMAT) and not needs_metadata:
        settings = replace(settings, records=False, metadata=False, language=bool(cleaning.languages))
    chosen = _columns(columns, cleaning, is_rebuilt=resume and not is_run(target)) if columns else None
    wanted = Sources(sources, base_url, share=run.share)
    kind, count, limits = (
        run.sink_of(output) or sink_of(shape, output, output_dir, front_matter=front_matter, title=title),
        process_count(processes),
        Limits(seconds=timeout),
    )
    is_site_aware = site_aware == "auto" and settings.mode == "default" and not settings.keep
    with ExitStack() as stack:
        clean = stack.enter_context(cleaning.cleaner(base_url))
        sink = stack.enter_context(open_output(target, wanted, existing_of(overwrite, resume), kind, chosen))
        if is_site_aware:
            settings = replace(settings, boilerplate=read_boilerplate(wanted, count, limits))
        extractor = stack.enter_context(
            Extractor(
                settings=settings,
                ensemble=ensemble,
                page_type=content.type,
                processes=count,
                limits=limits,
                follow_pages=follow_pages,
                spool=sink.spool if isinstance(sink, RunFolder) else None,
                **opening,
            )
        )
        is_ordered = clean.deduplicates or not isinstance(sink, RunFolder)
        extract_many = engine.extract_many(extractor, processes, ordered=is_ordered)
        shows_pages = shape not in ("auto", JSON_FORMAT) and not output_dir

        def rows(pages: "Iterator[Item]") -> "Iterable[Extraction]":
            every = say_what_is_read_once(pages, wanted) if is_site_aware else pages
            found = extract_many(every)
            return map(_announced, found) if shows_pages else found

        write_rows(wanted, rows, sink, clean=clean, is_shown=not (shows_pages or is_on_terminal(target)))


def _refuse_in_text(options: dict[str, object]) -> None:
    """Files of text have no rows."""
    if given := [name for name, value in options.items() if value]:
        raise UsageError(f"{', '.join(given)}: only rows have that, so name a file such as rows.jsonl with -o")


def _columns(given: str, cleaning: CleaningOptions, *, is_rebuilt: bool) -> "Schema":
    """The columns that are named; ``is_rebuilt``: what is done is known by them alone.

    Raises:
        UsageError: there is none of a name, or the rows could not be resumed.
    """
    from iawce.extract.output.chosen_columns import chosen_columns

    found = chosen_columns([name.strip() for name in given.split(",")])
    if is_rebuilt and cleaning.deduplicate:
        raise UsageError("--columns with --deduplicate and --resume are for a run folder: name one, such as -o RUN/")
    if is_rebuilt and (missing := [name for name in ("id", "status", "reason") if name not in found]):
        raise UsageError(f"--resume knows what is done by {', '.join(missing)}: add to --columns, or name a run folder")
    return found


def _announced(row: "Extraction") -> "Extraction":
    """The row, after a line on stderr that says what the page is, or why it has no content."""
    from iawce.scripts.console import complain, remark

    sure = f" ({row.confidence:.0%} sure)" if row.probabilities else ""
    if row.status == "failure":
        complain(f"{row.ref}: {row.why}")
    else:
        remark(f"{row.ref}: {row.type or row.method}{sure}")
    return row


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(extract)
