"""``iawce settings``: all settings with their defaults, as a TOML file."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from iawce.scripts.console import say
from iawce.scripts.settings_tables import TABLES, Table, default_of, read_settings

HEAD = """\
# Settings of iawce, for --settings FILE. Each is off ("#") and shows its default: remove the "#" to change it.
# Options of the command line have precedence. A command ignores tables that it does not use.
"""
WIDTH = 110


def attribute_docs(kind: type) -> dict[str, str]:
    """The text below each field of a class and of those that it is derived from, in one line, by name."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__[:-1]):
        body = ast.parse(textwrap.dedent(inspect.getsource(one))).body[0]
        assert isinstance(body, ast.ClassDef)  # noqa: S101 - it is a class
        for field, below in zip(body.body, body.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = " ".join(text.split())
    return found


def _toml_lines(name: str, table: Table) -> Iterator[str]:
    """The settings of a table: each with a comment that says what it is, and its default, commented out."""
    docs = attribute_docs(table.kind)
    yield f"\n# {table.about[0].upper()}{table.about[1:]}: {', '.join(table.verbs)}\n[{name}]\n"
    for setting in table.fields:
        yield "".join(f"# {line}\n" for line in textwrap.wrap(docs[setting].replace("`", ""), WIDTH))
        yield f"#{setting} = {toml_value(default_of(table, setting))}".rstrip() + "\n"


def toml_value(value: Any) -> str:
    """A value as TOML writes it; empty for None, which TOML has not."""
    if value is None:
        return ""
    if isinstance(value, int) and value >= 10_000:
        return f"{value:_}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_value(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, default=lambda one: str(one) if isinstance(one, Path) else list(one))


def settings(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of settings to check; if left out, all settings are printed.")
    ] = None,
) -> None:
    """Print all settings with their meanings and defaults, as TOML for --settings; or check files of settings.

    Exit code 2: a file has a setting that does not exist, or a value that cannot be used.
    """
    if not files:
        say(HEAD + "".join(line for name, table in TABLES.items() for line in _toml_lines(name, table)))
    for file in files or ():
        for name, value in read_settings([str(file)], "settings").changed().items():
            say(f"{file}: {name} = {toml_value(value)}")
