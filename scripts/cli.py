"""The command ``iawce``: gathers the verbs."""

import sys
from collections.abc import Iterable
from pkgutil import resolve_name
from typing import Annotated

import typer

from iawce import __version__
from iawce.scripts.console import set_up_logging
from iawce.scripts.program import add_command, make_app, run_app

VERBS = (
    "extract", "crawl", "records", "posts", "render", "classify", "inspect", "label", "train", "serve", "models",
    "settings", "doctor", "fields", "forum", "labels", "evaluate", "site",
)  # fmt: skip
"""Names of the modules of the verbs, and of what is a command in each, or a program of several."""


def main() -> None:
    """Entry point of ``iawce``; a verb that is typed is loaded alone, for help all are."""
    typed = sys.argv[1:2]
    run_app(gather_verbs(typed if set(typed) & set(VERBS) else VERBS), "iawce")


def gather_verbs(verbs: Iterable[str] = VERBS) -> typer.Typer:
    """The application with these verbs."""
    app = make_app(completion=True)
    for verb in verbs:
        add_command(app, resolve_name(f"iawce.scripts.{verb}:{verb}"), verb)
    app.callback()(_options)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"iawce {__version__}\n")
        raise typer.Exit


def _options(
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="More messages; twice: all.")] = 0,
    show_version: Annotated[  # noqa: ARG001 - its callback acts
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Renders web pages, classifies them, extracts their content."""
    set_up_logging(verbose)
