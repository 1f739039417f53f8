"""``iawce crawl``: from seeds to a run."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from typing import Annotated

import typer

from iawce.scripts.options import (
    LIMITS,
    WHAT,
    WHERE,
    Contact,
    Jobs,
    Overwrite,
    Quiet,
    Render,
    Resume,
    SettingsOption,
    Snapshots,
    existing_of,
    given_sources,
)


def crawl(
    seeds: Annotated[
        list[str],
        typer.Argument(
            help="Addresses to begin at: pages, sitemaps, feeds; or files with such addresses.", callback=given_sources
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", help="Folder of the run; see docs/runs.md.", rich_help_panel=WHERE)
    ],
    include: Annotated[
        list[str] | None,
        typer.Option(
            help="Pattern of addresses to open; * is any text, /... matches only path and query. Repeatable.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option(help="Pattern of addresses to leave out. Repeatable.", rich_help_panel=WHAT)
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=0, help="Maximum number of links from a seed.", rich_help_panel=WHAT)
    ] = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    render: Render = "auto",
    snapshots: Snapshots = None,
    contact: Contact = None,
    max_pages: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pages to open, over all runs into this folder; in addition, up to ten times as many may fail.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    jobs: Jobs = None,
    settings: SettingsOption = None,
) -> None:
    """Crawl sites: follow lists; extract articles, products and threads.

    One row for each page that was opened, whatever happened to it, in the folder of a run that survives any kill:
    --resume continues. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.extras import needing
    from iawce.scripts.settings_tables import read_settings

    given = read_settings(settings, "crawl")
    with needing("crawl", "crawling"):
        from iawce.scripts.crawl_pages import CrawlOrder, crawl_pages, crawl_settings
    given = crawl_settings(given, include=include, exclude=exclude, depth=depth, max_pages=max_pages, contact=contact)
    crawl_pages(
        CrawlOrder(
            seeds,
            given,
            output=output,
            existing=existing_of(overwrite, resume),
            render=render,
            snapshots=snapshots,
            jobs=jobs,
        )
    )


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(crawl)
