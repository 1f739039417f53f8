"""Runs commands as programs: turns errors into messages and exit codes, and names in help texts into what there is."""

import atexit
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from iawce.data.errors import EnvironmentMissing, IawceError, UsageError, cause_of
from iawce.scripts.choices import fill_in_choices
from iawce.scripts.closed_streams import fill_closed_streams
from iawce.scripts.console import complain, set_up_logging
from iawce.scripts.interrupted import Interrupted, signals_raised
from iawce.scripts.plain_values import take_plain_values
from iawce.scripts.removed_options import refuse_removed

OTHERS = "Options"
"""Title of the options that are in no panel."""
NEW_OBJECTS = 5000
"""Number of new objects after which Python collects garbage, 700 by default; objects loaded by a command stay."""
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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed.

        Raises:
            UsageError: an option was removed; the message says what takes its place.
        """
        known = {name for one in self.params for name in (*one.opts, *one.secondary_opts)}
        refuse_removed(ctx.command_path, args, known)
        take_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def format_help(self, *context: Any) -> None:
        """Write the help, with what the registries know at this moment."""
        for parameter in self.params:
            if written := getattr(parameter, "help", None):
                parameter.help = fill_in_choices(written)  # type: ignore[attr-defined]
        super().format_help(*context)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options panel by panel."""
        for title, parameters in panels(self.get_params(ctx)).items():
            if records := [found for one in parameters if (found := one.get_help_record(ctx)) is not None]:
                with formatter.section(title):
                    formatter.write_dl(records)


class Group(TyperGroup):
    """A program of several commands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the name of the command."""
        take_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)


def panels(parameters: Sequence[Any]) -> dict[str, list[Any]]:
    """Parameters of a command by the titles under which its help lists them: each group in the order of the command."""
    found: dict[str, list[Any]] = {}
    for one in parameters:
        is_argument = one.param_type_name == "argument"
        title = "Arguments" if is_argument else getattr(one, "rich_help_panel", None) or OTHERS
        found.setdefault(title, []).append(one)
    return {title: found[title] for title in sorted(found, key=lambda title: title == OTHERS)}


def make_app(*, completion: bool = False) -> typer.Typer:
    """An application without commands; ``completion``: it can install itself into a shell's completion."""
    return typer.Typer(
        name="iawce",
        cls=Group,
        no_args_is_help=True,
        add_completion=completion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def add_command(app: typer.Typer, command: Callable[..., Any], name: str | None = None) -> None:
    """Make a function a command of a program."""
    app.command(name, cls=Command)(command)


def run_command(command: Callable[..., Any]) -> None:
    """Run one verb as its own program, ``python scripts/NAME.py``."""
    app = make_app()
    add_command(app, command)
    run_app(app)


def run_app(app: typer.Typer, name: str | None = None) -> None:
    """Run a program: all verbs, or one that has verbs of its own; ``name``, if it is not that of the file."""
    gc.set_threshold(NEW_OBJECTS)
    atexit.register(_leave_objects)
    fill_closed_streams()
    set_up_logging()
    try:
        with signals_raised():
            app(prog_name=name)
    except OSError as error:  # an output that must not be written, or a disk that is full
        complain(f"error: {error.filename}: {cause_of(error)}" if error.filename else f"error: {cause_of(error)}")
        is_refused = isinstance(error, PermissionError | NotADirectoryError | FileExistsError)
        sys.exit((UsageError if is_refused else EnvironmentMissing).exit_code)
    except IawceError as error:
        complain(f"error: {error}")
        sys.exit(error.exit_code)
    except Interrupted as stop:
        if stop.message:
            complain(stop.message)
        _forget_output()
        sys.exit(stop.exit_code)


def _leave_objects() -> None:
    """What a command leaves ends with the process; triton, which torch loads, would report it as leaked."""
    if "torch" not in sys.modules:
        gc.freeze()


def _forget_output() -> None:
    """Python writes what is left for standard output when it ends, although nobody may be there to read it."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:  # no file of the system, as in tests
        return
