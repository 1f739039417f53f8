"""Writes the pages of the inspector: self-contained HTML that sends no requests."""

import base64
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from iawce.extract.content.content import Record
from iawce.extract.inspector.view_page import IndexEntry, PageView
from iawce.extract.output.extraction import Extraction

OURS = __package__ or ""
MAX_RECORDS = 1000  # Records of a page that are shown
MAX_COLUMNS = 40
MAX_LENGTH = 1000  # Characters of a cell
MAX_MARKDOWN = 200_000  # Characters of Markdown that are shown
MAX_ENTRIES = 20_000  # Lines of an index, those with most doubt; a browser sorts no more with ease


def write_template(
    name: str, package: str = OURS, *, asks: bool = False, connects: bool = False, **shown: object
) -> str:
    """A page by its template, with our style and the script of the same name, if any, which alone may run.

    The folder ``pages`` of the ``package`` holds them, and maybe a style sheet ``own.css``. To the origin of the page,
    its forms may be sent if it ``asks``, and requests of its script if it ``connects``. All texts are escaped.
    """
    ours = {"style": Markup(_style(package)), "script": Markup(_own(package, f"{name}.js"))}  # noqa: S704 - files of our packages
    policy = policy_of(name, package, asks=asks, connects=connects)
    return _templates(package).get_template(f"{name}.html.j2").render(asks=asks, policy=policy, **shown, **ours)


def policy_of(name: str, package: str = OURS, *, asks: bool = False, connects: bool = False) -> str:
    """The content security policy of a page that ``write_template`` writes."""
    style, script = _source(_style(package)), _source(_own(package, f"{name}.js"))
    forms, connections = ("'self'" if allowed else "'none'" for allowed in (asks, connects))
    return (
        f"default-src 'none'; img-src data:; style-src {style}; script-src {script}; connect-src {connections}; "
        f"base-uri 'none'; form-action {forms}"
    )


def _style(package: str) -> str:
    return _own(OURS, "style.css") + _own(package, "own.css")


@cache
def _own(package: str, name: str) -> str:
    """A file of a package; empty if it has none of this name."""
    file = files(package).joinpath("pages", name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def _templates(package: str) -> Environment:
    loader = ChoiceLoader([PackageLoader(one, "pages") for one in dict.fromkeys([package, OURS])])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _source(text: str) -> str:
    """The source by which a policy allows this text; empty for an empty text."""
    if not text:
        return "'none'"
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def page_html(view: PageView, back: str = "", *, asks: bool = False) -> str:
    """One page of HTML with the view of a page, a link ``back`` to its index, and a field that ``asks`` for others."""
    screenshot = base64.b64encode(view.picture.screenshot).decode() if view.picture else ""
    return write_template(
        "page",
        asks=asks,
        view=view,
        row=view.row,
        address=view.row.source,
        back=back,
        screenshot=screenshot,
        most_records=MAX_RECORDS,
        tables=list(_tables(view.row.records)),
        markdown=view.row.markdown[:MAX_MARKDOWN],
    )


def index_html(entries: Sequence[IndexEntry], left_out: int) -> str:
    """One page of HTML with a line for each row, the most doubtful first; ``left_out``: number of further rows."""
    types, statuses = (sorted({getattr(entry, name) for entry in entries}) for name in ("type", "status"))
    return write_template("index", entries=_ranked(entries), types=types, statuses=statuses, left_out=left_out)


def _tables(records: Sequence[Record]) -> Iterator[dict[str, object]]:
    """The records of each list of a page as cells."""
    for number in dict.fromkeys(record.list for record in records):
        found = [record for record in records if record.list == number]
        columns = list(dict.fromkeys(name for record in found for name in record.fields))[:MAX_COLUMNS]
        rows = [[record.texts.get(name, "")[:MAX_LENGTH] for name in columns] for record in found[:MAX_RECORDS]]
        yield {"number": number, "count": len(found), "columns": columns, "rows": rows}


class Inspected(NamedTuple):
    """A row, and what makes its page, called with whether it is alone; None: it has a line of the index only."""

    row: Extraction
    look: Callable[[bool], PageView] | None = None


def write_inspection(output: Path, found: Iterable[Inspected]) -> None:
    """Write all, nothing without rows. Raises OSError: a file cannot be written."""
    rest = iter(found)
    first = list(islice(rest, 2))
    if not first:
        return
    if len(first) == 1 and first[0].look:
        _write(output, page_html(first[0].look(True)))
        return
    folder, entries, count = pages_folder(output), list[IndexEntry](), 0
    for count, one in enumerate(chain(first, rest), 1):
        name = ""
        if one.look:
            folder.mkdir(exist_ok=True)
            name = f"{count:05}.html"
            _write(folder / name, page_html(one.look(False), f"../{output.name}"))
        entries.append(IndexEntry.of(one.row, name and f"{folder.name}/{name}"))
        if len(entries) >= 2 * MAX_ENTRIES:
            entries = _ranked(entries)[:MAX_ENTRIES]
    shown = _ranked(entries)[:MAX_ENTRIES]
    _write(output, index_html(shown, count - len(shown)))


def pages_folder(output: Path) -> Path:
    """The folder of the pages of an index."""
    return output.with_name(f"{output.stem}_pages")


def _ranked(entries: Sequence[IndexEntry]) -> list[IndexEntry]:
    return sorted(entries, key=lambda entry: -entry.doubt)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="replace")
