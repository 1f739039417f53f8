"""``iawce extract``: the I-AWCE run."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from typing import Annotated

import typer

from iawce.scripts.options import (
    WHAT,
    WHERE,
    BaseUrl,
    FieldsFile,
    FollowPages,
    Header,
    Jobs,
    Model,
    Overwrite,
    PageSources,
    Proxy,
    PublicOnly,
    Quiet,
    Render,
    Resume,
    SettingsOption,
    Snapshots,
    Timeout,
    existing_of,
)
from iawce.scripts.output_format import AUTO, check_format


def extract(
    sources: PageSources,
    type: Annotated[
        str,
        typer.Option(
            help="Page type to use instead of classifying: article, list, thread, product.", rich_help_panel=WHAT
        ),
    ] = "",
    method: Annotated[
        str | None,
        typer.Option(
            help="auto: the block model; rules: the method of the page type; or one of {methods}.", rich_help_panel=WHAT
        ),
    ] = None,
    paper: Annotated[
        bool,
        typer.Option(
            "--paper",
            help="The papers as published: LeNet-5, or MODEL, on the screenshot, then their algorithms; with --type or "
            "--method, only that algorithm.",
            rich_help_panel=WHAT,
        ),
    ] = False,
    model: Model = None,
    fields: FieldsFile = None,
    follow_pages: FollowPages = 1,
    base_url: BaseUrl = "",
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Where the rows go: a file, a folder or an address ({sinks}), or the content: .md, .txt, .html, or "
            "FOLDER/ with --format md; JSON lines on stdout if left out.",
            rich_help_panel=WHERE,
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            help="md, text, html, json, jsonl, csv, parquet; auto: by the name of the output, but text for one page "
            "on a terminal.",
            callback=check_format,
            rich_help_panel=WHERE,
        ),
    ] = AUTO,
    overwrite: Overwrite = False,
    resume: Resume = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    render: Render = "auto",
    snapshots: Snapshots = None,
    header: Header = None,
    proxy: Proxy = None,
    public_only: PublicOnly = False,
    timeout: Timeout = None,
    jobs: Jobs = None,
    settings: SettingsOption = None,
) -> None:
    """Render pages, classify them, extract their content.

    Every page gives one row. Exit code 0: all rows are ok; 1: some failed; 3: all failed. After an interruption
    (130, 143) or with a full disk (5), the rows written so far are whole, and --resume continues.
    """
    from iawce.scripts.extract_arguments import ExtractOrder
    from iawce.scripts.extract_pages import extract_pages
    from iawce.scripts.fetch_options import NetworkOptions
    from iawce.scripts.settings_tables import read_settings

    given = read_settings(settings, "extract").with_options(
        NetworkOptions, headers=tuple(header) if header else None, proxy=proxy, public_only=public_only or None
    )
    extract_pages(
        ExtractOrder(
            sources=sources,
            settings=given,
            page_type=type,
            method=method,
            is_paper=paper,
            model=model,
            fields=fields,
            follow_pages=follow_pages,
            base_url=base_url,
            output=output,
            format=format,
            existing=existing_of(overwrite, resume),
            render=render,
            snapshots=snapshots,
            timeout=timeout,
            jobs=jobs,
        )
    )


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(extract)
