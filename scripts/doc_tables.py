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


def describe_sources() -> str:
    """``docs/sources.md``: every source format, in the order in which they are asked."""
    rows = (
        (name, reader.help, _suffixes(reader), _verbs(reader)) for name, reader in readers(screenshots=True).items()
    )
    return f"""# Sources

The inputs of the commands. The format of a source is recognised by its content, not by its name; readers are tried in
this order, and the first that accepts a source reads it. A source that none accepts becomes a row with the reason:
what it is instead (`not_html/pdf`), or why it cannot be read (`input/not_found`). Repeated addresses are read once.

{_table(("format", "a source is", "files read in folders", "taken by"), rows)}
In a folder, files come by name, then its folders by name. Links to folders are not followed; the folder `page_files`
(or `page.files`) that a browser saves beside `page.html` holds parts of that page and is left out. Lists and JSON lines
are read only if they are named themselves. `render` passes over snapshots, and `classify` opens no address.

**Lists.** A text is a list if more than half of its lines name an address, with or without scheme, or a path that
exists; one bad line makes no page of it, and an address in a text makes no list of that. Any encoding and line end will
do. In a line, a title may follow the address after a blank or a tab. An address with a blank in it (`/My Page.html`)
is a row that says so: write `%20`. A path counts from the current folder, as on the command line, and may be whatever a
source may be but a list. Every line is a page, or a row with its reason:

| line | row |
| --- | --- |
| `example.org/path` | `input/no_scheme`: did you mean https://example.org/path ? |
| `urls.txt`, a list | `input/nested_list` |
| anything else that is neither address nor path, or longer than 4,000 characters | `input/bad_line` |

**JSON lines.** Each line is an object with the text `url`, `html` (or `content`, `raw_html`) or both; with HTML the
page is not fetched. `ref`, or else `id`, `url` or `FILE:LINE`, becomes the row's `ref`. A line may have 20 MiB, the
file any size, as lists may: both are read as far as pages are wanted. Any other line is a row with the reason
`input/bad_line`.

**Tables.** Parquet (`pip install 'iawce[parquet]'`) and CSV have the same names as columns, in any case, and rows as
JSON lines have. HTML in Parquet may be bytes. A row of other length than the header is `input/bad_line`; what cannot be
read on, as behind a quote that never ends, ends with `input/unreadable`.

**Sitemaps and feeds.** A file, or what comes through a pipe: `curl SITEMAP | iawce extract -`. Each entry is a page to
be fetched, one without an address `input/bad_line`. Of an index, a sitemap is read where a file of its name lies beside
it, each once, at most five levels deep; others are `input/nested_sitemap`, for nothing is fetched to find addresses.
Entities are not expanded; a file that is cut off or has a bomb of them ends with `input/unreadable`. A host in these
addresses whose name could be a public one must have a public address.

**MHTML.** The page is the part named as start, else the first of HTML, its address that of the part. Its pictures and
style sheets are left out.

**Archives.** WARC (read by FastWARC) and ARC are read a record at a time, by content, from files of any size and from
pipes, and without a browser unless `--render always` is given. Each answer that holds a page is one, its `ref` is
`FILE:RECORD`, and its relative times count from when it was fetched. Requests, redirects and what is declared as no
page (pictures, style sheets, plain text that is no markup) are passed over. Every other is a row with its reason:

| record | row |
| --- | --- |
| damaged: its length is wrong, it is cut off, it is no answer, it cannot be unpacked | `input/bad_record` |
| a revisit of a page before it in the same file | the content of that page, with its own address and date |
| another revisit, and any in a pipe | `input/revisit` |
| one that the crawler cut (`WARC-Truncated`) | its content, with the warning `partial/truncated_record` |
| an answer with an error, or without content | `http_error/404`, `empty/http_204` |
| more than 20 MiB, packed or unpacked | `too_large/body` |

In a HAR file, of at most 256 MiB, the answers declared as HTML are pages in the same way.
Behind a damaged record, reading goes on at the next that can be found; a gzipped ARC ends there.

A new format is one module in `data/sources/` that registers a `Reader`, and one line in `data/sources/__init__.py`.
"""


def describe_methods() -> str:
    """``docs/methods.md``: every extraction method with its settings."""
    methods = {name: METHODS[name] for name in METHODS}
    rows = ((f"`{name}`", method.summary, _types(name), f"`iawce-{name}`") for name, method in methods.items())
    settings = "\n".join(
        _describe_settings(name, method) for name, method in methods.items() if fields(method.settings)
    )
    return f"""# Extraction methods

`--method NAME` on the command line, `ExtractSettings(method=…)` in Python. Left out, or `auto`, it is `segmentation`
([main-content.md](main-content.md)); `rules` takes the method of the page type. With `--paper`, in Python
`method="paper"`, methods have the constants of the papers.

{_table(("method", "is", "for pages of type", "as a system of `evaluate`"), rows)}
Settings with their defaults, what measured best ([readings.md](lab/readings.md)), and their values in the mode `paper`:

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
