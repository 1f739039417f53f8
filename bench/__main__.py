"""Runs a bench by its name: ``python -m bench NAME [ARGUMENT ...]``; without a name, lists all benches.

A bench is a module here, the source of a table or figure of ``docs/``: its docstring says what is measured and how, and
the arguments of its ``main`` are its options; one that measures several things has a command for each in ``COMMANDS``.
With ``--record``, its tables are written into ``docs/``, too.
"""

import ast
import sys
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

import typer

from tests.docs.recorded_tables import Copied, command_of, find_place, replace_tables, source_of_today

FOLDER = Path(__file__).resolve().parent
RECORD = "--record"
EPILOG = f"With {RECORD}, the tables are written into their page of docs/, too."


def benches() -> dict[str, str]:
    """The first line of the docstring of each bench, by name."""
    paths = sorted(path for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))
    docstrings = {path.stem: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) for path in paths}
    return {name: (text or "").partition("\n")[0] for name, text in docstrings.items()}


def run(name: str, arguments: list[str]) -> None:
    """Run a bench; ends the program."""
    module = import_module(f"bench.{name}")
    app = typer.Typer(add_completion=False, rich_markup_mode=None, help=module.__doc__, epilog=EPILOG)
    for command, function in getattr(module, "COMMANDS", {}).items():
        app.command(command)(function)
    if not app.registered_commands:
        app.command(help=module.__doc__, epilog=EPILOG)(module.main)
    app(arguments, prog_name=f"python -m bench {name}")


def run_and_record(name: str, arguments: list[str]) -> None:
    """Run a bench and write its tables into the page that has a place for them; a failure ends the program."""
    command = command_of(name, arguments)
    try:
        path = find_place(command, FOLDER.parent / "docs")  # fails before hours of work, not after
        source = source_of_today(FOLDER.parent)
    except ValueError as error:
        sys.exit(f"not recorded: {error}")
    with redirect_stdout(Copied()) as printed:
        try:
            run(name, arguments)
        except SystemExit as end:
            if end.code:
                raise
    try:
        page = replace_tables(path.read_text(encoding="utf-8"), command, printed.getvalue(), source)
    except ValueError as error:
        sys.exit(f"not recorded: {error}")
    path.write_text(page, encoding="utf-8")


def main() -> None:
    known, given = benches(), sys.argv[1:]
    if not given:
        print("\n".join(f"{name:24} {line}" for name, line in known.items()))
    elif given[0] in known and RECORD in given:
        run_and_record(given[0], [argument for argument in given[1:] if argument != RECORD])
    elif given[0] in known:
        run(given[0], given[1:])
    else:
        sys.exit(f"no bench is called {given[0]}; python -m bench lists them")


if __name__ == "__main__":
    main()
