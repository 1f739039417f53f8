"""The page of the documentation about a command, made of its help."""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import typer

from iawce.scripts.choices import fill_in_choices
from iawce.scripts.cli import gather_verbs
from iawce.scripts.program import panels

SOURCES = "any of the formats of [sources](../sources.md)"


@cache
def verbs() -> dict[str, Any]:
    """All verbs of ``iawce`` as commands, by name."""
    return dict(sorted(typer.main.get_command(gather_verbs()).commands.items()))  # type: ignore[attr-defined]


def command_page(verb: str) -> str:
    """A page of Markdown about a verb, and the verbs of its own."""
    return "".join(_describe(verbs()[verb], f"iawce {verb}", "#"))


def _describe(command: Any, name: str, level: str) -> Iterator[str]:
    """Head, summary and options of a command, then those of its verbs."""
    yield f"{level} {name}\n\n{_in_paragraphs(command.help or '')}\n"
    parameters = [one for one in command.params if not getattr(one, "hidden", False)]
    titles = panels(parameters)
    for title, members in titles.items():
        rows = [row for parameter in members for row in _row(parameter)]
        if rows:
            head = f"\n**{title}**\n" if len(titles) > 1 else ""
            yield f"{head}\n| option | meaning | default |\n| --- | --- | --- |\n" + "".join(rows)
    for verb, below in sorted(getattr(command, "commands", {}).items()):
        yield "\n"
        yield from _describe(below, f"{name} {verb}", f"{level}#")


def _in_paragraphs(text: str) -> str:
    """A help text with one line for each paragraph."""
    paragraphs = inspect.cleandoc(fill_in_choices(text)).split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _row(parameter: Any) -> Iterator[str]:
    """The row of an option or an argument; that of the help itself is left out."""
    if parameter.name in ("help", "install_completion", "show_completion"):
        return
    is_option = parameter.param_type_name == "option"
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts)) if is_option else ""
    shown = names or f"`{parameter.metavar or parameter.name}`"
    written = re.sub(r"\{(pictured_)?sources\}", SOURCES, getattr(parameter, "help", "") or "")
    meaning = " ".join(fill_in_choices(written).split()).replace("|", "\\|")
    yield f"| {shown} | {meaning} | {_default(parameter)} |\n"


def _default(parameter: Any) -> str:
    """What an option is unless it is given; empty where that says nothing."""
    if parameter.required:
        return "required"
    default = parameter.default
    is_said = isinstance(default, (str, int, float, Path)) and not isinstance(default, bool) and default not in ("", ())
    return f"`{default}`" if is_said else ""
