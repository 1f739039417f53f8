"""Runs commands as programs: turns errors into messages and exit codes, and names in help texts into what there is."""

import os
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

import typer
from typer.core import TyperCommand

from iawce.data.errors import EnvironmentMissing, IawceError
from iawce.scripts.choices import fill_in_choices
from iawce.scripts.closed_streams import fill_closed_streams
from iawce.scripts.console import complain, set_up_logging
from iawce.scripts.interrupted import Interrupted, signals_raised
from iawce.scripts.option_groups import spread_groups

GIVEN: ContextVar[tuple[str, Mapping[str, Any]]] = ContextVar("given", default=("", {}))
"""The command that is running, and its options."""


class Command(TyperCommand):
    """A command whose help may list what a registry knows: ``{methods}`` becomes the names of the methods."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; its options are in ``GIVEN``."""
        before = GIVEN.set((ctx.info_name or "", ctx.params))
        try:
            return super().invoke(ctx)
        finally:
            GIVEN.reset(before)

    def format_help(self, *context: Any) -> None:
        """Write the help, with what the registries know at this moment."""
        for parameter in self.params:
            if written := getattr(parameter, "help", None):
                parameter.help = fill_in_choices(written)  # type: ignore[attr-defined]
        super().format_help(*context)


def make_app(*, completion: bool = False) -> typer.Typer:
    """An application without commands; ``completion``: it can install itself into a shell's completion."""
    return typer.Typer(
        name="iawce",
        no_args_is_help=True,
        add_completion=completion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def add_command(app: typer.Typer, command: Callable[..., Any], name: str | None = None) -> None:
    """Make a function a command of a program, with the options of its groups."""
    app.command(name, cls=Command)(spread_groups(command))


def run_command(command: Callable[..., Any]) -> None:
    """Run one verb as its own program, ``python scripts/NAME.py``."""
    app = make_app()
    add_command(app, command)
    run_app(app)


def run_app(app: typer.Typer, name: str | None = None) -> None:
    """Run a program: all verbs, or one that has verbs of its own; ``name``, if it is not that of the file."""
    fill_closed_streams()
    set_up_logging()
    try:
        with signals_raised():
            app(prog_name=name)
    except OSError as error:  # a disk that is full
        complain(f"error: {error}")
        sys.exit(EnvironmentMissing.exit_code)
    except IawceError as error:
        complain(f"error: {error}")
        sys.exit(error.exit_code)
    except Interrupted as stop:
        if stop.message:
            complain(stop.message)
        _forget_output()
        sys.exit(stop.exit_code)


def _forget_output() -> None:
    """Python writes what is left for standard output when it ends, although nobody may be there to read it."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:  # no file of the system, as in tests
        return
