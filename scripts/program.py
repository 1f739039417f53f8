"""Runs commands as programs: option values, help texts with names from registries, errors, exit codes.

typer has every value checked by pydantic, whose import takes as long as the reading of a page. What needs no check is
not given to it; all else is read as ever.
"""

import atexit
import gc
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from itertools import takewhile
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Self, get_args

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import Default

from iawce.data.errors import EnvironmentMissing, IawceError, UsageError, cause_of
from iawce.data.sinks import table_files
from iawce.data.sinks.sink import RUN, SINKS
from iawce.scripts.console import Interrupted, complain, fill_closed_streams, set_up_logging, signals_raised
from iawce.scripts.settings_tables import settings_called

PLAIN = (str, list[str])  # Types of parameters whose words are their values
OTHERS = "Options"  # Title of the options that are in no panel
NEW_OBJECTS = 5000
"""Number of new objects after which Python collects garbage, 700 by default; objects loaded by a command stay."""
GIVEN: ContextVar[tuple[str, Mapping[str, Any]]] = ContextVar("given", default=("", {}))
"""The command that is running, and its options."""


def _names(home: str) -> str:
    return ", ".join(resolve_name(home))


def _inputs() -> str:
    inputs = resolve_name("iawce.models.features.inputs:INPUTS")
    return "; ".join(f"{name}: {kind.describe}" for name, kind in inputs.items())


def _sources(*, screenshots: bool = False) -> str:
    readers = resolve_name("iawce.data.sources.source:readers")
    return "; ".join(reader.help for reader in readers(screenshots=screenshots).values())


_CHOICES: dict[str, Callable[[], str]] = {
    "gold_sets": partial(_names, "iawce.data.datasets.gold_sets:GOLD_SETS"),
    "inputs": _inputs,
    "methods": partial(_names, "iawce.extract.content.method:METHODS"),
    "networks": partial(_names, "iawce.models.networks:NETWORKS"),
    "sources": _sources,
    "pictured_sources": partial(_sources, screenshots=True),
    "sinks": lambda: ", ".join("FOLDER/" if address == RUN else address for address in SINKS),
    "systems": partial(_names, "iawce.evaluate.systems:SYSTEMS"),
    "tables": table_files,
}


def fill_in_choices(text: str) -> str:
    """A help text in which ``{methods}`` and the like are replaced by what there is; nothing else is imported."""
    for name, choices in _CHOICES.items():
        if (mark := f"{{{name}}}") in text:
            text = text.replace(mark, choices())
    return text


class PlainValues:
    """Reads the values of one parameter, in the place of what typer makes for it."""

    def __init__(self, parameter: Any) -> None:
        self._type, self._checked = parameter.type_descriptor.annotation, parameter.get_runtime_param

    def __call__(self) -> Self:
        """What typer asks a parameter for."""
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command takes it; ``typer.BadParameter`` if it is none of the parameter's type."""
        is_default = ctx.get_parameter_source(param.name).name == "DEFAULT"
        if not (is_default or self._type in PLAIN or value in get_args(self._type)):
            return self._checked().coerce(value, param=param, ctx=ctx)
        if param.multiple or param.nargs == -1:
            return () if value is None else list(value)
        return value


def take_plain_values(parameters: Iterable[Any]) -> None:
    """Have the parameters of a command take what needs no check as it is."""
    for parameter in parameters:
        checked = getattr(parameter, "get_runtime_param", None)  # an older typer has no pydantic
        if checked and hasattr(parameter, "type_descriptor") and not isinstance(checked, PlainValues):
            parameter.get_runtime_param = PlainValues(parameter)


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
        """Read what was typed; ``UsageError`` for an unknown option that is a setting of the command."""
        known = {name for one in self.params for name in (*one.opts, *one.secondary_opts)}
        verbs = [word.removesuffix(".py") for word in ctx.command_path.split()]
        for option in takewhile(lambda word: word != "--", (word.partition("=")[0] for word in args)):
            if option.startswith("--") and option not in known:
                for name in settings_called(verbs, option.removeprefix("--").removeprefix("no-").replace("-", "_")):
                    how = f"-s {name}=VALUE, or in a file for --settings (iawce settings)"
                    raise UsageError(f"{option} is a setting: {how}")
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


def make_app(help: str = Default(""), *, completion: bool = False) -> typer.Typer:
    """An application without commands; ``completion``: it can install itself into a shell's completion."""
    return typer.Typer(
        name="iawce",
        help=help,
        cls=Group,
        no_args_is_help=True,
        add_completion=completion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def add_command(app: typer.Typer, command: Callable[..., Any] | typer.Typer, name: str | None = None) -> None:
    """Make a function, or a program of several commands, a command of a program."""
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name, cls=Command)(command)


def run_command(command: Callable[..., Any] | typer.Typer) -> None:
    """Run one verb as its own program, ``python scripts/NAME.py``."""
    if not isinstance(command, typer.Typer):
        function, command = command, make_app()
        add_command(command, function)
    run_app(command)


def run_app(app: typer.Typer, name: str | None = None) -> None:
    """Run a program: all verbs, or one that has verbs of its own; ``name``, if it is not that of the file."""
    gc.set_threshold(NEW_OBJECTS)
    # what a command leaves ends with the process; triton, which torch loads, would report it as leaked
    atexit.register(lambda: None if "torch" in sys.modules else gc.freeze())
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
        with suppress(OSError):  # Python would write what is left for standard output, where nobody may read it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(stop.exit_code)


def typed(verb: str) -> str:
    """What was typed after a verb, the same whichever way the command was started."""
    words = sys.argv[1:]
    is_given = verb in words and Path(sys.argv[0]).stem != verb
    return shlex.join(words[words.index(verb) + 1 :] if is_given else words)
