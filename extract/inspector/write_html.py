"""Writes the pages of the inspector: self-contained HTML that sends no requests."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from iawce.extract.content.content import Record
from iawce.extract.inspector.index_entry import IndexEntry
from iawce.extract.inspector.page_view import PageView, shown_address
from iawce.extract.inspector.write_template import write_template

MOST_RECORDS = 1000
"""Records of a page that are shown."""
MOST_COLUMNS = 40
LONGEST = 1000
"""Characters of a cell."""
MOST_MARKDOWN = 200_000
"""Characters of Markdown that are shown."""


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The records of one list of a page as cells."""

    number: int
    count: int
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def page_html(view: PageView, back: str = "", *, asks: bool = False) -> str:
    """One page of HTML with the view of a page.

    Args:
        view: of the page.
        back: relative address of its index, if any.
        asks: whether there is a field for the address of another page, which is sent to ``/``.
    """
    screenshot = base64.b64encode(view.picture.screenshot).decode() if view.picture else ""
    return write_template(
        "page",
        asks=asks,
        view=view,
        row=view.row,
        address=shown_address(view.row),
        back=back,
        screenshot=screenshot,
        most_records=MOST_RECORDS,
        tables=list(_tables(view.row.records)),
        markdown=view.row.markdown[:MOST_MARKDOWN],
    )


def index_html(entries: Sequence[IndexEntry], left_out: int = 0) -> str:
    """One page of HTML with a line for each row, the most doubtful first.

    Args:
        entries: the lines.
        left_out: number of rows without a line.
    """
    ranked = sorted(entries, key=lambda entry: -entry.doubt)
    types, statuses = (sorted({getattr(entry, name) for entry in entries}) for name in ("type", "status"))
    return write_template("index", entries=ranked, types=types, statuses=statuses, left_out=left_out)


def _tables(records: Sequence[Record]) -> Iterator[RecordTable]:
    for number in dict.fromkeys(record.list for record in records):
        found = [record for record in records if record.list == number]
        columns = list(dict.fromkeys(name for record in found for name in record.fields))[:MOST_COLUMNS]
        cells = [[record.texts.get(name, "")[:LONGEST] for name in columns] for record in found[:MOST_RECORDS]]
        yield RecordTable(number, len(found), columns, cells)
