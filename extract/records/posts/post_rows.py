"""Posts and comments as rows of a table: the same columns for every page, even if some are empty."""

from collections.abc import Mapping, Sequence

from iawce.data.sinks.growing_table import PageRows, TypedValue
from iawce.data.sinks.schema import NUMBER, TEXT
from iawce.extract.content.content import Record
from iawce.extract.records.posts.write_posts import DEPTH, PARENT, POSITION

PAGE = "page"
COUNTS = (POSITION, DEPTH, PARENT)
COLUMNS = dict.fromkeys(("author", "date", "date_iso", "text", "link"), TEXT) | dict.fromkeys(COUNTS, NUMBER)
"""The fields of a post that are columns, with their types; the address of its page comes last."""


def post_rows(records: Sequence[Record], source: str, pages: Sequence[str]) -> PageRows:
    """A row for each post.

    Args:
        records: the posts of a thread, or the comments of a page.
        source: address of the first page of the thread.
        pages: address of the page of each post.
    """
    rows = [_row(record.texts) | {PAGE: TypedValue(page, page)} for record, page in zip(records, pages, strict=True)]
    return PageRows(source, COLUMNS | {PAGE: TEXT}, rows)


def _row(texts: Mapping[str, str]) -> dict[str, TypedValue | None]:
    found = {name: texts.get(name, "") for name in COLUMNS}
    return {
        name: TypedValue(int(text) if name in COUNTS else text, text) if text else None for name, text in found.items()
    }
