"""The link of each record."""

from bisect import bisect_left
from collections.abc import Sequence

from iawce.data.html.web_address import web_address
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.columns.column_facts import NO_PAGES, ColumnFacts, Values
from iawce.extract.records.columns.silent import ALWAYS


def find_links(
    columns: Sequence[ColumnFacts], titles: Values, units: Sequence[Sequence[int]], reading: PageReading
) -> Values:
    """The address of each record: its title's link, else the first of its own, else a link over all of it.

    Args:
        columns: of the records.
        titles: of these.
        units: elements of each record.
        reading: of the page.
    """
    leading = [column for column in columns if _leads(column)]
    found: Values = []
    for row in range(len(columns[0].values) if columns else 0):
        title = titles[row] if titles else None
        if title is None or not title.link:
            values = [value for column in leading if (value := column.values[row]) and value.link]
            title = values[0] if values else None
        found.append(FoundField(title.link, title.link, elements=title.elements) if title else None)
    return found if any(found) else _over_records(units, reading)


def _leads(column: ColumnFacts) -> bool:
    """Whether nearly all of its values lead to pages, each to another."""
    links = {
        value.link
        for value in column.said
        if value.link and not value.link.startswith(NO_PAGES) and len(value.elements) == 1
    }
    return len(links) >= ALWAYS * len(column.values[: len(column.said)]) and column.filled >= ALWAYS


def _over_records(units: Sequence[Sequence[int]], reading: PageReading) -> Values:
    """The first link in each record, without a text of its own, if each leads to another page; else none."""
    index, found = reading.index, list[FoundField | None]()
    anchors, words = index.tagged("a"), reading.shown.words
    for unit in units:
        own = anchors[bisect_left(anchors, unit[0]) : bisect_left(anchors, int(index.ends[unit[-1]]))]
        hrefs = ((one, index.attributes.given[one].get("href", "")) for one in own if not words[one])
        first = next(((one, href) for one, href in hrefs if href and not href.startswith(("#", *NO_PAGES))), None)
        link = web_address(reading.document.base_url, first[1]) if first else ""
        found.append(FoundField(link, link, elements=(first[0],)) if first else None)
    different = {field.link for field in found if field}
    return found if len(different) >= ALWAYS * len(found) else []
