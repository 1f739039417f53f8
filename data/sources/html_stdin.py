"""HTML on standard input."""

from collections.abc import Iterator

from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source


def read_html_stdin(source: Source) -> Iterator[Page]:
    """One page with its bytes."""
    yield source.page()


READERS.register("HTML on stdin")(
    Reader("- with HTML", lambda source: source.is_stdin and source.kind == "html", read_html_stdin)
)
