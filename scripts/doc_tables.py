"""``python scripts/doc_tables.py`` writes those pages of ``docs/`` that show what the registries know."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import partial
from pathlib import Path

from iawce.data.sources.reader import Reader, readers
from iawce.extract.content.method import Method
from iawce.extract.content.methods import METHOD_OF_TYPE, METHODS
from iawce.scripts.command_page import command_page, verbs
from iawce.scripts.settings_text import settings_page

DOCS = Path(__file__).resolve().parent.parent / "docs"
BEGIN, END = "<!-- table: sources -->\n", "<!-- end -->\n"
"""Around the table in a page that is written by hand."""


def describe_sources() -> str:
    """``docs/sources.md`` with its table: every source format, in the order in which readers are tried."""
    rows = (
        (name, reader.help, _suffixes(reader), _verbs(reader)) for name, reader in readers(screenshots=True).items()
    )
    table = _table(("format", "a source is", "files read in folders", "taken by"), rows)
    page = (DOCS / "sources.md").read_text(encoding="utf-8")
    before, rest = page.split(BEGIN, 1)
    return f"{before}{BEGIN}{table}{END}{rest.split(END, 1)[1]}"


def describe_methods() -> str:
    """``docs/methods.md``: every extraction method with its settings."""
    methods = {name: METHODS[name] for name in METHODS}
    rows = ((f"`{name}`", method.summary, _types(name), f"`iawce-{name}`") for name, method in methods.items())
    settings = "\n".join(
        _describe_settings(name, method) for name, method in methods.items() if fields(method.settings)
    )
    return f"""# Extraction methods

`--method NAME` on the command line, `ExtractSettings(method=…)` in Python. By default (`auto`), it is `segmentation`
([main-content.md](main-content.md)); `rules` takes the method of the page type. With `--paper`, in Python
`method="paper"`, methods have the constants of the papers.

{_table(("method", "is", "for pages of type", "as a system of `evaluate`"), rows)}
Settings, their defaults (the best measured, [readings.md](lab/readings.md)) and their values in the mode `paper`:

{settings}
A new method is one module in `extract/content/` (or `extract/records/`) that calls `register_method`, and one line in
`extract/content/methods.py`.
"""


def _describe_settings(name: str, method: Method) -> str:
    default, paper = method.settings.default(), method.settings.paper()
    rows = (
        (f"`{item.name}`", *(f"`{getattr(settings, item.name)!r}`" for settings in (default, paper)))
        for item in fields(method.settings)
    )
    title = f"`{name}`: `{method.settings.__module__}.{method.settings.__name__}`"
    return f"{title}\n\n{_table(('setting', 'default', 'paper'), rows)}"


def _suffixes(reader: Reader) -> str:
    return ", ".join(f"`{suffix}`" for suffix in reader.suffixes)


def _verbs(reader: Reader) -> str:
    return "classify" if reader.is_looked_at else "extract, render, classify"


def _types(name: str) -> str:
    return ", ".join(page_type for page_type, method in METHOD_OF_TYPE.items() if method == name)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = (head, ("---",) * len(head), *rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


PAGES: dict[str, Callable[[], str]] = {
    "sources.md": describe_sources,
    "methods.md": describe_methods,
    "settings.md": settings_page,
    **{f"commands/{verb}.md": partial(command_page, verb) for verb in verbs()},
}
"""What is written, by name of the file in ``docs/``."""

if __name__ == "__main__":
    for _name, _describe in PAGES.items():
        (DOCS / _name).parent.mkdir(exist_ok=True)
        (DOCS / _name).write_text(_describe(), encoding="utf-8")
