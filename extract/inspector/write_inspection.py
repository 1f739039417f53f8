"""Writes an inspection: one file for one page; for many an index, and a folder beside it with a file for each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from iawce.extract.inspector.index_entry import IndexEntry
from iawce.extract.inspector.page_view import PageView
from iawce.extract.inspector.write_html import index_html, page_html
from iawce.extract.output.extraction import Extraction

MOST_ENTRIES = 20_000
"""Lines of an index, those with most doubt; a browser sorts no more with ease."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """A row, and what makes the page that shows its details: it is called with whether it is the only one.

    ``look`` is None for a row that has a line of the index alone.
    """

    row: Extraction
    look: Callable[[bool], PageView] | None = field(default=None)


def write_inspection(output: Path, found: Iterable[Inspected]) -> int:
    """Write all; returns the number of rows. Without rows, nothing is written.

    Args:
        output: the HTML file to write.
        found: the rows, in any order.

    Raises:
        OSError: a file cannot be written.
    """
    rest = iter(found)
    first = list(islice(rest, 2))
    if not first:
        return 0
    if len(first) == 1 and first[0].look:
        _write(output, page_html(first[0].look(True)))
        return 1
    folder, entries, count = pages_folder(output), list[IndexEntry](), 0
    for count, one in enumerate(chain(first, rest), 1):
        name = ""
        if one.look:
            folder.mkdir(exist_ok=True)
            name = f"{count:05}.html"
            _write(folder / name, page_html(one.look(False), f"../{output.name}"))
        entries.append(IndexEntry.of(one.row, name and f"{folder.name}/{name}"))
        if len(entries) >= 2 * MOST_ENTRIES:
            entries = _most_doubtful(entries)
    shown = _most_doubtful(entries)
    _write(output, index_html(shown, count - len(shown)))
    return count


def pages_folder(output: Path) -> Path:
    """The folder of the pages of an index."""
    return output.with_name(f"{output.stem}_pages")


def _most_doubtful(entries: list[IndexEntry]) -> list[IndexEntry]:
    return sorted(entries, key=lambda entry: -entry.doubt)[:MOST_ENTRIES]


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="replace")
