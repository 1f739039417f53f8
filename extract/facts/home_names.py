"""The names of a site that the links to its home page give: their texts, and those of the pictures in them."""

import re
from collections.abc import Collection, Iterable, Iterator

from iawce.data.html.web_address import web_address
from iawce.data.network.address import parse_address
from iawce.data.page import SAVED_ORIGIN
from iawce.data.reading.page_reading import PageReading
from iawce.extract.facts.title_parts import letters

MOST_LINKS = 2000
MOST_WORDS = 60
"""Most words of a link that may be a name."""
MOST_INSIDE = 50
"""Most elements in a link that are examined."""
_INDEX_FILE = re.compile(r"(?:index|default)\.\w{2,5}$")


def home_names(reading: PageReading, names: Collection[str]) -> set[str]:
    """Those of these names, as ``letters`` gives them, that links to the home page have as their texts.

    The home page is the root of a host or, where no link leads to one, as in a copy in a folder, the shortest folder
    around the page that a link leads to.
    """
    links = reading.index.tagged("a")[:MOST_LINKS]
    named = {number: found for number in links if (found := set(_texts(reading, number)).intersection(names))}
    homes = _homes(reading, named)
    if named and min(homes.values(), default=0) != len("/"):  # another link may lead to a shorter folder
        homes = _homes(reading, links)
    least = min(homes.values(), default=0)
    return set().union(*(found for number, found in named.items() if homes.get(number) == least))


def _homes(reading: PageReading, links: Iterable[int]) -> dict[int, int]:
    """Those of these links that lead to a folder around the page, on its host, with the length of its path."""
    index, url, homes = reading.index, reading.document.url or SAVED_ORIGIN, dict[int, int]()
    page = re.split("[?#]", url)[0]
    host, own = _place(page)
    itself = own if page == url != SAVED_ORIGIN else ""
    for number in links:
        href = index.attributes.given[number].get("href", "")
        there, folder = _place(web_address(reading.document.base_url or url, href)) if href else ("", "")
        if there == host and own.startswith(folder) and folder.endswith("/") and folder != itself:
            homes[number] = len(folder)
    return homes


def _place(url: str) -> tuple[str, str]:
    """Host and path of an address without the name of an index file; empty if it leads to a part of a page."""
    found = parse_address(url)
    return (
        (found.hostname, _INDEX_FILE.sub("", found.pathname)) if found and not found.search + found.hash else ("", "")
    )


def _texts(reading: PageReading, number: int) -> Iterator[str]:
    """The letters of the text of a link, and of the pictures in it."""
    index = reading.index
    if reading.document.body.words[number] <= MOST_WORDS:
        yield letters(index.text_of(number))
    for one in range(number + 1, min(int(index.ends[number]), number + MOST_INSIDE)):
        if index.tags[one] == "img":
            yield letters(index.attributes.given[one].get("alt", ""))
