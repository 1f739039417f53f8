"""Text with one address a line, in a file or on standard input."""

from collections.abc import Iterator

from iawce.data.errors import PageError
from iawce.data.html.decode import decode
from iawce.data.html.sniff import sniff
from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source

COMMENT = "#"


def read_addresses(source: Source) -> Iterator[Page]:
    """A live page for each line that is neither blank nor a comment."""
    for address in _entries(source.body):
        yield Page(address, address)


def is_address_list(source: Source) -> bool:
    """Whether this is text, each line is one word, and the first of them is an address."""
    if source.is_address or source.is_folder or source.kind != "text" or sniff(source.body) != "text":
        return False
    try:
        entries = _entries(source.body)
    except PageError:
        return False
    return bool(entries) and all(len(entry.split()) == 1 for entry in entries) and "://" in entries[0]


def _entries(body: bytes) -> list[str]:
    lines = (line.strip() for line in decode(body).text.splitlines())
    return [line for line in lines if line and not line.startswith(COMMENT)]


READERS.register("address list")(
    Reader(
        "a text file with one address a line (# begins a comment), or - with the same", is_address_list, read_addresses
    )
)
