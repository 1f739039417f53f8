"""Saved HTML, in a file or on standard input."""

from collections.abc import Iterator

from iawce.data.page import Page
from iawce.data.sources.reader import READERS, Reader
from iawce.data.sources.source import Source

PLAIN_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
SUFFIXES = (*PLAIN_SUFFIXES, *(f"{suffix}.gz" for suffix in PLAIN_SUFFIXES))


def read_html(source: Source) -> Iterator[Page]:
    """One page with its bytes, and its folder if it is a file."""
    yield source.page()


def is_html_file(source: Source) -> bool:
    """Whether this is a file of HTML."""
    return source.path is not None and not source.is_folder and source.kind == "html"


READERS.register("HTML file")(Reader("an HTML file, gzipped or not", is_html_file, read_html, SUFFIXES))
READERS.register("HTML on stdin")(
    Reader("- with HTML", lambda source: source.is_stdin and source.kind == "html", read_html)
)
