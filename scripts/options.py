"""Options that several commands share."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from iawce.data.errors import UsageError
from iawce.data.network.address import is_web, without_credentials
from iawce.data.sinks.sink import Existing
from iawce.scripts.console import be_quiet

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


def _check_base_url(address: str) -> str:
    if address and not is_web(address):
        raise UsageError(
            f"--base-url {without_credentials(address)} is no address that begins with http:// or https://"
        )
    return address


def _set_quiet(wanted: bool) -> None:
    if wanted:
        be_quiet()


PagesOrRows = Annotated[
    list[str],
    typer.Argument(
        help="Any mix of these: {sources}; or rows that extract wrote, a file or a run folder.", callback=given_sources
    ),
]
ROWS_HELP = "Where the rows go: a file or an address ({sinks}); JSON lines on stdout if left out."
FollowPages = Annotated[
    int,
    typer.Option(
        min=1,
        max=1000,
        help="Most pages of a thread, list or article joined in one row, by links to the next.",
    ),
]
RowsOutput = Annotated[str | None, typer.Option("--output", "-o", help=ROWS_HELP)]
BaseUrl = Annotated[str, typer.Option(help="Address that saved HTML had on the web.", callback=_check_base_url)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace what the output holds.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue the output: pages whose rows it holds are not done again.")
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print errors only: no progress, no remarks.", callback=_set_quiet)
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


def process_count(wanted: int | None) -> int:
    """Processes that extract: so many as were asked for, else as many as there are cores for this process."""
    return cores() if wanted is None else wanted


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


ListSourceChoice = Literal["weighed", "simhtree", "class_names", "tables", "schema_org"]
"""Whose lists; ``LIST_SOURCES`` without the time that it takes to import."""
ListSourceOption = Annotated[
    ListSourceChoice,
    typer.Option("--list-source", help="Whose lists are the records: all sources weighed, or one of them."),
]
RenderChoice = Literal["auto", "always", "never"]
Render = Annotated[
    RenderChoice,
    typer.Option(help="Pages that are rendered; auto: live pages, and saved HTML that gains by it."),
]
Processes = Annotated[
    int | None, typer.Option(min=0, help="Processes that extract where there are several pages; as many as cores.")
]
Model = Annotated[
    str,
    typer.Option(
        "--model", help="A correction by your labels (train --init shipped), or a model or ensemble for the page type."
    ),
]
SiteAware = Annotated[
    Literal["auto", "off"],
    typer.Option(help="auto: pages are read twice, and texts that repeat on a site are left out of its articles."),
]
FieldsFile = Annotated[
    Path | None,
    typer.Option("--fields", help="Your own fields, by CSS, XPath or label: a file of TOML, as docs/fields.md says."),
]
