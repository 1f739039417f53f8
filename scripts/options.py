"""Options that several commands share."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from iawce.data.errors import UsageError
from iawce.data.limits import MOST_JOBS, MOST_SECONDS
from iawce.data.sinks.sink import Existing
from iawce.scripts.console import be_quiet

WHAT, WHERE, RENDERING, NETWORK, LIMITS = "What", "Where to", "Rendering", "Network", "Limits and settings"
"""Panels of options in help texts."""
LookAt = Literal["auto", "boxes", "screenshot", "html"]
"""What decides the page type; that of the ensemble without the time that it takes to import."""


def given_sources(sources: list[str]) -> list[str]:
    """The sources, none of which may be empty: that is a shell variable without a value.

    Raises:
        UsageError: one is empty.
    """
    if not all(sources):
        raise UsageError("a source is empty: name an address or a path, or a shell variable that has a value")
    return sources


def _set_quiet(wanted: bool) -> None:
    if wanted:
        be_quiet()


PageSources = Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)]
PagesOrRows = Annotated[
    list[str],
    typer.Argument(
        help="Any mix of these: {sources}; or rows that extract wrote, a file or a run folder.", callback=given_sources
    ),
]
ROWS_HELP = "Where the rows go: a file or an address ({sinks}); JSON lines on stdout if left out."
BaseUrl = Annotated[
    str,
    typer.Option(help="Address that saved HTML had on the web.", rich_help_panel=WHAT),
]
FieldsFile = Annotated[
    Path | None,
    typer.Option(
        "--fields",
        help="Your own fields, by CSS, XPath or label: a TOML file; docs/fields.md describes it.",
        rich_help_panel=WHAT,
    ),
]
Paper = Annotated[
    bool, typer.Option("--paper", help="The algorithm of the paper, with its constants.", rich_help_panel=WHAT)
]
FollowPages = Annotated[
    int,
    typer.Option(
        min=1,
        max=1000,
        help="Maximum pages of a thread, list or article to join in one row, by following the links to the next page.",
        rich_help_panel=WHAT,
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        help="A correction learned from your labels (train --init shipped), or a model or ensemble for the page type.",
        rich_help_panel=WHAT,
    ),
]
RowsOutput = Annotated[str | None, typer.Option("--output", "-o", help=ROWS_HELP, rich_help_panel=WHERE)]
TableOutput = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        help="Where the rows go: a database (sqlite:///out.db, or any other address of SQLAlchemy), or a file "
        "({tables}); JSON lines on stdout if left out. Existing rows stay; no row is added twice.",
        callback=lambda to: "" if to == "-" else to,
        rich_help_panel=WHERE,
    ),
]
TableName = Annotated[
    str | None,
    typer.Option(
        "--table", help="Name of the table in a database; if left out, the name of the command.", rich_help_panel=WHERE
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the existing output.", rich_help_panel=WHERE)]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Continue the output: pages that have a row in it are skipped.",
        rich_help_panel=WHERE,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="Print errors only: no progress, no remarks.", callback=_set_quiet, rich_help_panel=WHERE
    ),
]
RenderChoice = Literal["auto", "always", "never"]
Render = Annotated[
    RenderChoice,
    typer.Option(
        help="Which pages a browser renders; auto: live pages, and saved HTML that needs it; never: live pages are "
        "fetched by plain HTTP.",
        rich_help_panel=RENDERING,
    ),
]
RenderFirst = Annotated[
    RenderChoice,
    typer.Option(help="Which pages are rendered first; never: only their text is shown.", rich_help_panel=RENDERING),
]
Snapshots = Annotated[
    Path | None, typer.Option(help="Keep a snapshot of every page in this folder.", rich_help_panel=RENDERING)
]
Header = Annotated[
    list[str] | None,
    typer.Option(
        "--header",
        help="'Name: value', sent only to the named site. Repeatable.",
        rich_help_panel=NETWORK,
    ),
]
Proxy = Annotated[
    str | None,
    typer.Option(help="HTTP proxy for public addresses: http://[user:password@]host:port.", rich_help_panel=NETWORK),
]
PublicOnly = Annotated[
    bool,
    typer.Option(
        "--public-only", help="Open public addresses only, even among the given sources.", rich_help_panel=NETWORK
    ),
]
Contact = Annotated[
    str | None,
    typer.Option(
        help="E-mail address or web page for the operators of sites, in the user agent.", rich_help_panel=NETWORK
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        min=1,
        max=MOST_SECONDS,
        help="Seconds to render one page, and CPU seconds to extract it; 30 if left out.",
        show_default=False,
        rich_help_panel=LIMITS,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        max=MOST_JOBS,
        help="Pages rendered at the same time, and processes that extract; if left out, 2, and one for each core.",
        show_default=False,
        rich_help_panel=LIMITS,
    ),
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--settings",
        "-s",
        metavar="FILE|TABLE.NAME=VALUE",
        help="Everything without an option: a file such as iawce settings prints, or one setting, such as "
        "render.scrolls=5. Repeatable.",
        rich_help_panel=LIMITS,
    ),
]


def existing_of(overwrite: bool, resume: bool) -> Existing:
    """What becomes of rows that are in the output already.

    Raises:
        UsageError: both are wanted.
    """
    if overwrite and resume:
        raise UsageError("--overwrite begins anew, --resume continues: choose one")
    if overwrite:
        return Existing.OVERWRITE
    return Existing.RESUME if resume else Existing.REFUSE


def cores() -> int:
    """Cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def keep_existing(found: Path, overwrite: bool) -> None:
    """Leave what an earlier run wrote alone, unless it is to be replaced.

    Raises:
        UsageError: it exists.
    """
    if found.exists() and not overwrite:
        raise UsageError(f"{found} exists: add --overwrite to replace it, or name another output")
