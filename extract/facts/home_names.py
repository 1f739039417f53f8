"""The names of a site that the links to its home page give: their texts, and those of the pictures in them."""

import re
from collections.abc import Iterator

from iawce.data.html.web_address import web_address
from iawce.data.network.address import parse_address
from iawce.data.page import SAVED_ORIGIN
from iawce.data.reading.page_reading import PageReading

MOST_LINKS = 2000
MOST_INSIDE = 50
"""Most elements in a link that are examined."""
_INDEX_FILE = re.compile(r"(?:index|default)\.\w{2,5}$")


def home_names(reading: PageReading) -> list[str]:
    """The names, with those that only say "Home".

    The home page is the root of a host or, where no link leads to one, as in a copy in a folder, the shortest folder
    around the page that a link leads to.
    """
    index, homes, url = reading.index, dict[int, list[int]](), reading.document.url or SAVED_ORIGIN
    page = re.split("[?#]", url)[0]
    host, own = _place(page)
    itself = own if page == url != SAVED_ORIGIN else ""
    for number in index.tagged("a")[:MOST_LINKS]:
        href = index.attributes.given[number].get("href", "")
        there, folder = _place(web_address(reading.document.base_url or url, href)) if href else ("", "")
        if there == host and own.startswith(folder) and folder.endswith("/") and folder != itself:
            homes.setdefault(len(folder), []).append(number)
    return [text for number in homes.get(min(homes, default=0), ()) for text in _texts(reading, number) if text]


def _place(url: str) -> tuple[str, str]:
    """Host and path of an address without the name of an index file; empty if it leads to a part of a page."""
    found = parse_address(url)
    return (
        (found.hostname, _INDEX_FILE.sub("", found.pathname)) if found and not found.search + found.hash else ("", "")
    )


def _texts(reading: PageReading, number: int) -> Iterator[str]:
    index = reading.index
    yield index.text_of(number)
    for one in range(number + 1, min(int(index.ends[number]), number + MOST_INSIDE)):
        if index.tags[one] == "img":
            yield index.attributes.given[one].get("alt", "").strip()
