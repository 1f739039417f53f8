"""The command ``iawce``: gathers the verbs and turns errors into messages and exit codes."""

import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any

import typer

from iawce.data.errors import IawceError
from iawce.scripts.classify import classify
from iawce.scripts.console import complain, set_up_logging
from iawce.scripts.doctor import doctor
from iawce.scripts.evaluate import evaluate
from iawce.scripts.extract import extract
from iawce.scripts.inspect import inspect
from iawce.scripts.models import models
from iawce.scripts.render import render
from iawce.scripts.train import train

COMMANDS: tuple[Callable[..., Any], ...] = (extract, render, classify, inspect, train, models, doctor)
INTERRUPTED = 130


def main() -> None:
    """Entry point of ``iawce``."""
    app = _app()
    for command in COMMANDS:
        app.command(command.__name__)(command)
    app.add_typer(evaluate, name="evaluate")
    app.callback()(_options)
    _run(app)


def run_command(command: Callable[..., Any]) -> None:
    """Run one verb as its own program, ``python scripts/NAME.py``."""
    app = _app()
    app.command()(command)
    _run(app)


def run_group(group: typer.Typer) -> None:
    """Run a verb that has verbs of its own as a program."""
    _run(group)


def _app() -> typer.Typer:
    return typer.Typer(
        name="iawce", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
    )


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"iawce {version('iawce')}\n")
        raise typer.Exit


def _options(
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="Say more; twice: say all.")] = 0,
    show_version: Annotated[  # noqa: ARG001 - its callback acts
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Looks at a rendered web page, decides what kind it is, takes its content out."""
    set_up_logging(verbose)


def _run(app: typer.Typer) -> None:
    set_up_logging()
    try:
        app()
    except IawceError as error:
        complain(f"error: {error}")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        complain("interrupted")
        sys.exit(INTERRUPTED)
