"""Runs commands as programs: turns errors into messages and exit codes, and names in help texts into what there is."""

import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand

from iawce.data.errors import IawceError, UsageError
from iawce.scripts.choices import fill_in_choices
from iawce.scripts.console import complain, set_up_logging

INTERRUPTED = 130


class Command(TyperCommand):
    """A command whose help may list what a registry knows: ``{methods}`` becomes the names of the methods."""

    def format_help(self, *context: Any) -> None:
        """Write the help, with what the registries know at this moment."""
        for parameter in self.params:
            if written := getattr(parameter, "help", None):
                parameter.help = fill_in_choices(written)  # type: ignore[attr-defined]
        super().format_help(*context)


def make_app() -> typer.Typer:
    """An application without commands."""
    return typer.Typer(
        name="iawce", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
    )


def run_command(command: Callable[..., Any]) -> None:
    """Run one verb as its own program, ``python scripts/NAME.py``."""
    app = make_app()
    app.command(cls=Command)(command)
    run_app(app)


def run_app(app: typer.Typer) -> None:
    """Run a program: all verbs, or one that has verbs of its own."""
    set_up_logging()
    try:
        app()
    except OSError as error:  # a disk that is full, a pipe that was closed
        complain(f"error: {error}")
        sys.exit(UsageError.exit_code)
    except IawceError as error:
        complain(f"error: {error}")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        complain("interrupted")
        sys.exit(INTERRUPTED)
