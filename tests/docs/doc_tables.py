"""The pages of ``docs/`` about commands, settings and registries, as the code has them."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from typing import Any

import typer

from iawce.data.sources.source import readers
from iawce.extract.content.method import METHOD_OF_TYPE, METHODS
from iawce.scripts.cli import gather_verbs
from iawce.scripts.program import fill_in_choices, panels
from iawce.scripts.settings import attribute_docs, toml_value
from iawce.scripts.settings_tables import TABLES, default_of
from tests.conftest import ROOT

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


BEGIN, END = "<!-- table: sources -->\n", "<!-- end -->\n"
"""Around the table in a page that is written by hand."""


def describe_sources() -> str:
    """``docs/sources.md`` with its table: every source format, in the order in which readers are tried."""
    rows = []
    for name, reader in readers(screenshots=True).items():
        suffixes = ", ".join(f"`{suffix}`" for suffix in reader.suffixes)
        rows.append((name, reader.help, suffixes, "classify" if reader.is_looked_at else "extract, render, classify"))
    table = _table(("format", "a source is", "files read in folders", "taken by"), rows)
    page = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    before, rest = page.split(BEGIN, 1)
    return f"{before}{BEGIN}{table}{END}{rest.split(END, 1)[1]}"


def describe_methods() -> str:
    """``docs/methods.md``: every extraction method with its settings."""
    rows, settings = [], list[str]()
    for name, method in ((name, METHODS[name]) for name in METHODS):
        types = ", ".join(page_type for page_type, own in METHOD_OF_TYPE.items() if own == name)
        rows.append((f"`{name}`", method.summary, types, f"`iawce-{name}`"))
        kind, default, paper = method.settings, method.settings(), method.settings.paper()
        if names := [item.name for item in fields(kind)]:
            values = ((f"`{one}`", f"`{getattr(default, one)!r}`", f"`{getattr(paper, one)!r}`") for one in names)
            table = _table(("setting", "default", "paper"), values)
            settings.append(f"`{name}`: `{kind.__module__}.{kind.__name__}`\n\n{table}")
    lines = "\n".join(settings)
    return f"""# Extraction methods

`--method NAME` on the command line, `ExtractSettings(method=…)` in Python. By default (`auto`), it is `segmentation`
([main-content.md](main-content.md)); `rules` takes the method of the page type. With `--paper`, in Python
`method="paper"`, methods have the constants of the papers.

{_table(("method", "is", "for pages of type", "as a system of `evaluate`"), rows)}
Settings, their defaults ([measured](lab/main-content.md#the-papers-algorithms)) and their values in the mode `paper`:

{lines}
A new method is one module in `extract/content/` (or `extract/records/`) that calls `register_method`, and one line in
`extract/content/method.py`.
"""


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = (head, ("---",) * len(head), *rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def settings_page() -> str:
    """All settings as a page of Markdown."""
    sections = []
    for name, table in TABLES.items():
        docs, rows = attribute_docs(table.kind), []
        for setting in table.fields:
            default = toml_value(default_of(table, setting))
            shown = f"`{default}`" if default not in ("", '""', "[]", "{}") else ""
            rows.append((f"`{setting}`", docs[setting].replace("|", "\\|"), shown))
        about = f"{table.about[0].upper()}{table.about[1:]}: {', '.join(f'`{verb}`' for verb in table.verbs)}"
        head = f"## {name}\n\n{about}. In Python `{table.home.replace(':', '.')}`."
        sections.append(f"{head}\n\n{_table(('setting', 'meaning', 'default'), rows)}")
    tables = "\n".join(sections)
    return f"""# Settings

Rarely changed values are settings, not options. `iawce settings` prints all of them with their defaults, as a file to
edit; `iawce settings FILE` checks a file.

```sh
iawce settings > my.toml
iawce extract urls.txt -o rows.jsonl --settings my.toml
iawce extract urls.txt -o rows.jsonl -s render.scrolls=5 -s network.robots=true    # one by one: TABLE.NAME=VALUE
```

`--settings` (`-s`) can be repeated: the last value of a setting wins, and an option of the command line has precedence
over a setting. A name that does not exist and a value of another type are refused. In Python, a table is the dataclass
that is named with it.

{tables}"""


PAGES: dict[str, Callable[[], str]] = {
    "sources.md": describe_sources,
    "methods.md": describe_methods,
    "settings.md": settings_page,
    **{f"commands/{verb}.md": partial(command_page, verb) for verb in verbs()},
}
"""What is written, by name of the file in ``docs/``."""
